internal import AmazonLocation

/// What to say to requests for operations this server does not offer.
enum UnknownOperations {
  /// Paths of the service; anything else on this port is another surface or nothing.
  private static let prefixes = [
    "/tracking/", "/geofencing/", "/tags/", "/maps/", "/places/", "/routes/", "/metadata/",
  ]

  static func isServicePath(_ path: ArraySlice<UInt8>) -> Bool {
    prefixes.contains { path.starts(with: $0.utf8) }
  }

  /// A ValidationException that names the operation where the service has one at that method and path.
  static func failure(method: String, path: ArraySlice<UInt8>) -> ProtocolFailure {
    let message =
      if let name = name(method: method, path: path) {
        "The operation \(name) is not offered by this server."
      } else {
        "No operation has this method and path."
      }
    return ProtocolFailure(ServiceError(.validation, message, reason: .unknownOperation))
  }

  /// An unknown `X-Amz-Target`, or an unknown action of a form, which its protocol names otherwise.
  static func unknownTarget(isForm: Bool) -> ProtocolFailure {
    ProtocolFailure(
      status: 400, code: isForm ? "InvalidAction" : "UnknownOperationException",
      message: "This server offers no such operation.")
  }

  private static func name(method: String, path: ArraySlice<UInt8>) -> String? {
    guard let segments = PathAndQuery.segments(of: path) else { return nil }
    return known.first { _, knownMethod, template in
      let parts = template.dropFirst().split(separator: "/")
      return knownMethod == method && parts.count == segments.count
        && zip(parts, segments).allSatisfy { $0 == "*" || $0.utf8.elementsEqual($1) }
    }?.name
  }

  /// Operations of the service model that are not offered here. A `*` stands for any segment.
  private static let known: [(name: String, method: String, path: String)] = [
    ("CalculateRoute", "POST", "/routes/v0/calculators/*/calculate/route"),
    ("CalculateRouteMatrix", "POST", "/routes/v0/calculators/*/calculate/route-matrix"),
    ("CancelJob", "POST", "/metadata/v0/jobs/cancel-job"),
    ("CreateKey", "POST", "/metadata/v0/keys"),
    ("CreateMap", "POST", "/maps/v0/maps"),
    ("CreatePlaceIndex", "POST", "/places/v0/indexes"),
    ("CreateRouteCalculator", "POST", "/routes/v0/calculators"),
    ("DeleteKey", "DELETE", "/metadata/v0/keys/*"),
    ("DeleteMap", "DELETE", "/maps/v0/maps/*"),
    ("DeletePlaceIndex", "DELETE", "/places/v0/indexes/*"),
    ("DeleteRouteCalculator", "DELETE", "/routes/v0/calculators/*"),
    ("DescribeKey", "GET", "/metadata/v0/keys/*"),
    ("DescribeMap", "GET", "/maps/v0/maps/*"),
    ("DescribePlaceIndex", "GET", "/places/v0/indexes/*"),
    ("DescribeRouteCalculator", "GET", "/routes/v0/calculators/*"),
    ("GetJob", "GET", "/metadata/v0/jobs/*"),
    ("GetMapGlyphs", "GET", "/maps/v0/maps/*/glyphs/*/*"),
    ("GetMapSprites", "GET", "/maps/v0/maps/*/sprites/*"),
    ("GetMapStyleDescriptor", "GET", "/maps/v0/maps/*/style-descriptor"),
    ("GetMapTile", "GET", "/maps/v0/maps/*/tiles/*/*/*"),
    ("GetPlace", "GET", "/places/v0/indexes/*/places/*"),
    ("ListJobs", "POST", "/metadata/v0/jobs/list-jobs"),
    ("ListKeys", "POST", "/metadata/v0/list-keys"),
    ("ListMaps", "POST", "/maps/v0/list-maps"),
    ("ListPlaceIndexes", "POST", "/places/v0/list-indexes"),
    ("ListRouteCalculators", "POST", "/routes/v0/list-calculators"),
    ("SearchPlaceIndexForPosition", "POST", "/places/v0/indexes/*/search/position"),
    ("SearchPlaceIndexForSuggestions", "POST", "/places/v0/indexes/*/search/suggestions"),
    ("SearchPlaceIndexForText", "POST", "/places/v0/indexes/*/search/text"),
    ("StartJob", "POST", "/metadata/v0/jobs"),
    ("UpdateKey", "PATCH", "/metadata/v0/keys/*"),
    ("UpdateMap", "PATCH", "/maps/v0/maps/*"),
    ("UpdatePlaceIndex", "PATCH", "/places/v0/indexes/*"),
    ("UpdateRouteCalculator", "PATCH", "/routes/v0/calculators/*"),
    ("VerifyDevicePosition", "POST", "/tracking/v0/trackers/*/positions/verify"),
  ]
}
