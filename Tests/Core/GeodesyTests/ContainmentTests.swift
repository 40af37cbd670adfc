import ExactGeometry
import Geodesy
import TestSupport
import Testing

@Suite struct ContainmentTests {
  /// A star-shaped ring around a centre, so simple by construction.
  static func star(
    center: (Double, Double), radius: Double, corners: Int, random: inout SeededRandom, clockwise: Bool = false
  ) -> [Coordinate] {
    var angles = (0..<corners).map { (Double($0) + .random(in: 0.1...0.9, using: &random)) / Double(corners) }
    if clockwise { angles.reverse() }
    var ring = angles.map { angle in
      let (s, c) = unit(angle)
      let reach = radius * .random(in: 0.3...1, using: &random)
      return Coordinate(longitude: center.0 + reach * c, latitude: center.1 + reach * s)
    }
    ring.append(ring[0])
    return ring
  }

  /// A point of the square of half-width 1, by the fraction of a turn; no trigonometry is needed.
  private static func unit(_ turn: Double) -> (Double, Double) {
    let position = turn * 4
    let side = Int(position)
    let along = (position - Double(side)) * 2 - 1
    return switch side {
    case 0: (along, 1)
    case 1: (1, -along)
    case 2: (-along, -1)
    default: (-1, along)
    }
  }

  static func nudged(_ value: Double, by steps: Int) -> Double {
    var value = value
    for _ in 0..<abs(steps) { value = steps > 0 ? value.nextUp : value.nextDown }
    return value
  }

