import Foundation
import Geodesy
import TestSupport
import Testing

@Suite struct GeodesicTests {
  private struct Case {
    let start: Coordinate
    let end: Coordinate
    let distance: Double
    let azimuths: (Double, Double)
  }

  private static let cases: [Case] = geodesicFixture.split(separator: "\n").compactMap { line in
    let v = line.split(separator: " ").compactMap { Double($0) }
    guard v.count == 7 else { return nil }
    return Case(
      start: Coordinate(longitude: v[1], latitude: v[0]), end: Coordinate(longitude: v[3], latitude: v[2]),
      distance: v[4], azimuths: (v[5], v[6]))
  }

  @Test func inverseAgreesWithTheFixture() {
    #expect(Self.cases.count == 310)
    for item in Self.cases {
      let result = Geodesic.inverse(from: item.start, to: item.end)
      #expect(abs(result.distance - item.distance) < 1.5e-8, "\(item)")
      // Azimuths as the sideways error they make; next to the antipode and at poles they are not determined.
      guard item.distance > 1, item.distance < 1.99e7, abs(item.start.latitude) < 89.999,
        abs(item.end.latitude) < 89.999
      else { continue }
      let scale = min(item.distance, 1e6) * .pi / 180
      #expect(abs((result.initialAzimuth - item.azimuths.0).remainder(dividingBy: 360)) * scale < 1e-7, "\(item)")
      #expect(abs((result.finalAzimuth - item.azimuths.1).remainder(dividingBy: 360)) * scale < 1e-7, "\(item)")
    }
  }

  @Test func directLeadsWhereInverseSays() {
    for item in Self.cases {
      let result = Geodesic.direct(from: item.start, azimuth: item.azimuths.0, distance: item.distance)
      #expect(result.end.isValid)
      #expect(result.end.distance(to: item.end) < 3e-8, "\(item)")
    }
    var random = SeededRandom(seed: 1)
    for _ in 0..<3000 {
      let start = Coordinate(
        longitude: .random(in: -180...180, using: &random), latitude: .random(in: -90...90, using: &random))
      let end = Coordinate(
        longitude: .random(in: -180...180, using: &random), latitude: .random(in: -90...90, using: &random))
      let there = Geodesic.inverse(from: start, to: end)
      let arrived = Geodesic.direct(from: start, azimuth: there.initialAzimuth, distance: there.distance)
      #expect(arrived.end.distance(to: end) < 3e-8)
      let back = Geodesic.direct(from: end, azimuth: there.finalAzimuth, distance: -there.distance)
      #expect(back.end.distance(to: start) < 3e-8)
      #expect(abs(end.distance(to: start) - there.distance) < 1.5e-8)
    }
  }

  @Test func knownLengths() {
    let pole = Coordinate(longitude: 0, latitude: 90)
    let origin = Coordinate(longitude: 0, latitude: 0)
    // The quarter meridian of WGS84, and a degree of the equator.
    #expect(abs(origin.distance(to: pole) - 10_001_965.729) < 1e-3)
    #expect(abs(origin.distance(to: Coordinate(longitude: 1, latitude: 0)) - 6_378_137 * .pi / 180) < 1e-8)
    #expect(abs(origin.distance(to: Coordinate(longitude: 180, latitude: 0)) - 20_003_931.458_625) < 1e-5)
    #expect(Coordinate(longitude: 180, latitude: 10).distance(to: Coordinate(longitude: -180, latitude: 10)) == 0)
    #expect(pole.distance(to: Coordinate(longitude: 77, latitude: 90)) < 1e-8)
  }

  @Test func placesThatAreNoneGiveNaN() {
    let bad = Coordinate(longitude: .nan, latitude: 0)
    #expect(bad.distance(to: Coordinate(longitude: 0, latitude: 0)).isNaN)
    #expect(Coordinate(longitude: 0, latitude: 0).distance(to: Coordinate(longitude: 0, latitude: .infinity)).isNaN)
    #expect(Geodesic.direct(from: bad, azimuth: 0, distance: 1).end.latitude.isNaN)
    #expect(
      Geodesic.direct(from: Coordinate(longitude: 0, latitude: 0), azimuth: .infinity, distance: 1).finalAzimuth.isNaN)
  }
}
