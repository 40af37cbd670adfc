internal import Foundation
internal import Geodesy
internal import MovementSimulation
internal import MusterValues

/// The tracks of some GPX files, a device each.
struct TrackFiles: Sendable {
  let tracks: [(device: Identifier, replay: TrackReplay)]

  static func read(_ paths: [String], prefix: String, _ context: CommandContext) throws(CommandFailure) -> TrackFiles {
    var names = DeviceNames(prefix: prefix)
    var tracks: [(device: Identifier, replay: TrackReplay)] = []
    for path in paths {
      let bytes = try context.read(path)
      let document: GPXDocument
      do {
        document = try GPX.read(bytes)
      } catch {
        throw CommandFailure(.file, "\(Shown.text(path)): \(error)")
      }
      let found = Self.replays(of: document)
      if found.isEmpty { throw CommandFailure(.file, "\(Shown.text(path)) has no track or route with points") }
      let file = (path as NSString).lastPathComponent
      let title = file.lowercased().hasSuffix(".gpx") ? String(file.dropLast(4)) : file
      for (name, replay) in found {
        tracks.append((names.name(for: found.count == 1 ? title : name ?? title), replay))
      }
    }
    return TrackFiles(tracks: tracks)
  }

  /// Every track with points; routes when there is no such track.
  static func replays(of document: GPXDocument) -> [(name: String?, replay: TrackReplay)] {
    let tracks = document.tracks.map { track in (track.name, track.segments.flatMap { $0 }) }
    let routes = document.routes.map { route in (route.name, route.points) }
    for candidates in [tracks, routes] {
      let replays = candidates.map { name, points in
        (name: name, replay: TrackReplay(points.map { TrackPoint(coordinate: $0.coordinate, time: $0.time) }))
      }.filter { !$0.replay.samples.isEmpty }
      if !replays.isEmpty { return replays }
    }
    return []
  }
}