  /// Places at, on and within 4 units in the last place of vertices and edges, at their latitudes, and anywhere.
  static func probe(_ polygon: Polygon, _ random: inout SeededRandom) -> Coordinate {
    let ring = polygon.rings[Int.random(in: polygon.rings.indices, using: &random)]
    let index = Int.random(in: 0..<(ring.count - 1), using: &random)
    let (a, b) = (ring[index], ring[index + 1])
    let steps = (Int.random(in: -4...4, using: &random), Int.random(in: -4...4, using: &random))
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3:
      return Coordinate(longitude: nudged(a.longitude, by: steps.0), latitude: nudged(a.latitude, by: steps.1))
    case 3..<8:
      let t = Bool.random(using: &random) ? 0.5 : Double.random(in: 0...1, using: &random)
      let place = Coordinate(
        longitude: a.longitude + (b.longitude - a.longitude) * t, latitude: a.latitude + (b.latitude - a.latitude) * t)
      return Coordinate(longitude: nudged(place.longitude, by: steps.0), latitude: nudged(place.latitude, by: steps.1))
    case 8:
      return Coordinate(longitude: a.longitude + .random(in: -3...3, using: &random), latitude: b.latitude)
    default:
      return Coordinate(
        longitude: a.longitude + .random(in: -2...2, using: &random),
        latitude: b.latitude + .random(in: -2...2, using: &random))
    }
  }

  @Test(arguments: [1, 2, 3, 4]) func equalsExactArithmetic(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var (decided, inside) = (0, 0)
    for round in 0..<100 {
      let corners = round % 10 == 9 ? 150 : Int.random(in: 3...12, using: &random)
      let center = (Double.random(in: 20...150, using: &random), Double.random(in: 20...70, using: &random))
      var polygon = Polygon(rings: [
        Self.star(center: center, radius: 10, corners: corners, random: &random, clockwise: round % 2 == 0)
      ])
      if round % 3 == 0 {
        polygon.rings.append(
          Self.star(center: center, radius: 0.5, corners: 5, random: &random, clockwise: round % 4 == 0))
      }
      guard let shape = try? PreparedShape(validating: .polygon(polygon), rules: .amazon) else { continue }
      let oracle = ExactOracle(polygon)
      for _ in 0..<(corners > 100 ? 100 : 700) {
        let place = Self.probe(polygon, &random)
        let expected = oracle.contains(place)
        let found = shape.contains(place)
        decided += 1
        inside += found ? 1 : 0
        if found != expected { Issue.record("seed \(seed) round \(round): \(polygon) \(place)") }
        if found, !shape.bounds.contains(place) { Issue.record("outside the box: \(polygon) \(place)") }
      }
    }
    #expect(decided > 50_000)
    #expect(inside > decided / 10 && inside < decided * 9 / 10)
  }

  /// Hundreds of long edges, so that the index by latitude decides; both upright and lying.
  @Test func manyLongEdgesEqualExactArithmetic() throws {
    var random = SeededRandom(seed: 31)
    var (decided, inside) = (0, 0)
    for round in 0..<6 {
      var comb = (0..<400).map { index in
        let x = 20 + Double(index) / 16 + .random(in: 0...0.05, using: &random)
        return (x, (index % 2 == 0 ? 31.0 : 50) + Double.random(in: round % 2 == 0 ? 0...9 : 0...0, using: &random))
      }
      comb += [(46, 30), (19, 30)]
      if round > 3 { comb = comb.map { ($0.1, $0.0) } }
      let places = comb.map { Coordinate(longitude: $0.0, latitude: $0.1) }
      let polygon = Polygon(rings: [places + [places[0]]])
      let shape = try PreparedShape(validating: .polygon(polygon), rules: .amazon)
      let oracle = ExactOracle(polygon)
      for _ in 0..<1500 {
        let place = Self.probe(polygon, &random)
        let expected = oracle.contains(place)
        decided += 1
        inside += expected ? 1 : 0
        if shape.contains(place) != expected { Issue.record("round \(round): \(place)") }
      }
    }
    #expect(decided > 8000 && inside > 2000 && inside < decided - 2000)
  }

  /// Both sides of a shared edge: every probe near it belongs to at least one neighbour, and to both only on the edge.
  @Test func sharedEdgesLeaveNoSeam() throws {
    var random = SeededRandom(seed: 9)
    for _ in 0..<100 {
      let low = Coordinate(
        longitude: .random(in: 20...21, using: &random), latitude: .random(in: 30...31, using: &random))
      let high = Coordinate(
        longitude: .random(in: 20...21, using: &random), latitude: .random(in: 33...34, using: &random))
      let west = Coordinate(longitude: 10, latitude: 32)
      let east = Coordinate(longitude: 40, latitude: 32)
      let left = Polygon(rings: [[low, high, west, low]])
      let right = Polygon(rings: [[low, east, high, low]])
      let (a, b) = (
        try PreparedShape(validating: .polygon(left), rules: .amazon),
        try PreparedShape(validating: .polygon(right), rules: .amazon)
      )
      for _ in 0..<200 {
        let t = Double.random(in: 0.001...0.999, using: &random)
        let place = Coordinate(
          longitude: Self.nudged(
            low.longitude + (high.longitude - low.longitude) * t, by: .random(in: -4...4, using: &random)),
          latitude: low.latitude + (high.latitude - low.latitude) * t)
        #expect(a.contains(place) || b.contains(place))
      }
      #expect(a.contains(low) && b.contains(low) && a.contains(high) && b.contains(high))
    }
  }

  /// Moving everything by whole degrees on a coarse grain changes no answer, across the antimeridian or not.
  @Test func shiftsChangeNothing() throws {
    var random = SeededRandom(seed: 5)
    func coarse(_ value: Double) -> Double { (value * 0x1p40).rounded() / 0x1p40 }
    func wrap(_ longitude: Double) -> Double {
      longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }
    var crossing = 0
    for round in 0..<60 {
      let center = (Double.random(in: -20...20, using: &random), Double.random(in: -60...60, using: &random))
      let ring = Self.star(center: center, radius: 15, corners: 4 + round % 9, random: &random).map {
        Coordinate(longitude: coarse($0.longitude), latitude: coarse($0.latitude))
      }
      let polygon = Polygon(rings: [ring])
      guard let home = try? PreparedShape(validating: .polygon(polygon), rules: .amazon) else { continue }
      let places = (0..<60).map { _ in
        let place = Self.probe(polygon, &random)
        return Coordinate(longitude: coarse(place.longitude), latitude: coarse(place.latitude))
      }
      let expected = places.map { home.contains($0) }
      for shift in [-180.0, -171, -90, 33, 160, 170, 180] {
        func moved(_ place: Coordinate) -> Coordinate {
          Coordinate(longitude: wrap(place.longitude + shift), latitude: place.latitude)
        }
        let away = try PreparedShape(validating: .polygon(Polygon(rings: [ring.map(moved)])), rules: .amazon)
        if away.bounds.east > 180 { crossing += 1 }
        #expect(away.bounds.west >= -180 && away.bounds.west <= 180 && away.bounds.east - away.bounds.west < 360)
        for (place, expected) in zip(places, expected) {
          if away.contains(moved(place)) != expected { Issue.record("\(ring) \(place) shift \(shift)") }
          if expected, !away.bounds.contains(moved(place)) { Issue.record("outside the box: \(ring) \(place)") }
        }
      }
    }
    #expect(crossing > 50)
  }

  /// Rings across the antimeridian with full precision, where moving by a turn rounds.
  @Test func antimeridianEqualsExactArithmetic() throws {
    var random = SeededRandom(seed: 6)
    var (decided, tails) = (0, 0)
    for _ in 0..<200 {
      let ring = Self.star(
        center: (180, 45), radius: 110, corners: Int.random(in: 6...14, using: &random), random: &random
      ).map {
        let longitude = $0.longitude > 180 ? $0.longitude - 360 : $0.longitude
        return Coordinate(
          longitude: Self.nudged(longitude, by: .random(in: -1...1, using: &random)),
          latitude: 45 + ($0.latitude - 45) / 3)
      }
      var closed = ring
      closed[closed.count - 1] = closed[0]
      let polygon = Polygon(rings: [closed])
      guard let shape = try? PreparedShape(validating: .polygon(polygon), rules: .amazon) else { continue }
      let oracle = ExactOracle(polygon)
      tails += closed.contains { $0.longitude < 0 && $0.longitude + 360 - 360 != $0.longitude } ? 1 : 0
      for _ in 0..<200 {
        let probe = Self.probe(polygon, &random)
        guard abs(probe.longitude) <= 180 else { continue }
        let expected = oracle.contains(probe)
        decided += 1
        if shape.contains(probe) != expected { Issue.record("\(polygon) \(probe)") }
      }
    }
    #expect(decided > 10_000 && tails > 10)
  }

  /// Numbers so small that products of them vanish in floating point.
  @Test func tinyNumbersStayExact() throws {
    func place(_ x: Double, _ y: Double) -> Coordinate { Coordinate(longitude: x, latitude: y) }
    let tiny = Double.leastNonzeroMagnitude
    let triangle = [place(0, 0), place(4 * tiny, 0), place(0, 4 * tiny), place(0, 0)]
    let shape = try PreparedShape(validating: .polygon(Polygon(rings: [triangle])), rules: .amazon)
    for x in -1...5 {
      for y in -1...5 {
        let expected = x >= 0 && y >= 0 && x + y <= 4
        #expect(shape.contains(place(Double(x) * tiny, Double(y) * tiny)) == expected, "\(x) \(y)")
      }
    }
    let long = [place(-170, -90), place(170 - 341, 0), place(-170, 90), place(tiny, 1e-200), place(-170, -90)]
    let other = try PreparedShape(validating: .polygon(Polygon(rings: [long])), rules: .amazon)
    #expect(other.contains(place(tiny, 1e-200)))
    #expect(!other.contains(place(tiny, 0)) && !other.contains(place(2 * tiny, 1e-200)))
    #expect(other.contains(place(0, 1e-200)) && !other.contains(place(0, 90)))
  }

  @Test func placesThatAreNoneAreOutside() throws {
    let ring = [(0.0, 0.0), (1, 0), (1, 1), (0, 0)].map { Coordinate(longitude: $0.0, latitude: $0.1) }
    let shape = try PreparedShape(validating: .polygon(Polygon(rings: [ring])), rules: .amazon)
    for bad in [(Double.nan, 0.0), (0, .nan), (.infinity, 0), (360.5, 0.2), (0, 91)] {
      #expect(!shape.contains(Coordinate(longitude: bad.0, latitude: bad.1)))
    }
  }
}
