import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct BoundaryDistanceTests {
  static func place(_ longitude: Double, _ latitude: Double) -> Coordinate {
    Coordinate(longitude: longitude, latitude: latitude)
  }

  static func polygon(_ rings: [[(Double, Double)]]) throws -> PreparedShape {
    let polygon = Polygon(rings: rings.map { ring in ring.map { place($0.0, $0.1) } })
    return try PreparedShape(validating: .polygon(polygon), rules: .amazon)
  }

  /// A star-shaped ring around a place: `reach` in degrees of longitude, or as much of it as latitude leaves.
  static func ring(
    _ random: inout SeededRandom, around center: Coordinate, reach: Double, count: Int, least: Double = 0.3
  ) -> [Coordinate] {
    var ring = (0..<count).map { index in
      let angle = 2 * Double.pi * (Double(index) + .random(in: 0..<0.9, using: &random)) / Double(count)
      let size = reach * .random(in: least...1, using: &random)
      let up = size * sin(angle)
      return place(
        (center.longitude + size * cos(angle)).remainder(dividingBy: 360),
        min(90, max(-90, center.latitude + (up > 0 ? min(up, 90 - center.latitude) : max(up, -90 - center.latitude)))))
    }
    ring.append(ring[0])
    return ring
  }

  static func anywhere(_ random: inout SeededRandom, near center: Coordinate, reach: Double) -> Coordinate {
    place(
      (center.longitude + .random(in: -2 * reach...2 * reach, using: &random)).remainder(dividingBy: 360),
      min(90, max(-90, center.latitude + .random(in: -2 * reach...2 * reach, using: &random))))
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func agreesWithSampling(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var (compared, inside, worst) = (0, 0, 0.0)
    for round in 0..<40 {
      let reach = pow(10, Double.random(in: -4...1.9, using: &random))
      let latitudes = [Double.random(in: -90...90, using: &random), 0, 89, -85]
      let center = Self.place(
        round % 3 == 0 ? 180 : .random(in: -180...180, using: &random), latitudes[round % latitudes.count])
      var rings = [Self.ring(&random, around: center, reach: reach, count: Int.random(in: 3...7, using: &random))]
      if round % 2 == 0 {
        rings.append(Self.ring(&random, around: center, reach: reach / 10, count: 4))
      }
      let shape = Shape.polygon(Polygon(rings: rings))
      guard let prepared = try? PreparedShape(validating: shape, rules: .amazon) else { continue }
      let sampled = SampledBoundary(rings)
      var probes = (0..<3).map { _ in Self.anywhere(&random, near: center, reach: reach) }
      probes.append(Self.anywhere(&random, near: center, reach: reach / 6))
      probes.append(Self.place(.random(in: -180...180, using: &random), .random(in: -90...90, using: &random)))
      for probe in probes {
        let expected = sampled.distance(from: probe)
        guard expected < 19_000_000 else { continue }
        let found = prepared.signedDistanceToBoundary(from: probe)
        worst = max(worst, abs(abs(found) - expected))
        if abs(abs(found) - expected) > 1e-4 { Issue.record("seed \(seed) round \(round): \(found) \(expected)") }
        #expect((found <= 0) == prepared.contains(probe))
        let nearest = try #require(prepared.nearestBoundaryPlace(to: probe))
        #expect(abs(nearest.distance(to: probe) - abs(found)) < 1e-6)
        #expect(prepared.isFarther(than: abs(found) - 1e-3, from: probe) == (found > 0))
        #expect(!prepared.isFarther(than: abs(found) + 1e-3, from: probe))
        compared += 1
        inside += found < 0 ? 1 : 0
      }
    }
    print("agreesWithSampling seed \(seed): \(compared) compared, worst \(worst) m")
    #expect(compared > 100 && inside > 10)
  }

  /// Between two places of 60 degrees north, the parallel runs far south of the geodesic between them.
  @Test func longEdgesAreStraightInLongitudeAndLatitude() throws {
    let strip = try Self.polygon([[(-80, 60), (80, 60), (80, 61), (-80, 61), (-80, 60)]])
    let probe = Self.place(0, 59)
    let found = strip.signedDistanceToBoundary(from: probe)
    #expect(abs(found - probe.distance(to: Self.place(0, 60))) < 1e-6)
    let nearest = try #require(strip.nearestBoundaryPlace(to: probe))
    #expect(abs(nearest.longitude) < 1e-6 && nearest.latitude == 60)
    #expect(strip.signedDistanceToBoundary(from: Self.place(0, 75)) > 1_000_000)
  }

  /// The parallel of 80 degrees keeps its distance from the pole: every place of it is nearest.
  @Test func anEdgeAllAlongEquallyNear() throws {
    let strip = try Self.polygon([[(-85, 79), (85, 79), (85, 80), (0, 80), (-85, 80), (-85, 79)]])
    let pole = Self.place(12, 90)
    #expect(abs(strip.signedDistanceToBoundary(from: pole) - pole.distance(to: Self.place(0, 80))) < 1e-3)
  }

  @Test func theBorderIsZeroAndNothingElseIs() throws {
    let shape = try Self.polygon([
      [(170, -3), (-170, -3), (-170, 5), (170, 5), (170, -3)], [(178, 0), (179, 0), (179, 1), (178, 1), (178, 0)],
    ])
    for border in [(170.0, -3.0), (-170, 5), (180, -3), (-180, 5), (175, 5), (178, 0.5), (178.5, 1), (-170, 0)] {
      #expect(shape.signedDistanceToBoundary(from: Self.place(border.0, border.1)) == 0, "\(border)")
    }
    #expect(shape.signedDistanceToBoundary(from: Self.place(175, 5.0.nextUp)) > 0)
    #expect(shape.signedDistanceToBoundary(from: Self.place(175, 5.0.nextDown)) < 0)
    // Beside the hole's edge: its inside is outside.
    #expect(shape.signedDistanceToBoundary(from: Self.place(178.0.nextUp, 0.5)) > 0)
    #expect(shape.signedDistanceToBoundary(from: Self.place(178.0.nextDown, 0.5)) < 0)
    #expect(shape.signedDistanceToBoundary(from: Self.place(.nan, 0)).isNaN)
    #expect(shape.nearestBoundaryPlace(to: Self.place(0, 91)) == nil)
    #expect(shape.isFarther(than: .infinity, from: Self.place(0, .nan)))
    #expect(!shape.isFarther(than: .infinity, from: Self.place(0, 0)))
  }

  @Test func circlesAreDistanceLessRadius() throws {
    var random = SeededRandom(seed: 5)
    for latitude in [0.0, 48, 89.99, -90] {
      let center = Self.place(179.99, latitude)
      let shape = try PreparedShape(validating: .circle(Circle(center: center, radius: 20_000)), rules: .amazon)
      for _ in 0..<50 {
        let probe = Geodesic.direct(
          from: center, azimuth: .random(in: -180...180, using: &random),
          distance: .random(in: 0...60_000, using: &random)
        ).end
        let found = shape.signedDistanceToBoundary(from: probe)
        #expect(found == center.distance(to: probe) - 20_000)
        let nearest = try #require(shape.nearestBoundaryPlace(to: probe))
        #expect(abs(nearest.distance(to: probe) - abs(found)) < 1e-6)
        #expect(abs(nearest.distance(to: center) - 20_000) < 1e-6)
        #expect(shape.isFarther(than: 10_000, from: probe) == (found > 10_000))
      }
    }
    let pole = try PreparedShape(
      validating: .circle(Circle(center: Self.place(0, 90), radius: 100)), rules: .amazon)
    #expect(pole.signedDistanceToBoundary(from: Self.place(77, 90)) == -100)
    #expect(try #require(pole.nearestBoundaryPlace(to: Self.place(77, 90))).latitude < 90)
  }

  private static func rectangle(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> Polygon {
    Polygon(rings: [
      [(west, south), (east, south), (east, north), (west, north), (west, south)].map {
        place($0.0.remainder(dividingBy: 360), $0.1)
      }
    ])
  }

  /// Polygons that overlap or share edges are measured as the one polygon that they make together.
  @Test(arguments: [0.0, 179.5, -180]) func multipolygonsAreTheirUnion(east: Double) throws {
    var random = SeededRandom(seed: 31)
    func shape(_ polygons: [Polygon]) throws -> PreparedShape {
      try PreparedShape(validating: .multiPolygon(polygons), rules: .amazon)
    }
    func ring(_ places: [(Double, Double)]) -> Polygon {
      Polygon(rings: [places.map { Self.place(($0.0 + east).remainder(dividingBy: 360), $0.1) }])
    }
    func rectangle(_ west: Double, _ south: Double, _ last: Double, _ north: Double) -> Polygon {
      Self.rectangle(west + east, south, last + east, north)
    }
    let square = ring([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)])
    // Cut along a slanted line whose ends are no doubles of the edges' lines: the districts share it exactly.
    let halves = [
      ring([(-1, -1), (0.3, -1), (-0.7, 1), (-1, 1), (-1, -1)]),
      ring([(0.3, -1), (1, -1), (1, 1), (-0.7, 1), (0.3, -1)]),
    ]
    let quarters = [
      rectangle(-1, -1, 0, 0), rectangle(0, -1, 1, 0), rectangle(-1, 0, 0, 1), rectangle(0, 0, 1, 1),
    ]
    let cross = ring([
      (-1, -3), (1, -3), (1, -1), (3, -1), (3, 1), (1, 1), (1, 3), (-1, 3), (-1, 1), (-3, 1), (-3, -1), (-1, -1),
      (-1, -3),
    ])
    let beams = [rectangle(-1, -3, 1, 3), rectangle(-3, -1, 3, 1)]
    // A hole that another polygon fills.
    let frame = Polygon(rings: square.rings + rectangle(-0.5, -0.5, 0.5, 0.5).rings)
    let filled = [frame, rectangle(-0.5, -0.5, 0.5, 0.5)]
    for (parts, whole) in [(halves, square), (quarters, square), (beams, cross), (filled, square)] {
      let union = try shape(parts)
      let single = try PreparedShape(validating: .polygon(whole), rules: .amazon)
      var inside = 0
      for _ in 0..<25 {
        let probe = Self.place(
          (.random(in: -2...2, using: &random) + east).remainder(dividingBy: 360), .random(in: -2...2, using: &random))
        let expected = single.signedDistanceToBoundary(from: probe)
        #expect(abs(union.signedDistanceToBoundary(from: probe) - expected) < 1e-3)
        inside += expected < 0 ? 1 : 0
      }
      #expect(inside > 3)
    }
    // On an edge that two share it is inside; on the border of the whole it is on the border.
    let districts = try shape(quarters)
    #expect(districts.signedDistanceToBoundary(from: Self.place(east, 0)) < -100_000)
    #expect(districts.signedDistanceToBoundary(from: Self.place(east, 1)) == 0)
    // Apart, each for itself.
    let islands = try shape([rectangle(-1, -1, 0, 0), rectangle(5, 5, 6, 6)])
    let island = try PreparedShape(validating: .polygon(rectangle(-1, -1, 0, 0)), rules: .amazon)
    let probe = Self.place((east - 0.3).remainder(dividingBy: 360), -0.4)
    #expect(islands.signedDistanceToBoundary(from: probe) == island.signedDistanceToBoundary(from: probe))
  }

  /// Large shapes answer from few edges; the oracle looks at them all.
  @Test func largePolygons() throws {
    var random = SeededRandom(seed: 77)
    for center in [Self.place(13.4, 52.5), Self.place(-179.99, -70), Self.place(40, 89)] {
      let ring = Self.ring(&random, around: center, reach: 0.9, count: 1_000, least: 0.98)
      let shape = try PreparedShape(validating: .polygon(Polygon(rings: [ring])), rules: .geobuf)
      let sampled = SampledBoundary([ring])
      for _ in 0..<3 {
        let probe = Self.anywhere(&random, near: center, reach: 0.8)
        let expected = sampled.distance(from: probe, samples: 2)
        #expect(abs(abs(shape.signedDistanceToBoundary(from: probe)) - expected) < 1e-4)
      }
    }
  }
}
