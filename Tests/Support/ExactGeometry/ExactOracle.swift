public import Geodesy

/// Says by brute force and whole numbers whether a polygon holds a place. Shares nothing with the code under test but
/// the plain values `Coordinate` and `Polygon`.
///
/// Exact for all doubles: 2^-110 degrees is the unit of a fast path in 128 and 256 bits, whatever is finer is computed
/// in integers of any size. An edge goes the short way round the globe; a border belongs to the polygon.
public struct ExactOracle: Sendable {
  private struct Ring: Sendable {
    private(set) var vertices: [ExactVertex] = []
    /// Apart from the rest, for the loop that most edges end in.
    private(set) var latitudes: [Double] = []
    private var south = Double.infinity
    private var north = -Double.infinity
    /// Rounded.
    private var west = Double.infinity
    private var east = -Double.infinity

    mutating func append(_ place: Coordinate, turns: Int) {
      vertices.append(ExactVertex(place, turns: turns))
      latitudes.append(place.latitude)
      south = min(south, place.latitude)
      north = max(north, place.latitude)
      west = min(west, place.longitude + 360 * Double(turns))
      east = max(east, place.longitude + 360 * Double(turns))
    }

    /// False only when the place, so many turns further east, is far from the ring: the slack is far above all rounding.
    func mayHold(_ place: Coordinate, turns: Int) -> Bool {
      let x = place.longitude + 360 * Double(turns)
      return place.latitude >= south && place.latitude <= north && x >= west - 1e-6 && x <= east + 1e-6
    }
  }

  private let rings: [Ring]

  /// The rings are closed, of valid places, and round no pole.
  public init(_ polygon: Polygon) {
    rings = polygon.rings.map { places in
      var ring = Ring()
      var turns = 0
      for place in places {
        if let last = ring.vertices.last { turns = Self.nearestTurns(of: place, to: last) }
        ring.append(place, turns: turns)
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
      for ring in rings where ring.mayHold(place, turns: turns) {
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
    for index in 1..<ring.latitudes.count {
      let (aY, bY) = (ring.latitudes[index - 1], ring.latitudes[index])
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
