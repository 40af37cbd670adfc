internal import MusterValues

/// A checksum over all fields of a row, table included, so that a row that was moved reads as damaged too.
enum RowChecksum {
  static func journal(_ record: JournalRecord) -> Int64 {
    of(1, record.sequence, record.arrived.milliseconds, record.catalogRevision, record.body)
  }

  static func event(ordinal: Int64, id: EventIdentifier, body: [UInt8]) -> Int64 {
    of(2, ordinal, Int64(bitPattern: id.high), Int64(bitPattern: id.low), body)
  }

  static func catalog(kind: UInt8, key: Int64, body: [UInt8]) -> Int64 { of(3, Int64(kind), key, 0, body) }

  static func device(_ device: Int64, sequence: Int64, body: [UInt8]) -> Int64 { of(4, device, sequence, 0, body) }

  static func chunk(_ chunk: HistoryChunk) -> Int64 {
    of(5, chunk.device, chunk.first.milliseconds, chunk.last.milliseconds, chunk.body, chunk.sequence)
  }

  static func metadata(key: String, value: [UInt8]) -> Int64 {
    var keyed = CRC32C()
    keyed.update(Array(key.utf8))
    return of(6, Int64(keyed.value), 0, 0, value)
  }

  private static func of(
    _ table: Int64, _ first: Int64, _ second: Int64, _ third: Int64, _ body: [UInt8], _ fourth: Int64 = 0
  ) -> Int64 {
    var checksum = CRC32C()
    checksum.update(table)
    checksum.update(first)
    checksum.update(second)
    checksum.update(third)
    checksum.update(fourth)
    checksum.update(body)
    return Int64(checksum.value)
  }
}
