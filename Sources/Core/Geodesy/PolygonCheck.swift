/// Decides whether a polygon is one that a geofence may have.
struct PolygonCheck {
  private let polygon: Polygon
  private let path: String
  private let rules: ShapeRules

  init(_ polygon: Polygon, path: String, rules: ShapeRules) {
    self.polygon = polygon
    self.path = path
    self.rules = rules
  }

  /// The rings without repeated vertices, unwrapped into one plane, the exterior first.
  func rings() throws(ShapeError) -> [UnwrappedRing] {
    if polygon.rings.isEmpty { throw ShapeError(.noRings, path: path, "has no ring") }
    if polygon.rings.count > rules.maximumRings {
      throw ShapeError(
        .tooManyRings, path: path, "has \(polygon.rings.count) rings; at most \(rules.maximumRings) are allowed")
    }
    var rings: [UnwrappedRing] = []
    rings.reserveCapacity(polygon.rings.count)
    for (index, coordinates) in polygon.rings.enumerated() {
      let path = "\(path)[\(index)]"
      try Self.checkCoordinates(coordinates, path: path)
      var ring = try UnwrappedRing(coordinates, path: path, rules: rules)
      try Self.checkTurns(ring, path: path)
      if let exterior = rings.first { ring.align(eastOf: exterior.west) }
      rings.append(ring)
    }
    switch RingSweep(rings).run() {
    case .meeting(let meeting): throw error(meeting)
    case .nesting(let around): try checkNesting(around)
    }
    return rings
  }

  private static func checkCoordinates(_ ring: [Coordinate], path: String) throws(ShapeError) {
    if ring.count < 4 {
      throw ShapeError(
        .tooFewVertices, path: path, "has \(ring.count) vertices; a ring needs at least 4, the last like the first")
    }
    for (index, place) in ring.enumerated() {
      try place.check(path: "\(path)[\(index)]")
    }
    if ring[0] != ring[ring.count - 1] {
      throw ShapeError(
        .notClosed, path: path, "is not closed: its last vertex differs from its first", at: ring[ring.count - 1])
    }
  }

  /// Refuses rings without area and edges that go back over the edge before.
  private static func checkTurns(_ ring: UnwrappedRing, path: String) throws(ShapeError) {
    let points = ring.points
    let flat = ShapeError(.zeroArea, path: path, "has no area")
    if points.count < 3 { throw flat }
    for index in points.indices {
      let before = points[index == 0 ? points.count - 1 : index - 1]
      let after = points[index + 1 == points.count ? 0 : index + 1]
      guard (before < points[index]) == (after < points[index]),
        Orientation.sign(before, points[index], after) == 0
      else { continue }
      if points.allSatisfy({ Orientation.sign(points[0], points[1], $0) == 0 }) { throw flat }
      throw ShapeError(
        .spike, path: "\(path)[\(ring.sources[index])]",
        "is a spike: the edge after it runs back over the edge before it\(points[index].shown)",
        at: points[index].coordinate)
    }
  }

  private func error(_ meeting: RingSweep.Meeting) -> ShapeError {
    let place = "\(path)[\(meeting.ring)][\(meeting.index)]"
    let other = "\(path)[\(meeting.otherRing)][\(meeting.otherIndex)]"
    let verb = meeting.isTouch ? "touches" : "crosses"
    if meeting.ring == meeting.otherRing {
      return ShapeError(
        .selfIntersection, path: place,
        "starts an edge that \(verb) the edge that starts at \(other)\(meeting.place.shown); "
          + "a ring must not meet itself", at: meeting.place.coordinate)
    }
    return ShapeError(
      .ringsMeet, path: place,
      "starts an edge that \(verb) the edge that starts at \(other)\(meeting.place.shown); "
        + "rings of a polygon must not meet", at: meeting.place.coordinate)
  }

  private func checkNesting(_ around: [Int?]) throws(ShapeError) {
    for (index, outer) in around.enumerated().dropFirst() where outer != 0 {
      let hole = "\(path)[\(index)]"
      if let outer, around[0] == nil {
        throw ShapeError(
          .nestedHoles, path: hole, "is a hole inside the hole \(path)[\(outer)]", at: polygon.rings[index].first)
      }
      throw ShapeError(
        .holeOutside, path: hole, "is a hole outside the exterior ring \(path)[0]", at: polygon.rings[index].first)
    }
    if let outer = around[0] {
      throw ShapeError(
        .holeOutside, path: "\(path)[\(outer)]", "is a hole around the exterior ring \(path)[0]",
        at: polygon.rings[outer].first)
    }
  }
}

extension Coordinate {
  /// Refuses numbers that are no place.
  func check(path: String) throws(ShapeError) {
    if !longitude.isFinite || !latitude.isFinite {
      throw ShapeError(.notFinite, path: path, "is not a finite longitude and latitude")
    }
    if abs(longitude) > 180 {
      throw ShapeError(.longitudeOutOfRange, path: path, "has a longitude outside -180...180 degrees")
    }
    if abs(latitude) > 90 {
      let hint = abs(latitude) <= 180 && abs(longitude) <= 90 ? "; longitude comes first: are the two swapped?" : ""
      throw ShapeError(.latitudeOutOfRange, path: path, "has a latitude outside -90...90 degrees\(hint)")
    }
  }
}

extension PlanePoint {
  /// The place with its longitude brought back to -180...180.
  var coordinate: Coordinate {
    // Exact for a vertex: the tail is what adding turns had rounded off.
    Coordinate(longitude: x > 180 ? x - 360 + xTail : x < -180 ? x + 360 + xTail : x, latitude: y)
  }

  /// For a message: ` at longitude 8.5, latitude 47.1`, rounded to 7 digits, about a centimetre.
  fileprivate var shown: String {
    let place = coordinate
    func rounded(_ degrees: Double) -> String {
      let text = ((degrees * 1e7).rounded() / 1e7 + 0).description
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    return " at longitude \(rounded(place.longitude)), latitude \(rounded(place.latitude))"
  }
}
