internal import AmazonLocation
internal import Geodesy
internal import MusterStorage
internal import MusterValues

extension HistoryChunkCodec {
  /// Chunks read at a time.
  private static let page = 16

  /// Stored samples of a device with `from <= sample time < end` after the cursor, ascending.
  static func entries(
    in store: any Store, device: Int32, id: Identifier, from: Timestamp, to end: Timestamp,
    after cursor: HistoryCursor?,
    limit: Int
  ) throws(StorageError) -> [HistoryEntry] {
    let start = max(from, cursor?.sampleTime ?? from)
    var found: [HistoryEntry] = []
    var asked = page
    while true {
      let chunks = try store.chunks(
        device: Int64(device), overlapping: start, through: end.advanced(byMilliseconds: -1), limit: asked)
      found = []
      for chunk in chunks {
        for entry in try decoded(chunk) where entry.isStored {
          let time = entry.sample.sampleTime
          let place = HistoryCursor(sampleTime: time, place: entry.place)
          guard time >= from, time < end, cursor.map({ place > $0 }) ?? true else { continue }
          found.append(HistoryEntry(cursor: place, position: entry.sample.devicePosition(of: id)))
        }
      }
      found.sort { $0.cursor < $1.cursor }
      if chunks.count < asked { return Array(found.prefix(limit)) }
      // Chunks may overlap; those not read yet begin at or after the last one read.
      let settled = found.prefix { $0.cursor.sampleTime < (chunks.last?.first ?? end) }
      if settled.count >= limit { return Array(settled.prefix(limit)) }
      asked *= 2
    }
  }

  fileprivate static func decoded(_ chunk: HistoryChunk) throws(StorageError) -> [CompactedSample] {
    do throws(ByteReader.Damage) {
      return try decode(chunk.body)
    } catch {
      throw StorageError(.corrupt, "history chunk \(chunk.sequence) of device \(chunk.device) can't be read")
    }
  }
}

/// The samples in a store's chunks, by what identifies them.
struct CompactedSamples {
  let store: any Store

  /// Whether a sample of this identity is compacted. A store that can't be read counts as no: the sample is then kept
  /// twice rather than lost.
  func contains(_ identity: SampleIdentity, device: Int32) -> Bool {
    samples(of: device, from: identity.sampleTime, through: identity.sampleTime).contains { $0 == identity }
  }

  func identities(of device: Int32, after moment: Timestamp) -> [SampleIdentity] {
    samples(of: device, from: moment.advanced(byMilliseconds: 1), through: Timestamp(milliseconds: .max))
  }

  private func samples(of device: Int32, from start: Timestamp, through end: Timestamp) -> [SampleIdentity] {
    let chunks = (try? store.chunks(device: Int64(device), overlapping: start, through: end, limit: .max)) ?? []
    return chunks.flatMap { (try? HistoryChunkCodec.decoded($0)) ?? [] }.map(\.sample.identity)
      .filter { $0.sampleTime >= start && $0.sampleTime <= end }
  }
}
