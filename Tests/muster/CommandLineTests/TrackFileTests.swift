import Foundation
import Geodesy
import MovementSimulation
import MusterValues
import Testing

@testable import MusterCommandLine

/// Real tracks: no times, times of 1901 and 1970, fractions of a second, several tracks in a file, no track at all.
@Suite struct TrackFileTests {
  private static let folder: URL? = {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return ["../shared", "../../shared"]
      .map { root.appendingPathComponent($0 + "/data/gps/gpx").standardizedFileURL }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  private static func names() -> [String] {
    guard let folder else { return [] }
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return all.filter { $0.hasSuffix(".gpx") }.sorted()
  }

  @Test(.enabled(if: folder != nil, "no ../shared/data/gps/gpx"))
  func everyTrackCanBeReplayed() throws {
    let folder = try #require(Self.folder)
    #expect(!Self.names().isEmpty)
    for name in Self.names() {
      let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
      let document = try GPX.read(bytes)
      let replays = TrackFiles.replays(of: document)
      let points = document.tracks.flatMap(\.segments).flatMap { $0 }.count
      if points > 0 { #expect(replays.reduce(0) { $0 + $1.replay.samples.count } == points, "\(name)") }
      for replay in replays.map(\.replay) {
        #expect(replay.samples.first?.offset == 0, "\(name)")
        #expect(zip(replay.samples, replay.samples.dropFirst()).allSatisfy { $0.offset < $1.offset }, "\(name)")
        // People and cars: no track here was faster than 60 m/s on average, and no replay may be.
        #expect(replay.length <= Double(replay.duration) / 1000 * 60 + 60, "\(name)")
      }
    }
  }

  @Test(
    .enabled(if: folder != nil, "no ../shared/data/gps/gpx"),
    arguments: [
      ("berlin_trace.gpx", 1_643_000), ("track-with-empty-segment.gpx", 76_000), ("track_with_speed.gpx", 13_000),
    ])
  func spacingIsKept(_ name: String, _ milliseconds: Int64) throws {
    let bytes = Array(try Data(contentsOf: try #require(Self.folder).appendingPathComponent(name)))
    #expect(TrackFiles.replays(of: try GPX.read(bytes)).map(\.replay.duration) == [milliseconds])
  }
}
