internal import AmazonLocation
internal import Geofencing
internal import MusterValues

// Tags and properties that begin with `muster:` ask for more than Amazon offers. One that is misspelt or says nonsense is
// refused when it comes: were it kept in silence, somebody would wait for events that never come.
extension LocationService {
  /// nil when nothing is wrong with the rules that a request brings. Items of a batch are refused one by one elsewhere.
  func refusal(ofRulesIn request: LocationRequest) -> ServiceError? {
    guard rules != nil else { return nil }
    let found: [ServiceError.Field] =
      switch request {
      case .createGeofenceCollection(let settings): faults(of: settings.tags, on: .collection, in: "Tags")
      case .createTracker(let settings): faults(of: settings.tags, on: .tracker, in: "Tags")
      case .putGeofence(_, let put): faults(of: put)
      case .tagResource(let arn, let tags):
        switch ResourceName(arn: arn, in: partition) {
        case .geofenceCollection: faults(of: tags, on: .collection, in: "Tags")
        case .tracker: faults(of: tags, on: .tracker, in: "Tags")
        case nil: []
        }
      default: []
      }
    guard !found.isEmpty else { return nil }
    return ServiceError(
      .validation, "Input validation failed: " + found.map { "\($0.name): \($0.message)" }.joined(separator: "; "),
      reason: .fieldValidationFailed, fields: found)
  }

  func faults(of put: GeofencePut) -> [ServiceError.Field] {
    faults(of: put.properties, on: .fence, in: "GeofenceProperties")
  }

  private func faults(
    of map: PropertyMap, on bearer: FenceRuleKey.Bearer, in member: String
  ) -> [ServiceError.Field] {
    guard let rules else { return [] }
    var set = FenceRuleSet()
    var found: [ServiceError.Field] = []
    for entry in map.entries {
      do throws(FenceRuleError) {
        if case .tracker = bearer {
          _ = try rules.readTracker(entry.key.text, entry.value)
        } else {
          try rules.read(entry.key.text, entry.value, of: bearer, into: &set)
        }
      } catch {
        found.append(ServiceError.Field(name: "\(member).\(error.key)", message: error.message))
      }
    }
    return found
  }
}
