internal import Geodesy
internal import MovementSimulation
internal import MusterValues

/// When each position of each device is to be sent. Pure: the caller says how much time went by.
struct ReplaySchedule: Sendable {
  struct Due: Equatable, Sendable {
    let device: Identifier
    let coordinate: Coordinate
    /// The moment to report.
    let time: Timestamp

    var update: JSONValue {
      LocationOperation.update(
        device: device.text, longitude: coordinate.longitude, latitude: coordinate.latitude, time: time, accuracy: nil)
    }
  }

  private struct Entry: Sendable {
    let device: Int
    let sample: TrackReplay.Sample
  }

  private let devices: [Identifier]
  private let entries: [Entry]
  private let start: Timestamp
  private let speed: Double
  private let keepsTimes: Bool
  private var next = 0

  /// `speed` tells how many seconds of a track pass in one: spacing is kept at 1 and shrinks at more, so that every
  /// reported moment is the present. With `keepsTimes` a point that has a time of its own reports that.
  init(tracks: [(device: Identifier, replay: TrackReplay)], start: Timestamp, speed: Double, keepsTimes: Bool) {
    devices = tracks.map(\.device)
    var all: [Entry] = []
    for (index, track) in tracks.enumerated() {
      all += track.replay.samples.map { Entry(device: index, sample: $0) }
    }
    entries = all.sorted { ($0.sample.offset, $0.device) < ($1.sample.offset, $1.device) }
    self.start = start
    self.speed = speed.isFinite && speed > 0 ? speed : 1
    self.keepsTimes = keepsTimes
  }

  var total: Int { entries.count }
  var sent: Int { next }
  var isFinished: Bool { next == entries.count }

  /// When the next position is due.
  var nextDue: Timestamp? { isFinished ? nil : moment(entries[next].sample.offset) }

  /// Takes the positions due by `now`, at most `limit`.
  mutating func take(by now: Timestamp, limit: Int) -> [Due] {
    var due: [Due] = []
    while next < entries.count, due.count < limit {
      let entry = entries[next]
      let scheduled = moment(entry.sample.offset)
      if scheduled > now { break }
      let time = keepsTimes ? entry.sample.recorded ?? scheduled : scheduled
      due.append(Due(device: devices[entry.device], coordinate: entry.sample.coordinate, time: time))
      next += 1
    }
    return due
  }

  private func moment(_ offset: Int64) -> Timestamp {
    start.advanced(byMilliseconds: Int64(min(Double(offset) / speed, 9e15)))
  }
}
