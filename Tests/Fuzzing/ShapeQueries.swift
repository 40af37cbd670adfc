import Geodesy

/// Asks a shape that passes the checks everything it can answer: nothing may trap, and some answers are known.
enum ShapeQueries {
  static func check(_ shape: Shape?) {
    guard let shape, let prepared = try? PreparedShape(validating: shape, rules: .geobuf) else { return }
    precondition(prepared.shape == shape, "another shape is given back")
    check(prepared)
  }

  static func check(_ prepared: PreparedShape) {
    let bounds = prepared.bounds
    precondition(bounds.west >= -180 && bounds.west <= bounds.east && bounds.south <= bounds.north)
    precondition(bounds.west <= 180 && bounds.east - bounds.west <= 360)
    for place in corners(of: prepared.shape) {
      precondition(prepared.contains(place) && bounds.contains(place), "a corner is outside its shape")
    }
    for place in probes(round: bounds) where prepared.contains(place) {
      precondition(bounds.contains(place), "a place of the shape is outside its box")
    }
    prepared.forEachEdge { from, to in
      for end in [from, to] {
        // The box of a multipolygon may stand a turn away from one of its polygons; sums of a turn round.
        let isWithin = [-360.0, 0, 360].contains { turn in
          end.longitude + turn >= bounds.west.nextDown && end.longitude + turn <= bounds.east.nextUp
        }
        precondition(
          isWithin && end.latitude >= bounds.south && end.latitude <= bounds.north, "an edge is outside the box")
      }
    }
  }

  /// Every vertex, or the centre.
  private static func corners(of shape: Shape) -> [Coordinate] {
    switch shape {
    case .circle(let circle): [circle.center]
    case .polygon(let polygon): polygon.rings.flatMap { $0 }
    case .multiPolygon(let polygons): polygons.flatMap { $0.rings.flatMap { $0 } }
    }
  }

  /// Places on, in and beyond the box, and places that are none.
  private static func probes(round bounds: BoundingBox) -> [Coordinate] {
    let longitudes = [bounds.west, bounds.east, (bounds.west + bounds.east) / 2, 0, 180, -180, .nan, .infinity]
    let latitudes = [bounds.south, bounds.north, (bounds.south + bounds.north) / 2, 0, 90, -90, .nan]
    return longitudes.flatMap { longitude in
      latitudes.map { Coordinate(longitude: longitude > 180 ? longitude - 360 : longitude, latitude: $0) }
    }
  }
}
