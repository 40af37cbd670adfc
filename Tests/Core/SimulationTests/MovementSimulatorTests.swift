import Geodesy
import MovementSimulation
import MusterValues
import TestSupport
import Testing

@Suite struct MovementSimulatorTests {
  private static let origin = Coordinate(longitude: 13.4, latitude: 52.47)
  private static let start = Timestamp(milliseconds: 1_700_000_000_000)

  private static func square(_ side: Double) -> [Coordinate] {
    var corner = origin
    return [90.0, 0, -90].reduce(into: [corner]) { corners, azimuth in
      corner = Geodesic.direct(from: corner, azimuth: azimuth, distance: side).end
      corners.append(corner)
    }
  }

  private func crew(_ noise: PositionNoise = .phone, seed: UInt64 = 5) -> MovementSimulator {
    MovementSimulator(
      movers: [
        SimulatedMover(name: "ada", waypoints: Self.square(50), profile: .walker, interval: 2000),
        SimulatedMover(name: "truck", waypoints: Self.square(300), profile: .driver, interval: 1000),
        SimulatedMover(name: "post", waypoints: [Self.origin], profile: .walker, interval: 5000),
        SimulatedMover(name: "nobody", waypoints: [], profile: .walker, interval: 5000),
      ], start: Self.start, seed: seed, noise: noise)
  }

  @Test func theSameSeedGivesTheSameFixes() {
    var first = crew()
    var second = crew()
    var other = crew(seed: 6)
    let end = Self.start.advanced(byMilliseconds: 120_000)
    let fixes = first.step(to: end)
    #expect(fixes == second.step(to: end))
    #expect(fixes != other.step(to: end))
  }

  @Test func theSizeOfTheStepsChangesNothing() {
    var large = crew()
    var small = crew()
    var fixes: [SimulatedFix] = []
    for second in 1...300 { fixes += small.step(to: Self.start.advanced(byMilliseconds: Int64(second) * 700)) }
    #expect(large.step(to: Self.start.advanced(byMilliseconds: 210_000)) == fixes)
  }

  @Test func reportsAtItsInterval() {
    var simulator = crew()
    let fixes = simulator.step(to: Self.start.advanced(byMilliseconds: 600_000))
    #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.time <= $1.time })
    for (name, interval) in [("ada", 2000), ("truck", 1000), ("post", 5000)] as [(String, Int64)] {
      let times = fixes.filter { $0.name == Identifier(name) }.map(\.time)
      #expect(times.count >= Int(600_000 / interval) - 1)
      #expect(zip(times, times.dropFirst()).allSatisfy { $1.milliseconds(since: $0) == interval })
    }
    #expect(!fixes.contains { $0.name == "nobody" })
  }

  @Test func nobodyIsFasterThanTheirProfile() {
    var simulator = crew(.none)
    let fixes = simulator.step(to: Self.start.advanced(byMilliseconds: 1_800_000))
    for (name, profile) in [("ada", MovementProfile.walker), ("truck", .driver)] {
      let own = fixes.filter { $0.name == Identifier(name) }
      for (previous, next) in zip(own, own.dropFirst()) {
        let seconds = Double(next.time.milliseconds(since: previous.time)) / 1000
        let metres = previous.coordinate.distance(to: next.coordinate)
        #expect(metres <= profile.speeds.upperBound * seconds + 1e-6)
        #expect(next.speed == 0 || profile.speeds.contains(next.speed))
      }
      #expect(own.contains { $0.speed > 0 })
      #expect(own.contains { $0.speed == 0 && $0.course == nil })
    }
  }

  @Test func staysOnItsWay() {
    var simulator = crew(.none)
    let corners = Self.square(300)
    let fixes = simulator.step(to: Self.start.advanced(byMilliseconds: 900_000)).filter { $0.name == "truck" }
    // Within the square's own diagonal, and near every corner at some time.
    for corner in corners {
      #expect(fixes.allSatisfy { $0.coordinate.distance(to: corner) <= 300 * 2.0.squareRoot() + 0.1 })
      #expect(fixes.contains { $0.coordinate.distance(to: corner) < 15 })
    }
    #expect(fixes.allSatisfy { $0.course.map { (0..<360).contains($0) } ?? true })
  }

  @Test func theNoiseIsAsLargeAsItSays() {
    let noise = PositionNoise(white: 2, correlated: 3, correlationTime: 5)
    var simulator = MovementSimulator(
      movers: [SimulatedMover(name: "post", waypoints: [Self.origin], profile: .walker, interval: 1000)],
      start: Self.start, seed: 11, noise: noise)
    let errors = simulator.step(to: Self.start.advanced(byMilliseconds: 20_000_000))
      .map { $0.coordinate.distance(to: Self.origin) }
    // Circular normal: 68 % within 1.5096 sigma; mean square is twice the variance of 2² + 3².
    let within = errors.filter { $0 <= noise.accuracy }.count
    #expect(abs(Double(within) / Double(errors.count) - 0.68) < 0.03)
    let meanSquare = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
    #expect(abs(meanSquare - 26) < 2)
  }

  @Test func theNoiseWanders() {
    let noise = PositionNoise(white: 0, correlated: 3, correlationTime: 100)
    var simulator = MovementSimulator(
      movers: [SimulatedMover(name: "post", waypoints: [Self.origin], profile: .walker, interval: 1000)],
      start: Self.start, seed: 12, noise: noise)
    let fixes = simulator.step(to: Self.start.advanced(byMilliseconds: 1_000_000))
    let steps = zip(fixes, fixes.dropFirst()).map { $0.coordinate.distance(to: $1.coordinate) }
    // Each second forgets 1 %: steps of 3 m * sqrt(2 * 0.01), far below the 3 m of the whole error.
    #expect(steps.reduce(0, +) / Double(steps.count) < 1)
  }

  @Test func timeDoesNotRunBack() {
    var simulator = crew()
    _ = simulator.step(to: Self.start.advanced(byMilliseconds: 10_000))
    #expect(simulator.step(to: Self.start).isEmpty)
  }

  @Test func foolishValuesAreBounded() {
    let profile = MovementProfile(speeds: -5 ... .infinity, pauses: -1...1e300)
    #expect(profile.speeds == 0.1...100)
    #expect(profile.pauses == 0...86_400)
    let noise = PositionNoise(white: .nan, correlated: -1, correlationTime: 0)
    #expect(noise.accuracy == 0)
    var simulator = MovementSimulator(
      movers: [
        SimulatedMover(
          name: "x", waypoints: [Self.origin, Self.origin, Coordinate(longitude: 500, latitude: 0)], profile: profile,
          interval: -7)
      ], start: Timestamp(milliseconds: 0), seed: 0, noise: noise)
    #expect(simulator.step(to: Timestamp(milliseconds: 10_000)).count == 100)
  }
}
