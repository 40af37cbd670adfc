import MusterStorage
import MusterValues
import TestSupport

/// Made-up rows whose content follows from their number, so that a reader can check them.
enum SampleData {
  static func body(_ number: Int64, count: Int) -> [UInt8] {
    var random = SeededRandom(seed: UInt64(bitPattern: number))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count {
      var word = random.next()
      for _ in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: word))
        word >>= 8
      }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  static func record(_ sequence: Int64, count: Int = 100) -> JournalRecord {
    JournalRecord(
      sequence: sequence, arrived: Timestamp(milliseconds: 1_700_000_000_000 + sequence),
      catalogRevision: sequence / 10,
      body: body(sequence, count: count))
  }

  static func identifier(_ ordinal: Int64) -> EventIdentifier {
    var random = SeededRandom(seed: UInt64(bitPattern: ordinal) ^ 0xE7E7)
    return EventIdentifier(high: random.next(), low: random.next())
  }

  static func event(_ ordinal: Int64, count: Int = 40) -> StoredEvent {
    StoredEvent(ordinal: ordinal, id: identifier(ordinal), body: body(-ordinal, count: count))
  }

  static func chunk(_ device: Int64, _ range: ClosedRange<Int64>, sequence: Int64 = 1) -> HistoryChunk {
    HistoryChunk(
      device: device, first: Timestamp(milliseconds: range.lowerBound), last: Timestamp(milliseconds: range.upperBound),
      sequence: sequence, body: body(range.lowerBound, count: 30))
  }
}

extension Store {
  func journalRecords(after sequence: Int64 = 0) throws -> [JournalRecord] {
    var records: [JournalRecord] = []
    try journal(after: sequence) { record in
      records.append(record)
      return true
    }
    return records
  }

  func deviceRows() throws -> [DeviceRow] {
    var rows: [DeviceRow] = []
    try devices { row in
      rows.append(row)
      return true
    }
    return rows
  }
}
