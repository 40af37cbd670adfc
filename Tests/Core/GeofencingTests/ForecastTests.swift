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
