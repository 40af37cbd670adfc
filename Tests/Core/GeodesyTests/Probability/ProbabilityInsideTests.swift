import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct ProbabilityInsideTests {
  private static let fix = Coordinate(longitude: 13.4, latitude: 52.47)

  private static func shape(_ shape: Shape) throws -> PreparedShape {
    try PreparedShape(validating: shape, rules: .geobuf)
  }

  /// A closed ring from metres east and north of `fix`.
  private static func ring(_ metres: [(Double, Double)], around place: Coordinate = fix) -> [Coordinate] {
    let points = metres.map { east, north in
      var longitude = place.longitude + east / (111_319.49 * cos(place.latitude * .pi / 180))
      if longitude > 180 { longitude -= 360 }
      if longitude < -180 { longitude += 360 }
      return Coordinate(longitude: longitude, latitude: place.latitude + north / 111_200)
    }
    return points + [points[0]]
  }

  private static func star(_ corners: Int, _ size: Double, _ random: inout SeededRandom, east: Double = 0)
    -> [(Double, Double)]
  {
    (0..<corners).map { corner in
      let angle = Double(corner) / Double(corners) * 2 * .pi
      let radius = size * Double.random(in: 0.3...1, using: &random)
      return (east + radius * cos(angle), radius * sin(angle))
    }
  }

  @Test func atACirclesCentreItIsTheClosedForm() throws {
    for ratio in [0.1, 0.5, 1, 1.3333, 2, 3, 5, 20] {
      let shape = try Self.shape(.circle(Circle(center: Self.fix, radius: 15 * ratio)))
      let expected = 1 - exp(log(0.32) * ratio * ratio)
      #expect(abs(shape.probabilityInside(of: Self.fix, cep68: 15) - expected) < 1e-7)
      #expect(abs(shape.greatestProbabilityInside(cep68: 15) - expected) < 1e-7)
    }
    let small = try Self.shape(.circle(Circle(center: Self.fix, radius: 20)))
    #expect(abs(small.probabilityInside(of: Self.fix, cep68: 15) - 0.87) < 0.005)
  }

  @Test func theGreatestIsAChanceForTheLeastShapesAndAccuracies() throws {
    let least = Double.leastNonzeroMagnitude
    let ring = [(0.0, 0.0), (least, 0), (least, 1), (0, 0)].map { Coordinate(longitude: $0.0, latitude: $0.1) }
    let sliver = try Self.shape(.polygon(Polygon(rings: [ring])))
    for cep68 in [least, .leastNormalMagnitude, 1e-9, 1, .greatestFiniteMagnitude, .infinity] {
      #expect((0...1).contains(sliver.greatestProbabilityInside(cep68: cep68)), "\(cep68)")
    }
  }

  @Test func circlesAgreeWithBruteForce() throws {
    var random = SeededRandom(seed: 31)
    for _ in 0..<12 {
      let radius = Double.random(in: 2...200, using: &random)
      let cep68 = Double.random(in: 1...100, using: &random)
      let shape = try Self.shape(.circle(Circle(center: Self.fix, radius: radius)))
      let distance = max(0, radius + Double.random(in: -3...3, using: &random) * cep68)
      let fix = Geodesic.direct(from: Self.fix, azimuth: .random(in: 0...360, using: &random), distance: distance).end
      let expected = ErrorCloud.probabilityInside(shape, of: fix, cep68: cep68)
      #expect(abs(shape.probabilityInside(of: fix, cep68: cep68) - expected) < 1e-4)
    }
  }

  @Test func onAStraightBorderItIsAHalfAndInACornerAQuarter() throws {
    let square = try Self.shape(.polygon(Polygon(rings: [Self.ring([(0, 0), (900, 0), (900, 900), (0, 900)])])))
    let east = Coordinate(longitude: Self.fix.longitude + 0.005, latitude: Self.fix.latitude)
    for cep68 in [0.01, 1, 50] {
      #expect(abs(square.probabilityInside(of: Self.fix, cep68: cep68) - 0.25) < 1e-5)
      #expect(abs(square.probabilityInside(of: east, cep68: cep68) - 0.5) < 1e-5)
    }
    // One sigma inside a straight border.
    let inside = Coordinate(longitude: east.longitude, latitude: east.latitude + 10 / 111_266.2)
    #expect(abs(square.probabilityInside(of: inside, cep68: 15.0959) - 0.841345) < 2e-4)
  }

  @Test func polygonsWithHolesAgreeWithBruteForce() throws {
    var random = SeededRandom(seed: 32)
    for round in 0..<4 {
      let size = Double.random(in: 20...120, using: &random)
      var rings = [Self.ring(Self.star(.random(in: 4...60, using: &random), size, &random))]
      if round % 2 == 0 {
        let hole = Self.ring(Self.star(5, size * 0.15, &random))
        rings.append(round % 4 == 0 ? hole : hole.reversed())
      }
      if round % 3 == 0 { rings[0].reverse() }
      let shape = try Self.shape(.polygon(Polygon(rings: rings)))
      let cep68 = size * Double.random(in: 0.02...2, using: &random)
      let offset = Double.random(in: 0...1.2, using: &random) * size
      let fix = Geodesic.direct(from: Self.fix, azimuth: .random(in: 0...360, using: &random), distance: offset).end
      let expected = ErrorCloud.probabilityInside(shape, of: fix, cep68: cep68, step: 0.0125)
      #expect(abs(shape.probabilityInside(of: fix, cep68: cep68) - expected) < 1e-4, "round \(round)")
    }
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5])
  func overlappingPolygonsCountOnce(_ arrangement: Int) throws {
    var random = SeededRandom(seed: 33 + UInt64(arrangement))
    for round in 0..<2 {
      let box: (Double, Double, Double, Double) -> [Coordinate] = { west, south, east, north in
        Self.ring([(west, south), (east, south), (east, north), (west, north)])
      }
      let rings: [[Coordinate]] =
        switch arrangement {
        case 0: [box(-40, -40, 20, 20), box(-10, -30, 50, 30)]  // overlap
        case 1: [box(-40, -40, 0, 40), box(0, -40, 40, 40)]  // share an edge
        case 2: [box(-40, -40, 40, 40), box(-20, -20, 20, 20)]  // one inside the other
        case 3: [box(-40, -40, 40, 40), box(-40, -40, 40, 40)]  // the same twice
        case 4: [box(-40, -40, 0, 40), box(0, -60, 30, 0), box(0, 0, 30, 10)]  // parts of an edge shared
        default: (0..<4).map { Self.ring(Self.star(12, 50, &random, east: Double($0) * 25 - 40)) }
        }
      let polygons = rings.map { Polygon(rings: [round % 2 == 0 ? $0 : $0.reversed()]) }
      let together = try PreparedShape(
        validating: .multiPolygon(polygons),
        rules: ShapeRules(
          maximumVertices: 1000, maximumRings: 10, maximumPolygons: 10, maximumCrossingsPerEdge: 100))
      let cep68 = Double.random(in: 2...60, using: &random)
      let fix = Geodesic.direct(
        from: Self.fix, azimuth: .random(in: 0...360, using: &random), distance: .random(in: 0...60, using: &random)
      ).end
      let expected = ErrorCloud.probabilityInside(together, of: fix, cep68: cep68, step: 0.05)
      #expect(abs(together.probabilityInside(of: fix, cep68: cep68) - expected) < 1e-4, "round \(round)")
    }
  }

  @Test func polygonsApartAddUp() throws {
    let left = Polygon(rings: [Self.ring([(-50, -50), (-5, -50), (-5, 50), (-50, 50)])])
    let right = Polygon(rings: [Self.ring([(5, -50), (50, -50), (50, 50), (5, 50)])])
    let both = try Self.shape(.multiPolygon([left, right]))
    let sum =
      try Self.shape(.polygon(left)).probabilityInside(of: Self.fix, cep68: 20)
      + Self.shape(.polygon(right)).probabilityInside(of: Self.fix, cep68: 20)
    #expect(abs(both.probabilityInside(of: Self.fix, cep68: 20) - sum) < 1e-9)
  }

  @Test func acrossTheAntimeridianItIsTheSameAsElsewhere() throws {
    let metres: [[(Double, Double)]] = [
      [(-70, -40), (30, -50), (60, 45), (-30, 60)], [(-10, -20), (90, -20), (90, 20), (-10, 20)],
    ]
    for longitude in [180, -180, 179.9995, -179.9996] {
      for latitude in [0.0, -17] {
        let there = Coordinate(longitude: longitude, latitude: latitude)
        let here = Coordinate(longitude: 20, latitude: latitude)
        let wrapped = try Self.shape(.multiPolygon(metres.map { Polygon(rings: [Self.ring($0, around: there)]) }))
        let plain = try Self.shape(.multiPolygon(metres.map { Polygon(rings: [Self.ring($0, around: here)]) }))
        let expected = plain.probabilityInside(of: here, cep68: 30)
        #expect(expected > 0.6 && expected < 0.999)
        #expect(abs(wrapped.probabilityInside(of: there, cep68: 30) - expected) < 1e-6)
        let single = try Self.shape(.polygon(Polygon(rings: [Self.ring(metres[0], around: there)])))
        let other = try Self.shape(.polygon(Polygon(rings: [Self.ring(metres[0], around: here)])))
        let one = other.probabilityInside(of: here, cep68: 30)
        #expect(abs(single.probabilityInside(of: there, cep68: 30) - one) < 1e-6)
      }
    }
  }

  @Test func aBeltOfOverlappingPolygonsRoundTheGlobeNeverCountsTooMuch() throws {
    let belt = [-180.0, -100, -20, 60, 140].map { west in
      let east = west + 100 > 180 ? west - 260 : west + 100
      return Polygon(rings: [
        [
          Coordinate(longitude: west, latitude: -1), Coordinate(longitude: east, latitude: -1),
          Coordinate(longitude: east, latitude: 1), Coordinate(longitude: west, latitude: 1),
          Coordinate(longitude: west, latitude: -1),
        ]
      ])
    }
    let shape = try Self.shape(.multiPolygon(belt))
    #expect(shape.probabilityInside(of: Coordinate(longitude: 0, latitude: 0), cep68: 100) == 1)
    #expect(abs(shape.probabilityInside(of: Coordinate(longitude: 70, latitude: 1), cep68: 100) - 0.5) < 1e-3)
  }

  @Test func withTinyAccuracyItIsTheRuleOfThePoint() throws {
    var random = SeededRandom(seed: 34)
    let ring = Self.ring(Self.star(300, 100, &random))
    let shape = try Self.shape(.polygon(Polygon(rings: [ring])))
    for _ in 0..<2000 {
      let fix = Geodesic.direct(
        from: Self.fix, azimuth: .random(in: 0...360, using: &random), distance: .random(in: 0...110, using: &random)
      ).end
      let chance = shape.probabilityInside(of: fix, cep68: 1e-4)
      #expect((chance > 0.5) == shape.contains(fix))
    }
    #expect(shape.probabilityInside(of: Self.fix, cep68: 0) == 1)
    for nothing in [-3, -Double.infinity, .infinity, .nan] {
      #expect(shape.probabilityInside(of: Self.fix, cep68: nothing) == 0)
    }
    #expect(shape.probabilityInside(of: Coordinate(longitude: 200, latitude: .nan), cep68: 5) == 0)
  }

  /// Every level of detail of one outline: runs with boxes, chords for near vertices, single edges.
  @Test func manyVerticesGiveTheSameAsFew() throws {
    let square: [(Double, Double)] = [(-60, -50), (70, -40), (65, 55), (-50, 45)]
    func divided(_ parts: Int) -> [(Double, Double)] {
      square.indices.flatMap { index in
        let (a, b) = (square[index], square[(index + 1) % square.count])
        return (0..<parts).map { part in
          let t = Double(part) / Double(parts)
          return (a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1))
        }
      }
    }
    let few = try Self.shape(.polygon(Polygon(rings: [Self.ring(square)])))
    let many = try Self.shape(.polygon(Polygon(rings: [Self.ring(divided(2500))])))
    for (cep68, metres) in [(1.0, 64.0), (5, 60), (20, 50), (60, 0), (300, 20), (5000, 100)] {
      let fix = Geodesic.direct(from: Self.fix, azimuth: 80, distance: metres).end
      let expected = few.probabilityInside(of: fix, cep68: cep68)
      #expect(abs(many.probabilityInside(of: fix, cep68: cep68) - expected) < 1e-5)
    }
  }

  @Test func aJaggedCoastOfManyVerticesAgreesWithBruteForce() throws {
    var random = SeededRandom(seed: 35)
    let coast = (0..<19_990).map { index -> (Double, Double) in
      let angle = Double(index) / 19_990 * 2 * .pi
      let radius = 1000 * (1 + 0.2 * sin(5 * angle)) * Double.random(in: 0.98...1, using: &random)
      return (radius * cos(angle), radius * sin(angle))
    }
    let shape = try Self.shape(.polygon(Polygon(rings: [Self.ring(coast)])))
    for (cep68, metres) in [(5.0, 1000.0), (30, 1100), (200, 900), (2000, 300)] {
      let fix = Geodesic.direct(from: Self.fix, azimuth: 70, distance: metres).end
      let expected = ErrorCloud.probabilityInside(shape, of: fix, cep68: cep68, wedges: 720, step: 0.02)
      // The wedges meet only some of the teeth: the oracle's own error is about 1e-4.
      #expect(abs(shape.probabilityInside(of: fix, cep68: cep68) - expected) < 3e-4)
    }
  }
}
