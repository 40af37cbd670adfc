import Foundation
import Geodesy
import Testing

/// Solves the lines of a file for `Scripts/check-geodesy`, which compares the answers with GeographicLib's.
///
/// Lines in: latitude, longitude of a start and of an end, azimuth in degrees, metres. Lines out: metres and azimuths of the
/// inverse problem, latitude, longitude and azimuth of the direct one.
@Suite struct GeodesicExchangeTests {
  private static let input = ProcessInfo.processInfo.environment["GEODESIC_CASES"]
  private static let output = ProcessInfo.processInfo.environment["GEODESIC_ANSWERS"]

  @Test(.enabled(if: input != nil && output != nil, "no GEODESIC_CASES: run Scripts/check-geodesy"))
  func solvesEveryLine() throws {
    let text = try String(contentsOfFile: try #require(Self.input), encoding: .utf8)
    var answers = ""
    for line in text.split(separator: "\n") {
      let v = line.split(separator: " ").compactMap { Double($0) }
      try #require(v.count == 6, "\(line)")
      let start = Coordinate(longitude: v[1], latitude: v[0])
      let inverse = Geodesic.inverse(from: start, to: Coordinate(longitude: v[3], latitude: v[2]))
      let direct = Geodesic.direct(from: start, azimuth: v[4], distance: v[5])
      let numbers = [
        inverse.distance, inverse.initialAzimuth, inverse.finalAzimuth, direct.end.latitude, direct.end.longitude,
        direct.finalAzimuth,
      ]
      answers += numbers.map { $0.description }.joined(separator: " ") + "\n"
    }
    try answers.write(toFile: try #require(Self.output), atomically: true, encoding: .utf8)
  }
}
