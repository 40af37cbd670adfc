import Foundation
import Geodesy
import Geofencing
import TestSupport
import Testing

/// The grid against the plain scan, and the scan against shapes whose answer is known.
@Suite struct FenceIndexTests {
  private static func wrapped(_ longitude: Double) -> Double {
    longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  }

  /// Corners of the grid's cells, of every level, now and then exactly; the antimeridian and the poles more often.
  private static func place(_ random: inout SeededRandom) -> Coordinate {
    func degree(_ limit: Double) -> Double {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return Bool.random(using: &random) ? limit : -limit
      case 1, 2:
        let size = 360 / Double(Int64(1) << Int64.random(in: 1...22, using: &random))
        let cells = (Double.random(in: -limit...limit, using: &random) / size).rounded()
        return min(limit, max(-limit, cells * size))
      case 3: return (Bool.random(using: &random) ? 1 : -1) * (limit - Double.random(in: 0...0.01, using: &random))
      default: return Double.random(in: -limit...limit, using: &random)
      }
    }
    return Coordinate(longitude: degree(180), latitude: degree(90))
  }

  private static func shape(_ random: inout SeededRandom) -> PreparedShape? {
    let center = place(&random)
    let reach = pow(10, Double.random(in: -4...1.5, using: &random))
    let shape: Shape
    if Bool.random(using: &random) {
      shape = .circle(Circle(center: center, radius: pow(10, Double.random(in: 0...5, using: &random))))
    } else {
      let count = Int.random(in: 3...9, using: &random)
      var ring = (0..<count).map { index in
        let angle = 2 * Double.pi * (Double(index) + Double.random(in: 0..<0.9, using: &random)) / Double(count)
        return Coordinate(
          longitude: wrapped(center.longitude + reach * cos(angle)),
          latitude: min(89.9, max(-89.9, center.latitude + reach * sin(angle))))
      }
      ring.append(ring[0])
      shape = .polygon(Polygon(rings: [ring]))
    }
    return try? PreparedShape(validating: shape, rules: .amazon)
  }

  /// Places near a shape's border, and on its corners.
  private static func probes(_ shape: PreparedShape, _ random: inout SeededRandom) -> [Coordinate] {
    var places = [place(&random)]
    let box = shape.bounds
    for _ in 0..<3 {
      places.append(
        Coordinate(
          longitude: wrapped(Double.random(in: box.west...box.east, using: &random)),
          latitude: Double.random(in: box.south...box.north, using: &random)))
    }
    places.append(Coordinate(longitude: wrapped(box.west), latitude: box.south))
    places.append(Coordinate(longitude: wrapped(box.east), latitude: box.north))
    if case .polygon(let polygon) = shape.shape { places += polygon.rings[0] }
    if case .circle(let circle) = shape.shape {
      places += [circle.center, Coordinate(longitude: -circle.center.longitude, latitude: circle.center.latitude)]
    }
    return places
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>) func theGridAnswersAsTheScan(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var grid = TrieFenceIndex()
    var scan = LinearFenceIndex()
    var probes: [Coordinate] = [180, -180].flatMap { longitude in
      [90, -90, 0].map { Coordinate(longitude: longitude, latitude: $0) }
    }
    var hits = 0
    for step in 0..<300 {
      let number = Int32.random(in: 0..<120, using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 {
        grid.remove(number: number)
        scan.remove(number: number)
      } else if let shape = Self.shape(&random) {
        grid.insert(shape, number: number)
        scan.insert(shape, number: number)
        probes += Self.probes(shape, &random)
      }
      guard step % 30 == 29 else { continue }
      for probe in probes.suffix(400) {
        let expected = scan.fences(containing: probe)
        hits += expected.count
        #expect(grid.fences(containing: probe) == expected, "seed \(seed), \(probe)")
      }
    }
    #expect(hits > 1000)
  }

  @Test func everyFenceCanBeRemoved() throws {
    var random = SeededRandom(seed: 9)
    var grid = TrieFenceIndex()
    for number in 0..<200 { if let shape = Self.shape(&random) { grid.insert(shape, number: Int32(number)) } }
    #expect(grid.count > 150)
    for number in 0..<200 { grid.remove(number: Int32(number)) }
    #expect(grid.count == 0)
    for _ in 0..<200 { #expect(grid.fences(containing: Self.place(&random)).isEmpty) }
  }

  @Test func aCircleOverAPoleHoldsEveryLongitudeNearIt() throws {
    var grid = TrieFenceIndex()
    for latitude in [90.0, -89.9] {
      let circle = Circle(center: Coordinate(longitude: 17, latitude: latitude), radius: 50_000)
      grid.insert(try PreparedShape(validating: .circle(circle), rules: .amazon), number: latitude > 0 ? 1 : 2)
    }
    for longitude in stride(from: -180.0, through: 180, by: 7.5) {
      #expect(grid.fences(containing: Coordinate(longitude: longitude, latitude: 89.8)) == [1])
      #expect(grid.fences(containing: Coordinate(longitude: longitude, latitude: -89.95)) == [2])
      #expect(grid.fences(containing: Coordinate(longitude: longitude, latitude: 89)) == [])
    }
  }

  @Test func theAntimeridianIsOneMeridian() throws {
    let ring = [(179, -1), (-179, -1), (-179, 1), (179, 1), (179, -1)].map {
      Coordinate(longitude: Double($0.0), latitude: Double($0.1))
    }
    var grid = TrieFenceIndex()
    grid.insert(try PreparedShape(validating: .polygon(Polygon(rings: [ring])), rules: .amazon), number: 1)
    for longitude in [180, -180, 179, -179, 179.5] {
      #expect(grid.fences(containing: Coordinate(longitude: longitude, latitude: 1)) == [1])
    }
    for longitude in [178.999, -178.999, 0] {
      #expect(grid.fences(containing: Coordinate(longitude: longitude, latitude: 0)) == [])
    }
  }

  @Test func whatIsNoPlaceIsInNoFence() throws {
    var indexes: [any FenceIndex] = [TrieFenceIndex(), LinearFenceIndex()]
    let circle = Circle(center: Coordinate(longitude: 0, latitude: 90), radius: 100_000)
    let shape = try PreparedShape(validating: .circle(circle), rules: .amazon)
    for index in indexes.indices { indexes[index].insert(shape, number: 1) }
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 180.000_001] {
      for index in indexes {
        #expect(index.fences(containing: Coordinate(longitude: value, latitude: 90)) == [])
        #expect(index.fences(containing: Coordinate(longitude: 0, latitude: value)) == [])
      }
    }
  }
}
