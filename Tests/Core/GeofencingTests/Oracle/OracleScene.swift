import Foundation
import Geodesy
import TestSupport

/// A part of the globe, and random shapes in it that share edges, vertices, cell borders and sizes from a metre to a
/// country.
struct OracleScene {
  /// Degrees; the latitude is within the poles.
  let center: (x: Double, y: Double)
  /// Degrees from the centre to what lies in the scene.
  let reach: Double

  /// A third lies at the antimeridian, the prime meridian, the equator or a cell's corner.
  init(_ random: inout SeededRandom) {
    let reach = pow(10, Double.random(in: -5...1.2, using: &random))
    let level = Int.random(in: 1...20, using: &random)
    var (x, y) = (Double.random(in: -180...180, using: &random), Double.random(in: -75...75, using: &random))
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: x = 180
    case 2: x = 0
    case 3: (x, y) = (Bool.random(using: &random) ? x : 0, 0)
    case 4: (x, y) = (Cell.border(x, level), Cell.border(y, level))
    case 5: y = (Bool.random(using: &random) ? 1 : -1) * (90 - reach * Double.random(in: 0...2, using: &random))
    default: break
    }
    self.center = (x, min(90, max(-90, y)))
    self.reach = reach
  }

  /// The place at a point of the plane: longitudes past the antimeridian come back on the other side, exactly.
  static func place(_ x: Double, _ y: Double) -> Coordinate {
    let longitude = x > 180 ? x - 360 : x < -180 ? x + 360 : x
    return Coordinate(longitude: longitude, latitude: min(90, max(-90, y)))
  }

  func anywhere(_ random: inout SeededRandom, within factor: Double = 1) -> (x: Double, y: Double) {
    (
      center.x + reach * .random(in: -factor...factor, using: &random),
      center.y + reach * .random(in: -factor...factor, using: &random)
    )
  }

  /// One shape, or several that share edges and vertices.
  func shapes(_ random: inout SeededRandom) -> [Shape] {
    let size = reach * pow(10, Double.random(in: -2...0, using: &random))
    let middle = anywhere(&random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: return [.polygon(Polygon(rings: [star(middle, size, corners(&random), &random)]))]
    case 2: return [.polygon(holed(middle, size, &random))]
    case 3: return [multiPolygon(middle, size, &random)]
    case 4, 5: return tessellation(middle, size, &random)
    case 6: return [sliver(&random)]
    case 7: return [onCellBorders(middle, size, &random)]
    case 8: return tessellation(middle, size, &random, onBorders: true)
    case 9:
      // Up to a country; the scene may lie inside it, at its border, or in its hole.
      let size = max(size, min(25, reach * pow(10, Double.random(in: 0...3, using: &random))))
      return [
        .polygon(Polygon(rings: [star(anywhere(&random, within: 1 + size / reach), size, corners(&random), &random)]))
      ]
    default:
      let radius = min(100_000, size * 111_000 * Double.random(in: 0.1...1, using: &random))
      return [.circle(Circle(center: Self.place(middle.x, middle.y), radius: max(1, radius)))]
    }
  }

  private func corners(_ random: inout SeededRandom) -> Int {
    Int(pow(10, Double.random(in: 0.48...2.31, using: &random)).rounded())
  }

  /// Star-shaped around its middle, so simple by construction.
  private func star(
    _ middle: (x: Double, y: Double), _ size: Double, _ corners: Int, _ random: inout SeededRandom,
    least: Double = 0.3
  ) -> [Coordinate] {
    let isClockwise = Bool.random(using: &random)
    var ring = (0..<max(3, corners)).map { index in
      let part = (Double(index) + .random(in: 0.1...0.9, using: &random)) / Double(max(3, corners))
      let angle = 2 * .pi * (isClockwise ? -part : part)
      let radius = size * .random(in: least...1, using: &random)
      return Self.place(middle.x + radius * cos(angle), middle.y + radius * sin(angle))
    }
    ring.append(ring[0])
    return ring
  }

  private func holed(_ middle: (x: Double, y: Double), _ size: Double, _ random: inout SeededRandom) -> Polygon {
    var rings = [star(middle, size, Int.random(in: 8...100, using: &random), &random, least: 0.8)]
    for index in 0..<Int.random(in: 1...4, using: &random) {
      let angle = Double(index) * .pi / 2
      let offset = (x: middle.x + size * 0.35 * cos(angle), y: middle.y + size * 0.35 * sin(angle))
      rings.append(star(offset, size * 0.2, corners(&random), &random))
    }
    return Polygon(rings: rings)
  }

  private func multiPolygon(_ middle: (x: Double, y: Double), _ size: Double, _ random: inout SeededRandom) -> Shape {
    let count = Int.random(in: 2...4, using: &random)
    return .multiPolygon(
      (0..<count).map { index in
        let angle = 2 * Double.pi * Double(index) / Double(count)
        let part = (x: middle.x + size * cos(angle), y: middle.y + size * sin(angle))
        return Bool.random(using: &random)
          ? holed(part, size * 0.4, &random)
          : Polygon(rings: [star(part, size * 0.6, corners(&random), &random)])
      })
  }

  /// Quadrilaterals and triangles over a jittered lattice, or over corners of cells: neighbours share edges exactly.
  private func tessellation(
    _ middle: (x: Double, y: Double), _ size: Double, _ random: inout SeededRandom, onBorders: Bool = false
  ) -> [Shape] {
    let (columns, rows) = (Int.random(in: 1...4, using: &random), Int.random(in: 1...4, using: &random))
    let step = onBorders ? Cell.size(Cell.level(ofSize: size / 2)) : size / 2
    let origin = onBorders ? (x: Cell.border(middle.x, size: step), y: Cell.border(middle.y, size: step)) : middle
    let jitter = onBorders ? 0 : 0.24
    let lattice = (0...rows).map { row in
      (0...columns).map { column in
        Self.place(
          origin.x + step * (Double(column) + .random(in: -jitter...jitter, using: &random)),
          origin.y + step * (Double(row) + .random(in: -jitter...jitter, using: &random)))
      }
    }
    var shapes: [Shape] = []
    for row in 0..<rows {
      for column in 0..<columns {
        let (a, b) = (lattice[row][column], lattice[row][column + 1])
        let (c, d) = (lattice[row + 1][column + 1], lattice[row + 1][column])
        let rings = Bool.random(using: &random) ? [[a, b, c, d, a]] : [[a, b, c, a], [c, a, d, c]]
        shapes += rings.map { .polygon(Polygon(rings: [$0])) }
      }
    }
    return shapes
  }

  /// A triangle whose third corner is some units in the last place off the middle of the other two.
  private func sliver(_ random: inout SeededRandom) -> Shape {
    let (a, b) = (anywhere(&random), anywhere(&random))
    let t = Bool.random(using: &random) ? 0.5 : Double.random(in: 0...1, using: &random)
    let c = Self.place(
      (a.x + (b.x - a.x) * t).nudged(by: .random(in: -20...20, using: &random)),
      (a.y + (b.y - a.y) * t).nudged(by: .random(in: -20...20, using: &random)))
    let (from, to) = (Self.place(a.x, a.y), Self.place(b.x, b.y))
    return .polygon(Polygon(rings: [[from, to, c, from]]))
  }

  /// A star whose corners are corners of cells.
  private func onCellBorders(_ middle: (x: Double, y: Double), _ size: Double, _ random: inout SeededRandom) -> Shape {
    let step = Cell.size(Cell.level(ofSize: size / Double(Int.random(in: 2...40, using: &random))))
    let ring = star(middle, size, corners(&random), &random).map {
      Self.place(Cell.border($0.longitude, size: step), Cell.border($0.latitude, size: step))
    }
    return .polygon(Polygon(rings: [ring]))
  }
}

/// Cells of 360 / 2^level degrees whose borders lie at -180 and -90; all of these numbers are exact.
enum Cell {
  static func size(_ level: Int) -> Double { 360 / Double(1 << level) }

  static func level(ofSize size: Double) -> Int {
    Int(max(1, min(30, (log2(360 / size)).rounded(.up))))
  }

  /// The border next to `value`.
  static func border(_ value: Double, size: Double) -> Double { ((value + 180) / size).rounded() * size - 180 }

  static func border(_ value: Double, _ level: Int) -> Double { border(value, size: size(level)) }
}

extension Double {
  /// So many units in the last place up or down.
  func nudged(by steps: Int) -> Double {
    var value = self
    for _ in 0..<abs(steps) { value = steps > 0 ? value.nextUp : value.nextDown }
    return value
  }
}
