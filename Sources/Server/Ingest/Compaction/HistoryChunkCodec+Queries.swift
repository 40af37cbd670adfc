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

  /// Whether a sample of this identity is compacted. A store that can't be read counts as no: the sample is then kept
  /// twice rather than lost.
  static func contains(in store: any Store, device: Int32, sampleTime: Timestamp, position: Coordinate) -> Bool {
    guard
      let chunks = try? store.chunks(
        device: Int64(device), overlapping: sampleTime, through: sampleTime, limit: .max)
    else { return false }
    return chunks.contains { chunk in
      (try? decoded(chunk))?.contains { $0.sample.sampleTime == sampleTime && $0.sample.position == position } ?? false
    }
  }

  private static func decoded(_ chunk: HistoryChunk) throws(StorageError) -> [CompactedSample] {
    do throws(ByteReader.Damage) {
      return try decode(chunk.body)
    } catch {
      throw StorageError(.corrupt, "history chunk \(chunk.sequence) of device \(chunk.device) can't be read")
    }
  }
}
