internal import Geodesy
internal import MovementSimulation

/// Muster points laid along a track, so that its replay has events.
enum TrackMusterPoints {
  /// Circles at the start, in the middle and at the end. 60 m, less on a short track so that they stay apart, at least
  /// 5 m; a track without length gets one.
  static func circles(of replay: TrackReplay) -> [(suffix: String, circle: Circle)] {
    guard let first = replay.samples.first, let last = replay.samples.last else { return [] }
    let radius = min(max(replay.length / 8, 5), 60)
    guard replay.length >= 1, let middle = replay.place(at: replay.length / 2) else {
      return [("start", Circle(center: first.coordinate, radius: radius))]
    }
    return [
      ("start", Circle(center: first.coordinate, radius: radius)), ("middle", Circle(center: middle, radius: radius)),
      ("end", Circle(center: last.coordinate, radius: radius)),
    ]
  }
}
