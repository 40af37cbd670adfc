import Foundation
import Geodesy
import Geofencing
import Synchronization
import TestSupport
import Testing

/// Queries on an index against the plain answer: every shape asked.
@Suite struct FenceQueryTests {
  struct World {
    var index = TrieFenceIndex()
    var shapes: [Int32: PreparedShape] = [:]

    /// Fences of all sizes around a place, across the antimeridian and near the poles when the place is there.
    init(_ random: inout SeededRandom, around center: Coordinate, spread: Double, count: Int) {
      for number in 0..<count {
        let middle = Coordinate(
          longitude: (center.longitude + .random(in: -spread...spread, using: &random)).remainder(dividingBy: 360),
          latitude: min(90, max(-90, center.latitude + .random(in: -spread...spread, using: &random))))
        let reach = spread * pow(10, Double.random(in: -3...(-0.3), using: &random))
        let shape: Shape
        if Bool.random(using: &random) {
          shape = .circle(Circle(center: middle, radius: min(100_000, reach * 100_000)))
        } else {
          var ring = (0..<5).map { index in
            let angle = 2 * Double.pi * (Double(index) + .random(in: 0..<0.9, using: &random)) / 5
            return Coordinate(
              longitude: (middle.longitude + reach * cos(angle)).remainder(dividingBy: 360),
              latitude: min(89.9, max(-89.9, middle.latitude + reach * sin(angle))))
          }
          ring.append(ring[0])
          shape = .polygon(Polygon(rings: [ring]))
        }
        guard let prepared = try? PreparedShape(validating: shape, rules: .amazon) else { continue }
        let name = Int32(truncatingIfNeeded: number &* 7919)
        index.insert(prepared, number: name)
        shapes[name] = prepared
      }
    }

    func place(_ random: inout SeededRandom, around center: Coordinate, spread: Double) -> Coordinate {
      Coordinate(
        longitude: (center.longitude + .random(in: -spread...spread, using: &random)).remainder(dividingBy: 360),
        latitude: min(90, max(-90, center.latitude + .random(in: -spread...spread, using: &random))))
    }
  }

  static let centers: [(Coordinate, Double)] = [
    (Coordinate(longitude: 13.4, latitude: 52.5), 0.05), (Coordinate(longitude: -179.9, latitude: 10), 2),
    (Coordinate(longitude: 60, latitude: 89), 1), (Coordinate(longitude: 0, latitude: 0), 60),
    (Coordinate(longitude: 180, latitude: -85), 8),
  ]

  @Test(arguments: 1...2 as ClosedRange<UInt64>) func nearestAgreesWithAskingEveryShape(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var (found, inside) = (0, 0)
    for (center, spread) in Self.centers {
      let world = World(&random, around: center, spread: spread, count: 60)
      for round in 0..<12 {
        let place = world.place(&random, around: center, spread: 1.2 * spread)
        let radius = round == 0 ? 20_000_000 : spread * 111_000 * pow(10, Double.random(in: -3...0.5, using: &random))
        let limit = [1, 3, 10, 1000][round % 4]
        let answer = world.index.nearestFences(to: place, within: radius, limit: limit)
        let plain = world.shapes.map {
          NearbyFence(number: $0.key, distance: $0.value.signedDistanceToBoundary(from: place))
        }
        .filter { $0.distance <= radius }
        .sorted { ($0.distance, $0.number) < ($1.distance, $1.number) }
        #expect(answer == Array(plain.prefix(limit)), "seed \(seed), \(place), \(radius), \(limit)")
        found += answer.count
        inside += answer.count { $0.distance < 0 }
      }
    }
    #expect(found > 100 && inside > 5)
  }

  @Test func nearestOfNothing() throws {
    var index = LinearFenceIndex()
    let place = Coordinate(longitude: 179.999, latitude: 0)
    #expect(index.nearestFences(to: place, within: 1e9, limit: 5).isEmpty)
    let circle = Circle(center: Coordinate(longitude: -179.999, latitude: 0), radius: 10)
    index.insert(try PreparedShape(validating: .circle(circle), rules: .amazon), number: 4)
    #expect(index.nearestFences(to: place, within: .infinity, limit: 5).map(\.number) == [4])
    #expect(index.nearestFences(to: place, within: 212, limit: 5).isEmpty)
    #expect(index.nearestFences(to: place, within: 213, limit: 5).map(\.number) == [4])
    #expect(index.nearestFences(to: place, within: .nan, limit: 5).isEmpty)
    #expect(index.nearestFences(to: place, within: -1, limit: 5).isEmpty)
    #expect(index.nearestFences(to: place, within: 300, limit: 0).isEmpty)
    #expect(index.nearestFences(to: place, within: 300, limit: .max).count == 1)
    #expect(index.nearestFences(to: Coordinate(longitude: .nan, latitude: 0), within: 300, limit: 1).isEmpty)
  }

  @Test func whatLiesBeyondTheGlobeIsNotLookedFor() throws {
    var index = CountingIndex()
    let circle = Shape.circle(Circle(center: Coordinate(longitude: -170, latitude: -50), radius: 5))
    index.insert(try PreparedShape(validating: circle, rules: .amazon), number: 1)
    let place = Coordinate(longitude: 10, latitude: 50)
    for radius in [1e9, .greatestFiniteMagnitude, .infinity] {
      index.questions.count.store(0, ordering: .relaxed)
      #expect(index.nearestFences(to: place, within: radius, limit: 2).count == 1)
      #expect(index.forecast(of: ForecastMotion(place: place, speed: 1, horizon: radius), limit: 2).count == 1)
      #expect(index.questions.count.load(ordering: .relaxed) < 30, "\(radius)")
    }
  }

  @Test(arguments: 1...2 as ClosedRange<UInt64>) func crossedAgreesWithAskingEveryShape(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var found = 0
    for (center, spread) in Self.centers {
      let world = World(&random, around: center, spread: spread, count: 60)
      for _ in 0..<25 {
        let (start, end) = (
          world.place(&random, around: center, spread: 1.2 * spread),
          world.place(&random, around: center, spread: 1.2 * spread)
        )
        let answer = world.index.fences(crossedFrom: start, to: end)
        let plain = world.shapes.filter { $0.value.isCrossed(bySegmentFrom: start, to: end) }.keys.sorted()
        #expect(answer == plain, "seed \(seed), \(start) to \(end)")
        found += answer.count
      }
    }
    #expect(found > 100)
  }
}

/// Counts the questions by box.
private struct CountingIndex: FenceIndex {
  final class Questions: Sendable { let count = Atomic<Int>(0) }

  let questions = Questions()
  private var index = TrieFenceIndex()

  mutating func insert(_ shape: PreparedShape, number: Int32) { index.insert(shape, number: number) }
  mutating func remove(number: Int32) { index.remove(number: number) }
  func fences(containing point: Coordinate) -> [Int32] { index.fences(containing: point) }
  func fences(meeting box: BoundingBox) -> [Int32] {
    questions.count.add(1, ordering: .relaxed)
    return index.fences(meeting: box)
  }
  func shape(of number: Int32) -> PreparedShape? { index.shape(of: number) }
}
