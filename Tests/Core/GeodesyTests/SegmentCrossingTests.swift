import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct SegmentCrossingTests {
  private struct Grid: Equatable {
    var x: Int
    var y: Int

    /// Quarter degrees, the whole turned east, so that shapes lie across the antimeridian too.
    func place(turned: Int) -> Coordinate {
      var x = (self.x + turned) % 1440
      if x > 720 { x -= 1440 }
      if x < -720 { x += 1440 }
      return Coordinate(longitude: Double(x) / 4, latitude: Double(y) / 4)
    }
  }

  private static func side(_ a: Grid, _ b: Grid, _ p: Grid) -> Int {
    ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)).signum()
  }

  private static func holds(_ a: Grid, _ b: Grid, _ p: Grid) -> Bool {
    side(a, b, p) == 0 && min(a.x, b.x)...max(a.x, b.x) ~= p.x && min(a.y, b.y)...max(a.y, b.y) ~= p.y
  }

  private static func meet(_ a: Grid, _ b: Grid, _ c: Grid, _ d: Grid) -> Bool {
    holds(a, b, c) || holds(a, b, d) || holds(c, d, a) || holds(c, d, b)
      || (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0)
  }

  /// In whole numbers: an end inside by counting rays, or an edge met.
  private static func isCrossed(_ rings: [[Grid]], _ a: Grid, _ b: Grid) -> Bool {
    var rays = 0
    for ring in rings {
      for (c, d) in zip(ring, ring.dropFirst()) {
        if meet(a, b, c, d) { return true }
        if (c.y <= a.y) != (d.y <= a.y), (side(c, d, a) > 0) == (d.y > c.y) { rays += 1 }
      }
    }
    return rays % 2 == 1
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>) func polygonsAgreeWithWholeNumbers(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var (shapes, hits, misses) = (0, 0, 0)
    while shapes < 150 {
      func point(_ reach: Int) -> Grid {
        Grid(x: .random(in: -reach...reach, using: &random), y: .random(in: -reach...reach, using: &random))
      }
      var ring = (0..<Int.random(in: 3...8, using: &random)).map { _ in point(12) }
      ring.append(ring[0])
      var rings = [ring]
      if Bool.random(using: &random) {
        let corner = point(10)
        rings.append(
          [(0, 0), (1, 0), (1, 1), (0, 0)].map { Grid(x: corner.x + $0.0, y: corner.y + $0.1) })
      }
      let turned = [0, 720, -720, 716, 300][Int.random(in: 0..<5, using: &random)]
      let places = rings.map { $0.map { $0.place(turned: turned) } }
      guard let shape = try? PreparedShape(validating: .polygon(Polygon(rings: places)), rules: .amazon) else {
        continue
      }
      shapes += 1
      for _ in 0..<60 {
        let (a, b) = (point(20), point(20))
        let expected = Self.isCrossed(rings, a, b)
        if expected { hits += 1 } else { misses += 1 }
        let found = shape.isCrossed(bySegmentFrom: a.place(turned: turned), to: b.place(turned: turned))
        if found != expected { Issue.record("seed \(seed): \(rings) turned \(turned), \(a) to \(b): \(found)") }
      }
    }
    #expect(hits > 1000 && misses > 1000)
  }

  @Test func grazingIsExact() throws {
    let shape = try BoundaryDistanceTests.polygon([[(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]])
    func isCrossed(_ a: (Double, Double), _ b: (Double, Double)) -> Bool {
      shape.isCrossed(
        bySegmentFrom: BoundaryDistanceTests.place(a.0, a.1), to: BoundaryDistanceTests.place(b.0, b.1))
    }
    #expect(isCrossed((-1, 1), (2, 1)))
    #expect(!isCrossed((-1, 1.0.nextUp), (2, 1.0.nextUp)))
    // Through a corner, and past it by the least that doubles can say.
    #expect(isCrossed((0, 2), (2, 0)))
    #expect(!isCrossed((0, 2), (2, 0.0.nextUp)))
    #expect(isCrossed((0.5, 0.5), (0.5, 0.5)))
    #expect(!isCrossed((0.5, 1.5), (0.5, 1.5)))
    #expect(!isCrossed((.nan, 0.5), (0.5, 0.5)))
    // The short way from -179 to 179 stays away.
    #expect(!isCrossed((-179, 0.5), (179, 0.5)))
    #expect(isCrossed((-80, 0.5), (80, 0.5)))
  }

  @Test func aSegmentInsideAHoleMeetsNothing() throws {
    let shape = try BoundaryDistanceTests.polygon([
      [(170, -9), (-170, -9), (-170, 9), (170, 9), (170, -9)], [(175, -5), (-175, -5), (-175, 5), (175, 5), (175, -5)],
    ])
    func isCrossed(_ a: (Double, Double), _ b: (Double, Double)) -> Bool {
      shape.isCrossed(
        bySegmentFrom: BoundaryDistanceTests.place(a.0, a.1), to: BoundaryDistanceTests.place(b.0, b.1))
    }
    #expect(!isCrossed((176, 0), (-176, 1)))
    #expect(isCrossed((176, 0), (-174.9, 1)))
    #expect(isCrossed((176, 0), (-175, 1)))
    #expect(isCrossed((172, 0), (-172, 0)))
    #expect(isCrossed((160, 0), (172, 0)))
  }

  @Test func circlesAreMetWhenSomePlaceIsWithinTheRadius() throws {
    var random = SeededRandom(seed: 8)
    var (hits, misses) = (0, 0)
    for round in 0..<150 {
      let latitudes = [Double.random(in: -80...80, using: &random), 90, -89.9, 0]
      let center = Coordinate(
        longitude: round % 2 == 0 ? -180 : .random(in: -180...180, using: &random), latitude: latitudes[round % 4])
      let radius = pow(10, Double.random(in: 0...5, using: &random))
      let shape = try PreparedShape(validating: .circle(Circle(center: center, radius: radius)), rules: .amazon)
      for _ in 0..<3 {
        func near() -> Coordinate {
          Geodesic.direct(
            from: center, azimuth: .random(in: -180...180, using: &random),
            distance: radius * .random(in: 1...4, using: &random)
          ).end
        }
        let (a, b) = (near(), near())
        guard abs(abs(a.longitude - b.longitude) - 180) > 1e-9 else { continue }
        let least = SampledBoundary([[a, b]]).distance(from: center)
        guard abs(least - radius) > 1e-3 else { continue }
        if least < radius { hits += 1 } else { misses += 1 }
        if shape.isCrossed(bySegmentFrom: a, to: b) != (least < radius) {
          Issue.record("\(center) \(radius) \(a) \(b) \(least)")
        }
      }
    }
    #expect(hits > 50 && misses > 50)
  }
}
