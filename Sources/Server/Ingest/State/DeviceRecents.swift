internal import AmazonLocation
internal import Geodesy
internal import MusterValues

/// Where a sample lies in the journal, with what identifies it.
struct RecentSample: Sendable, Equatable {
  let sampleTime: Timestamp
  let position: Coordinate
  let sequence: Int64
  let offset: UInt32
  /// Of its entry, or of as much as holds the sample: an entry that names thousands of fences is longer.
  let length: UInt16
  let isStored: Bool

  /// Orders samples of one time: the place in the journal.
  var place: Int64 { Self.place(sequence: sequence, offset: offset) }

  static func place(sequence: Int64, offset: UInt32) -> Int64 { sequence << 24 | Int64(offset & 0xFF_FFFF) }
}

/// A device's samples that are in the journal and not yet in chunks, ascending by sample time, then place.
struct DeviceRecents: Sendable {
  private(set) var samples: [RecentSample] = []

  /// - Complexity: O(1) for a sample newer than all others.
  mutating func insert(_ sample: RecentSample) {
    guard let last = samples.last, (last.sampleTime, last.place) > (sample.sampleTime, sample.place) else {
      samples.append(sample)
      return
    }
    samples.insert(sample, at: firstIndex(from: sample.sampleTime, place: sample.place))
  }

  func contains(sampleTime: Timestamp, position: Coordinate) -> Bool {
    var index = firstIndex(from: sampleTime, place: .min)
    while index < samples.count, samples[index].sampleTime == sampleTime {
      if samples[index].position == position { return true }
      index += 1
    }
    return false
  }

  /// Samples later than a moment.
  func identities(after moment: Timestamp) -> [SampleIdentity] {
    samples[firstIndex(from: moment.advanced(byMilliseconds: 1), place: .min)...]
      .map { SampleIdentity(sampleTime: $0.sampleTime, position: $0.position) }
  }

  /// Stored samples in `from..<to` that follow the cursor.
  func stored(from: Timestamp, to: Timestamp, after cursor: HistoryCursor?, limit: Int) -> [RecentSample] {
    var index = firstIndex(from: from, place: .min)
    if let cursor, cursor.sampleTime >= from {
      index = firstIndex(from: cursor.sampleTime, place: cursor.place == .max ? .max : cursor.place + 1)
    }
    var found: [RecentSample] = []
    while index < samples.count, samples[index].sampleTime < to, found.count < limit {
      if samples[index].isStored { found.append(samples[index]) }
      index += 1
    }
    return found
  }

  mutating func removeAll(through sequence: Int64) { samples.removeAll { $0.sequence <= sequence } }
  mutating func removeAll() { samples = [] }

  private func firstIndex(from time: Timestamp, place: Int64) -> Int {
    var low = 0
    var high = samples.count
    while low < high {
      let middle = (low + high) / 2
      if (samples[middle].sampleTime, samples[middle].place) < (time, place) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
