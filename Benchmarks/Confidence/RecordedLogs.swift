internal import Foundation
internal import Geodesy
internal import MovementSimulation

/// Reads receivers' errors from recorded logs: gpsd reports (`*.log.chk`, JSON lines) and GPX tracks.
enum RecordedLogs {
  static func read(_ folder: String) -> [RecordedError] {
    let files = (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []).sorted()
    return files.compactMap { file in
      guard let data = FileManager.default.contents(atPath: folder + "/" + file) else { return nil }
      if file.hasSuffix(".log.chk") { return gpsd(data) }
      if file.hasSuffix(".gpx"), let document = try? GPX.read(Array(data)) { return gpx(document) }
      return nil
    }
  }

  /// Positions of one report a second; a stationary log is smoothed over its whole length.
  private static func gpsd(_ data: Data) -> RecordedError? {
    struct Report: Decodable {
      let `class`: String
      let mode: Int?
      let time: String?
      let lat: Double?
      let lon: Double?
      let speed: Double?
    }
    let decoder = JSONDecoder()
    var track: [Coordinate] = []
    var fastest = 0.0
    var lastSecond = Substring()
    for line in data.split(separator: 10) {
      guard let report = try? decoder.decode(Report.self, from: line), report.class == "TPV", (report.mode ?? 0) >= 2,
        let latitude = report.lat, let longitude = report.lon, let second = report.time?.prefix(19),
        second != lastSecond
      else { continue }
      lastSecond = second
      fastest = max(fastest, report.speed ?? 0)
      track.append(Coordinate(longitude: longitude, latitude: latitude))
    }
    return RecordedError(track: track, window: fastest < 0.5 ? nil : 5)
  }

  private static func gpx(_ document: GPXDocument) -> RecordedError? {
    let track = document.tracks.flatMap(\.segments).max { $0.count < $1.count } ?? []
    return RecordedError(track: track.map(\.coordinate), window: 5)
  }
}
