internal import Foundation
internal import Geodesy

/// Fences and points that are made here, the same in every run.
enum Towns {
  static let metresPerDegree = 111_320.0

  /// A star of so many metres from its middle, simple by construction.
  static func star(_ middle: Coordinate, metres: Double, corners: Int, _ random: inout Randomness) -> Shape {
    let parallel = max(0.01, cos(middle.latitude * .pi / 180))
    var ring = (0..<corners).map { index in
      let angle = 2 * .pi * (Double(index) + .random(in: 0.1...0.9, using: &random)) / Double(corners)
      let radius = metres / metresPerDegree * .random(in: 0.6...1, using: &random)
      return Coordinate(
        longitude: middle.longitude + radius * cos(angle) / parallel, latitude: middle.latitude + radius * sin(angle))
    }
    ring.append(ring[0])
    return .polygon(Polygon(rings: [ring]))
  }

  /// A place between 60 S and 70 N, evenly by area.
  static func place(_ random: inout Randomness) -> Coordinate {
    let sine = Double.random(in: sin(-60 * Double.pi / 180)...sin(70 * Double.pi / 180), using: &random)
    return Coordinate(longitude: .random(in: -179...179, using: &random), latitude: asin(sine) * 180 / .pi)
  }

  static func near(_ place: Coordinate, metres: Double, _ random: inout Randomness) -> Coordinate {
    let degrees = metres / metresPerDegree
    return Coordinate(
      longitude: place.longitude + .random(in: -degrees...degrees, using: &random) / cos(place.latitude * .pi / 180),
      latitude: place.latitude + .random(in: -degrees...degrees, using: &random))
  }

  /// 100,000 doorways of 2 m in 100 towns 10 km wide, over `countries`; half of the points are within 50 m of a doorway,
  /// half anywhere.
  static func mixed(countries: [Shape]) -> (shapes: [Shape], points: [Coordinate]) {
    var random = Randomness(state: 7)
    let towns = (0..<100).map { _ in place(&random) }
    let doors = (0..<100_000).map { near(towns[$0 % towns.count], metres: 5000, &random) }
    let doorways = doors.map { door in
      let metre = 1 / metresPerDegree
      let (east, north) = (metre / cos(door.latitude * .pi / 180), metre)
      let corners = [(-east, -north), (east, -north), (east, north), (-east, north), (-east, -north)]
      return Shape.polygon(
        Polygon(rings: [
          corners.map { Coordinate(longitude: door.longitude + $0.0, latitude: door.latitude + $0.1) }
        ]))
    }
    let points = (0..<1_000_000).map { index in
      index % 2 == 0 ? near(doors[Int.random(in: doors.indices, using: &random)], metres: 50, &random) : place(&random)
    }
    return (countries + doorways, points)
  }

  /// Stands in for the world when its data is not there: 200 polygons of 5,000 vertices, up to 1,500 km across.
  static func countries() -> [Shape] {
    var random = Randomness(state: 8)
    return (0..<200).map { _ in
      var middle = place(&random)
      middle.longitude *= 0.8
      return star(middle, metres: pow(10, .random(in: 5...5.9, using: &random)), corners: 5000, &random)
    }
  }

  /// A million circles of 10 m to 100 km (evenly by logarithm) all over the inhabited Earth: some three a point.
  static func circles() -> (shapes: [Shape], points: [Coordinate]) {
    var random = Randomness(state: 9)
    let shapes = (0..<1_000_000).map { _ in
      Shape.circle(Circle(center: place(&random), radius: pow(10, .random(in: 1...5, using: &random))))
    }
    return (shapes, (0..<1_000_000).map { _ in place(&random) })
  }
}
