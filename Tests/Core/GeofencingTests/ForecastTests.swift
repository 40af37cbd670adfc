import Foundation
import Geodesy
import Geofencing
import TestSupport
import Testing

@Suite struct ForecastTests {
  private static func index(_ circles: [(Int32, Double, Double)]) throws -> LinearFenceIndex {
    var index = LinearFenceIndex()
    for (number, longitude, radius) in circles {
      let circle = Circle(center: Coordinate(longitude: longitude, latitude: 0), radius: radius)
      index.insert(try PreparedShape(validating: .circle(circle), rules: .amazon), number: number)
    }
    return index
  }

  private static let origin = Coordinate(longitude: 0, latitude: 0)
  /// One degree of longitude on the equator.
  private static let degree = Double.pi / 180 * 6_378_137

  @Test func enterExitAndIdle() throws {
    let index = try Self.index([(1, 0, 100), (2, 0, 50_000), (3, 0.01, 113), (4, 1, 100)])
    let forecast = index.forecast(
      of: ForecastMotion(place: Self.origin, speed: 10, horizon: 120), limit: 20)
    #expect(forecast.map(\.number) == [1, 3, 2])
    #expect(forecast.map(\.kind) == [.exit, .enter, .idle])
    #expect(forecast.map(\.isInside) == [true, false, true])
    #expect(abs(forecast[0].distance - 100) < 1e-6 && abs((forecast[0].breach ?? 0) - 10) < 1e-6)
    #expect(abs(forecast[1].distance - (Self.degree / 100 - 113)) < 1e-6)
    #expect(forecast[2].breach == nil)
  }

  @Test func withoutMotionItIsAContainmentCheck() throws {
    let index = try Self.index([(1, 0, 100), (2, 0.001, 5)])
    for motion in [
      ForecastMotion(place: Self.origin), ForecastMotion(place: Self.origin, speed: 3),
      ForecastMotion(place: Self.origin, horizon: 3), ForecastMotion(place: Self.origin, speed: 0, horizon: 60),
      ForecastMotion(place: Self.origin, speed: 60, horizon: 0),
    ] {
      let forecast = index.forecast(of: motion, limit: 20)
      #expect(forecast.map(\.number) == [1] && forecast.map(\.kind) == [.idle] && forecast[0].breach == nil)
    }
  }

  @Test func reachIsInclusiveAndMayBeTheGlobe() throws {
    let index = try Self.index([(1, 1, 100)])
    let distance = Self.degree - 100
    #expect(
      index.forecast(of: ForecastMotion(place: Self.origin, speed: distance + 1e-3, horizon: 1), limit: 1).count == 1)
    #expect(
      index.forecast(of: ForecastMotion(place: Self.origin, speed: distance - 1e-3, horizon: 1), limit: 1).isEmpty)
    let far = ForecastMotion(place: Coordinate(longitude: 179, latitude: 10), speed: 1e300, horizon: 1e300)
    #expect(index.forecast(of: far, limit: 1).map(\.kind) == [.enter])
    #expect(index.forecast(of: ForecastMotion(place: Coordinate(longitude: 0, latitude: 91)), limit: 1).isEmpty)
  }

  @Test func onTheBorderItLeavesAtOnce() throws {
    var index = LinearFenceIndex()
    let ring = [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0)].map { Coordinate(longitude: $0.0, latitude: $0.1) }
    index.insert(try PreparedShape(validating: .polygon(Polygon(rings: [ring])), rules: .amazon), number: 1)
    let forecast = index.forecast(of: ForecastMotion(place: Self.origin, speed: 1, horizon: 1), limit: 1)
    #expect(forecast.map(\.kind) == [.exit] && forecast[0].distance == 0 && forecast[0].breach == 0)
  }

  /// Page by page, whatever the size, it is the whole, and that is what every shape says for itself.
  @Test(arguments: 1...2 as ClosedRange<UInt64>) func pagesJoinToThePlainAnswer(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var found = 0
    for (center, spread) in FenceQueryTests.centers {
      let world = FenceQueryTests.World(&random, around: center, spread: spread, count: 70)
      for round in 0..<6 {
        let place = world.place(&random, around: center, spread: spread)
        let motion = ForecastMotion(
          place: place, speed: spread * 111_000 * .random(in: 0.01...2, using: &random), horizon: 1)
        let plain = world.shapes.compactMap { number, shape -> (ForecastCursor, ForecastedFence.Kind)? in
          let distance = shape.signedDistanceToBoundary(from: place)
          if distance > motion.reach { return nil }
          return (
            ForecastCursor(order: abs(distance), number: number),
            distance > 0 ? .enter : -distance <= motion.reach ? .exit : .idle
          )
        }.sorted { $0.0 < $1.0 }
        var pages: [ForecastedFence] = []
        let limit = [1, 7, 20][round % 3]
        while true {
          let page = world.index.forecast(of: motion, after: pages.last?.cursor, limit: limit)
          pages += page
          if page.count < limit { break }
        }
        #expect(pages.map(\.number) == plain.map(\.0.number), "seed \(seed)")
        #expect(pages.map(\.kind) == plain.map(\.1))
        found += pages.count
      }
    }
    #expect(found > 100)
  }
}

