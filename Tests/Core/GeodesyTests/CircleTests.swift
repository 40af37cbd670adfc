import Geodesy
import TestSupport
import Testing

@Suite struct CircleTests {
  @Test func insideMeansTheGeodesicIsAtMostTheRadius() throws {
    var random = SeededRandom(seed: 12)
    var near = 0
    for round in 0..<400 {
      let latitudes = [0.0, 90, -90, 89.99, -89.5, .random(in: -90...90, using: &random)]
      let center = Coordinate(
        longitude: round % 5 == 0 ? 180 : .random(in: -180...180, using: &random), latitude: latitudes[round % 6])
      let radius = round % 7 == 0 ? 100_000 : [0.001, 1, 150, 5000][round % 4] * .random(in: 1...10, using: &random)
      let shape = try PreparedShape(validating: .circle(Circle(center: center, radius: radius)), rules: .amazon)
      for _ in 0..<40 {
        // At the rim to within nanometres, within a metre, or anywhere inside and a little beyond.
        let offsets: [Double] = [1e-9, 1e-7, 1e-5, 1, radius]
        let offset = offsets[Int.random(in: offsets.indices, using: &random)]
        let distance = max(0, radius + .random(in: -offset...offset, using: &random))
        let place = Geodesic.direct(from: center, azimuth: .random(in: -180...180, using: &random), distance: distance)
          .end
        let expected = center.distance(to: place) <= radius
        near += abs(center.distance(to: place) - radius) < 1e-6 ? 1 : 0
        if shape.contains(place) != expected { Issue.record("\(center) \(radius) \(place)") }
        if expected, !shape.bounds.contains(place) { Issue.record("outside the box: \(center) \(radius) \(place)") }
        if expected, abs(place.longitude) == 180 {
          let mirrored = Coordinate(longitude: -place.longitude, latitude: place.latitude)
          #expect(shape.contains(mirrored))
        }
      }
    }
    #expect(near > 1000)
  }

  @Test func poleAndAntimeridian() throws {
    let pole = try PreparedShape(
      validating: .circle(Circle(center: Coordinate(longitude: 10, latitude: 89.9), radius: 20_000)), rules: .amazon)
    #expect(pole.bounds.west == -180 && pole.bounds.east == 180 && pole.bounds.north == 90)
    #expect(pole.contains(Coordinate(longitude: -170, latitude: 89.95)))
    #expect(!pole.contains(Coordinate(longitude: -170, latitude: 89.9)))
    let dateline = try PreparedShape(
      validating: .circle(Circle(center: Coordinate(longitude: 179.999, latitude: -17), radius: 1000)), rules: .amazon)
    #expect(dateline.contains(Coordinate(longitude: -179.999, latitude: -17)))
    #expect(dateline.bounds.contains(Coordinate(longitude: -179.999, latitude: -17)))
    #expect(!dateline.bounds.contains(Coordinate(longitude: 0, latitude: -17)))
    #expect(dateline.bounds.east - dateline.bounds.west < 0.03)
  }

  @Test func aLimitBeyondTheGlobeHoldsEverything() throws {
    var rules = ShapeRules.amazon
    rules.maximumRadius = .infinity
    let center = Coordinate(longitude: 0, latitude: 0)
    let all = try PreparedShape(validating: .circle(Circle(center: center, radius: 3e7)), rules: rules)
    #expect(
      all.contains(Coordinate(longitude: 180, latitude: 0)) && all.contains(Coordinate(longitude: 90, latitude: -90)))
    let half = try PreparedShape(validating: .circle(Circle(center: center, radius: 1.5e7)), rules: rules)
    #expect(
      half.contains(Coordinate(longitude: 130, latitude: 0)) && !half.contains(Coordinate(longitude: 140, latitude: 0)))
  }

  @Test(arguments: [-1, -1e19, -.greatestFiniteMagnitude, -.infinity, .nan]) func aLimitThatMeansNothingRefusesAll(
    limit: Double
  ) {
    var rules = ShapeRules.amazon
    rules.maximumRadius = limit
    let circle = Circle(center: Coordinate(longitude: 0, latitude: 0), radius: 1)
    #expect { _ = try PreparedShape(validating: .circle(circle), rules: rules) } throws: {
      ($0 as? ShapeError)?.code == .radiusOutOfRange
    }
  }
}
