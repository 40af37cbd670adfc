public import Geodesy

/// Says by brute force and whole numbers whether a polygon holds a place. Shares nothing with the code under test but
/// the plain values `Coordinate` and `Polygon`.
///
/// Exact for all doubles: 2^-110 degrees is the unit of a fast path in 128 and 256 bits, whatever is finer is computed
/// in integers of any size. An edge goes the short way round the globe; a border belongs to the polygon.
public struct ExactOracle: Sendable {
  private struct Ring: Sendable {
    var vertices: [ExactVertex] = []
    var south = Double.infinity
    var north = -Double.infinity
  }

  private let rings: [Ring]

  /// The rings are closed, of valid places, and round no pole.
  public init(_ polygon: Polygon) {
    rings = polygon.rings.map { places in
      var ring = Ring()
      var turns = 0
      for place in places {
        if let last = ring.vertices.last { turns = Self.nearestTurns(of: place, to: last) }
        ring.vertices.append(ExactVertex(place, turns: turns))
        ring.south = min(ring.south, place.latitude)
        ring.north = max(ring.north, place.latitude)
      }
      return ring
    }
  }

  /// The number of turns that brings `place` within half a turn of `other`.
  private static func nearestTurns(of place: Coordinate, to other: ExactVertex) -> Int {
    guard abs(place.longitude - other.longitude) >= 179 else { return other.turns }
    let step = BigInteger(scaled: place.longitude) - BigInteger(scaled: other.longitude)
    let half = BigInteger(scaled: 180)
    if (step - half).signum > 0 { return other.turns - 1 }
    return (step + half).signum < 0 ? other.turns + 1 : other.turns
  }

  /// Whether the place is inside or on the border.
  public func contains(_ place: Coordinate) -> Bool {
    var isInside = false
    for turns in -1...1 {
      var probe: ExactVertex?
      for ring in rings where place.latitude >= ring.south && place.latitude <= ring.north {
        let exact = probe ?? ExactVertex(place, turns: turns)
        probe = exact
        guard let parity = Self.crosses(ring, exact) else { return true }
        if parity { isInside.toggle() }
      }
    }
    return isInside
  }

  /// Whether a ray from the probe to the east meets the ring an odd number of times; nil on the border.
  private static func crosses(_ ring: Ring, _ probe: ExactVertex) -> Bool? {
    var isOdd = false
    let y = probe.latitude
    for index in 1..<ring.vertices.count {
      let aY = ring.vertices[index - 1].latitude
      let bY = ring.vertices[index].latitude
      if (aY < y && bY < y) || (aY > y && bY > y) { continue }
      let (a, b) = (ring.vertices[index - 1], ring.vertices[index])
      let straddles = (aY <= y) != (bY <= y)
      let (fromA, fromB) = (probe.compareX(a), probe.compareX(b))
      if fromA > 0, fromB > 0 { continue }
      if fromA < 0, fromB < 0 {
        if straddles { isOdd.toggle() }
        continue
      }
      let turn = ExactVertex.turn(a, b, probe)
      if turn == 0 { return nil }
      if straddles, (bY > aY) == (turn > 0) { isOdd.toggle() }
    }
    return isOdd
  }
}