@Suite struct HeadingForecastTests {
  private static let origin = Coordinate(longitude: 179.99, latitude: 0)
  private static let degree = Double.pi / 180 * 6_378_137

  private static func index(_ squares: [(number: Int32, west: Double, south: Double, size: Double)]) throws
    -> TrieFenceIndex
  {
    var index = TrieFenceIndex()
    for square in squares {
      let ring = [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0)].map {
        Coordinate(
          longitude: (square.west + $0.0 * square.size).remainder(dividingBy: 360),
          latitude: square.south + $0.1 * square.size)
      }
      index.insert(
        try PreparedShape(validating: .polygon(Polygon(rings: [ring])), rules: .amazon), number: square.number)
    }
    return index
  }

  @Test func onlyWhatLiesAheadIsMet() throws {
    let index = try Self.index([
      (1, 180.01, -0.005, 0.01), (2, 179.95, -0.005, 0.01), (3, 179.985, -0.005, 0.01), (4, 179.5, -1, 2),
      (5, 180.01, 0.1, 0.01), (6, 183, -0.005, 0.01),
    ])
    let motion = ForecastMotion(place: Self.origin, speed: Self.degree / 1000, horizon: 50)
    let east = index.forecast(of: motion, heading: ForecastHeading(azimuth: 90), limit: 20)
    #expect(east.map(\.number) == [3, 1, 4])
    #expect(east.map(\.kind) == [.exit, .enter, .idle])
    // A thousandth of a degree a second.
    #expect(abs((east[0].exit ?? 0) - 5) < 1e-3 && east[0].entry == nil && east[0].breach == east[0].exit)
    #expect(abs((east[1].entry ?? 0) - 20) < 1e-3 && abs((east[1].exit ?? 0) - 30) < 1e-3)
    #expect(abs(east[1].distance - 0.02 * Self.degree) < 1e-3)
    #expect(east[2].exit == nil && east[2].breach == nil)
    let west = index.forecast(of: motion, heading: ForecastHeading(azimuth: -90), limit: 20)
    #expect(west.map(\.number) == [3, 2, 4])
    // Any heading at all.
    let around = index.forecast(of: motion, heading: ForecastHeading(azimuth: 0, uncertainty: 180), limit: 20)
    #expect(Set(around.map(\.number)) == Set(index.forecast(of: motion, limit: 20).map(\.number)))
    #expect(
      index.forecast(of: ForecastMotion(place: Self.origin), heading: ForecastHeading(azimuth: 3), limit: 9).map(\.kind)
        == [.idle, .idle])
  }

  @Test func aConeSeesBesideTheWay() throws {
    // Its nearest corner lies 45 degrees off the way.
    let index = try Self.index([(1, 180, 0.01, 0.01)])
    let motion = ForecastMotion(place: Self.origin, speed: Self.degree / 1000, horizon: 60)
    #expect(index.forecast(of: motion, heading: ForecastHeading(azimuth: 90), limit: 1).isEmpty)
    #expect(index.forecast(of: motion, heading: ForecastHeading(azimuth: 90, uncertainty: 20), limit: 1).isEmpty)
    // The side of the cone at 30 degrees meets its southern edge.
    let side = index.forecast(of: motion, heading: ForecastHeading(azimuth: 90, uncertainty: 30), limit: 1)
    #expect(side.map(\.kind) == [.enter] && abs((side[0].entry ?? 0) - 20) < 0.2)
    let wide = index.forecast(of: motion, heading: ForecastHeading(azimuth: 90, uncertainty: 60), limit: 1)
    #expect(abs((wide.first?.entry ?? 0) - 10 * 2.0.squareRoot()) < 0.1)
  }

  /// A fence 20 m wide on a way of 100 km, crossed between two steps.
  @Test func aThinFenceIsMet() throws {
    var index = LinearFenceIndex()
    let ring = [(0.5, -1.0), (0.5002, -1), (0.5002, 1), (0.5, 1), (0.5, -1)].map {
      Coordinate(longitude: $0.0, latitude: $0.1)
    }
    index.insert(try PreparedShape(validating: .polygon(Polygon(rings: [ring])), rules: .amazon), number: 1)
    let motion = ForecastMotion(place: Coordinate(longitude: 0, latitude: 0), speed: Self.degree / 1000, horizon: 900)
    let forecast = index.forecast(of: motion, heading: ForecastHeading(azimuth: 89), limit: 1)
    #expect(abs((forecast.first?.entry ?? 0) - 500) < 0.5 && abs((forecast.first?.exit ?? 0) - 500.2) < 0.5)
  }

  /// Against the path cut in small steps.
  @Test(arguments: 1...2 as ClosedRange<UInt64>) func agreesWithSmallSteps(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var (entries, exits, misses) = (0, 0, 0)
    for (center, spread) in FenceQueryTests.centers.prefix(3) {
      let world = FenceQueryTests.World(&random, around: center, spread: spread, count: 40)
      for _ in 0..<8 {
        let place = world.place(&random, around: center, spread: spread)
        let azimuth = Double.random(in: -180...180, using: &random)
        let reach = spread * 100_000
        let motion = ForecastMotion(place: place, speed: reach / 3000, horizon: 3000)
        let forecast = world.index.forecast(of: motion, heading: ForecastHeading(azimuth: azimuth), limit: 1000)
        var pages: [ForecastedFence] = []
        repeat {
          pages += world.index.forecast(
            of: motion, heading: ForecastHeading(azimuth: azimuth), after: pages.last?.cursor, limit: 3)
        } while pages.count % 3 == 0 && !pages.isEmpty && pages.count < forecast.count
        #expect(pages == forecast)
        let path = (0...3000).map {
          Geodesic.direct(from: place, azimuth: azimuth, distance: reach * Double($0) / 3000).end
        }
        for (number, shape) in world.shapes {
          let inside = path.map { shape.contains($0) }
          let found = forecast.first { $0.number == number }
          if inside[0] {
            #expect(found?.isInside == true)
            guard let step = inside.firstIndex(of: false) else { continue }
            exits += 1
            #expect((found?.exit ?? .infinity) <= Double(step) + 1e-3, "seed \(seed)")
          } else if let step = inside.firstIndex(of: true) {
            entries += 1
            #expect(found?.kind == .enter && (found?.entry ?? .infinity) <= Double(step) + 1e-3, "seed \(seed)")
            // Small steps may miss a corner; a real entry lies close before one they saw, or at such a corner.
            #expect((found?.entry ?? 0) > 0)
          } else {
            misses += 1
            // What small steps don't see can only be a corner cut between two of them.
            if let found { #expect((found.exit ?? .infinity) - (found.entry ?? 0) < 1.1, "seed \(seed)") }
          }
        }
      }
    }
    #expect(entries > 10 && exits > 0 && misses > 100, "\(entries) \(exits) \(misses)")
  }
}
