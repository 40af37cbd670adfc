import Foundation
import Geodesy
import TestSupport

/// Places that are hard to decide, and places that are not.
struct OracleProbe {
  let place: Coordinate
  /// Whether each coordinate was moved by at most 4 units in the last place from an edge, a vertex, a cell border or the
  /// antimeridian.
  let isNear: Bool

  static func near(_ scene: OracleScene, _ shapes: [Shape], _ random: inout SeededRandom) -> OracleProbe {
    guard let shape = shapes.randomElement(using: &random) else { return far(scene, shapes, &random) }
    let kind = Int.random(in: 0..<10, using: &random)
    if kind == 0 { return OracleProbe(place: cellBorder(scene, &random), isNear: true) }
    if kind == 1 {
      let side = Bool.random(using: &random) ? 180.0 : -180
      let (_, y) = scene.anywhere(&random, within: 1.2)
      return OracleProbe(place: nudged(side, y, &random), isNear: true)
    }
    switch shape {
    case .circle(let circle):
      let azimuth = Double.random(in: 0..<360, using: &random)
      let end = Geodesic.direct(from: circle.center, azimuth: azimuth, distance: circle.radius).end
      return OracleProbe(place: nudged(end.longitude, end.latitude, &random), isNear: true)
    case .polygon, .multiPolygon:
      guard let (a, b) = edge(shape, &random) else { return far(scene, shapes, &random) }
      if kind < 4 { return OracleProbe(place: nudged(a.longitude, a.latitude, &random), isNear: true) }
      let (x, y) = edgePoint(a, b, crossingCell: kind == 4, &random)
      return OracleProbe(place: nudged(x, y, &random), isNear: true)
    }
  }

  /// In and around the scene, now and then anywhere, or level with a vertex.
  static func far(_ scene: OracleScene, _ shapes: [Shape], _ random: inout SeededRandom) -> OracleProbe {
    let (x, y) = scene.anywhere(&random, within: 1.3)
    var place = OracleScene.place(x, y)
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      place = Coordinate(
        longitude: .random(in: -180...180, using: &random), latitude: .random(in: -90...90, using: &random))
    case 1, 2:
      if let shape = shapes.randomElement(using: &random), let (vertex, _) = edge(shape, &random) {
        place.latitude = vertex.latitude
      }
    default: break
    }
    return OracleProbe(place: place, isNear: false)
  }

  private static func nudged(_ x: Double, _ y: Double, _ random: inout SeededRandom) -> Coordinate {
    OracleScene.place(
      x.nudged(by: .random(in: -4...4, using: &random)), y.nudged(by: .random(in: -4...4, using: &random)))
  }

  /// On a border of a cell in the scene, now and then on a corner.
  private static func cellBorder(_ scene: OracleScene, _ random: inout SeededRandom) -> Coordinate {
    var (x, y) = scene.anywhere(&random, within: 1.1)
    let coarsest = Cell.level(ofSize: scene.reach)
    let level = Int.random(in: coarsest...max(coarsest, 30), using: &random)
    let kind = Int.random(in: 0..<3, using: &random)
    if kind != 0 { x = Cell.border(x, level) }
    if kind != 1 { y = Cell.border(y, level) }
    return nudged(x, y, &random)
  }

  private static func edge(_ shape: Shape, _ random: inout SeededRandom) -> (Coordinate, Coordinate)? {
    let ring: [Coordinate]?
    switch shape {
    case .circle: ring = nil
    case .polygon(let polygon): ring = polygon.rings.randomElement(using: &random)
    case .multiPolygon(let polygons):
      ring = polygons.randomElement(using: &random)?.rings.randomElement(using: &random)
    }
    guard let ring else { return nil }
    let index = Int.random(in: 1..<ring.count, using: &random)
    return (ring[index - 1], ring[index])
  }

  /// A point of the edge in the plane: its middle, any, or where it crosses a cell's border.
  private static func edgePoint(
    _ a: Coordinate, _ b: Coordinate, crossingCell: Bool, _ random: inout SeededRandom
  ) -> (Double, Double) {
    var step = b.longitude - a.longitude
    if step > 180 { step -= 360 }
    if step < -180 { step += 360 }
    let rise = b.latitude - a.latitude
    var t = Bool.random(using: &random) ? 0.5 : Double.random(in: 0...1, using: &random)
    if crossingCell {
      let size = Cell.size(Cell.level(ofSize: max(abs(step), abs(rise), 1e-9) / 3))
      let border = Cell.border(a.longitude + step * t, size: size)
      let share = step == 0 ? .nan : (border - a.longitude) / step
      if share >= 0, share <= 1 { return (border, a.latitude + rise * share) }
    }
    // From the end that the rounding of the other would miss.
    if t > 0.5 {
      t = 1 - t
      return (b.longitude - step * t, b.latitude - rise * t)
    }
    return (a.longitude + step * t, a.latitude + rise * t)
  }
}
