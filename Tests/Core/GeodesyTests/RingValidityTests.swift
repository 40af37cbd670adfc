import Geodesy
import TestSupport
import Testing

/// Rings with corners on a small grid, where everything degenerate happens often, against a check of all pairs of
/// edges in integers.
@Suite struct RingValidityTests {
  private typealias Corner = (x: Int, y: Int)

  private static func turn(_ a: Corner, _ b: Corner, _ c: Corner) -> Int {
    ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).signum()
  }

  private static func isOn(_ c: Corner, _ a: Corner, _ b: Corner) -> Bool {
    turn(a, b, c) == 0 && min(a.x, b.x) <= c.x && c.x <= max(a.x, b.x) && min(a.y, b.y) <= c.y && c.y <= max(a.y, b.y)
  }

  private static func meet(_ a: Corner, _ b: Corner, _ c: Corner, _ d: Corner) -> Bool {
    isOn(a, c, d) || isOn(b, c, d) || isOn(c, a, b) || isOn(d, a, b)
      || (turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0)
  }

  private static func distinct(_ ring: [Corner]) -> [Corner] {
    var result: [Corner] = []
    for corner in ring where result.last.map({ $0 != corner }) ?? true { result.append(corner) }
    while result.count > 1, result[0] == result[result.count - 1] { result.removeLast() }
    return result
  }

  private static func isSimple(_ ring: [Corner]) -> Bool {
    let n = ring.count
    if n < 3 { return false }
    for i in 0..<n {
      let (a, b, c) = (ring[i], ring[(i + 1) % n], ring[(i + 2) % n])
      if isOn(c, a, b) || isOn(a, b, c) { return false }
      for j in 0..<n where j != i && (j + 1) % n != i && (i + 1) % n != j {
        if meet(ring[i], ring[(i + 1) % n], ring[j], ring[(j + 1) % n]) { return false }
      }
    }
    return true
  }

  private static func ringsMeet(_ first: [Corner], _ second: [Corner]) -> Bool {
    first.indices.contains { i in
      second.indices.contains { j in
        meet(first[i], first[(i + 1) % first.count], second[j], second[(j + 1) % second.count])
      }
    }
  }

  private static func holds(_ ring: [Corner], _ corner: Corner) -> Bool {
    ring.indices.count { index in
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      return (a.y > corner.y) != (b.y > corner.y) && (b.y > a.y) == (turn(a, b, corner) > 0)
    } % 2 == 1
  }

  private static func isValid(_ rings: [[Corner]]) -> Bool {
    guard rings.allSatisfy(isSimple) else { return false }
    for i in rings.indices {
      for j in rings.indices where j < i {
        if ringsMeet(rings[i], rings[j]) { return false }
        if j == 0 ? !holds(rings[0], rings[i][0]) : holds(rings[j], rings[i][0]) || holds(rings[i], rings[j][0]) {
          return false
        }
      }
    }
    return true
  }

  private static func polygon(_ rings: [[Corner]], shift: Double) -> Polygon {
    Polygon(
      rings: rings.map { ring in
        let places = ring.map { corner in
          let longitude = Double(corner.x) + shift
          return Coordinate(longitude: longitude > 180 ? longitude - 360 : longitude, latitude: Double(corner.y))
        }
        return places + [places[0]]
      })
  }

  private static func agree(_ rings: [[Corner]], _ random: inout SeededRandom) -> Bool {
    let expected = isValid(rings.map(distinct))
    // Anywhere, and across the antimeridian.
    let shape = Shape.polygon(polygon(rings, shift: [0, 177][Int.random(in: 0...1, using: &random)]))
    let found = (try? PreparedShape(validating: shape, rules: .amazon)) != nil
    if found != expected { Issue.record("expected \(expected): \(shape)") }
    return expected
  }

  @Test func singleRings() {
    var random = SeededRandom(seed: 21)
    var valid = 0
    for round in 0..<12_000 {
      let size = 2 + round % 5
      let ring = (0..<(3 + round % 6)).map { _ in
        (x: Int.random(in: 0...size, using: &random), y: Int.random(in: 0...size, using: &random))
      }
      valid += Self.agree([ring], &random) ? 1 : 0
    }
    #expect(valid > 1500 && valid < 9000)
  }

  @Test func ringsWithHoles() {
    var random = SeededRandom(seed: 22)
    var valid = 0
    for _ in 0..<6000 {
      var rings: [[Corner]] = [[(0, 0), (9, 0), (9, 9), (5, Int.random(in: 4...9, using: &random)), (0, 9)]]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let (x, y) = (Int.random(in: 0...7, using: &random), Int.random(in: 0...7, using: &random))
        let reach = Int.random(in: 1...4, using: &random)
        rings.append(
          (0..<Int.random(in: 3...4, using: &random)).map { _ in
            (x: x + Int.random(in: 0...reach, using: &random), y: y + Int.random(in: 0...reach, using: &random))
          })
      }
      valid += Self.agree(rings, &random) ? 1 : 0
    }
    #expect(valid > 300 && valid < 5000)
  }
}
