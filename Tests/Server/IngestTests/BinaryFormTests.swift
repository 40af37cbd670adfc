import AmazonLocation
import Geodesy
import MusterStorage
import MusterValues
import TestSupport
import Testing

@testable import MusterIngest

/// What is written is read back as it was, to the bit; damaged bytes are an error or another value, never a trap.
@Suite struct BinaryFormTests {
  @Test func numbersAndTextsComeBack() throws {
    var records = RandomRecords(random: SeededRandom(seed: 1))
    for _ in 0..<500 {
      let integers = (0..<8).map { _ in records.integer() }
      let doubles = (0..<8).map { _ in records.double() } + [.nan, .infinity, -.infinity, Double.leastNonzeroMagnitude]
      let texts = (0..<8).map { _ in records.text() }
      var writer = ByteWriter()
      for value in integers {
        writer.signed(value)
        writer.unsigned(UInt64(bitPattern: value))
      }
      for value in doubles { writer.double(value) }
      for value in texts {
        writer.text(value)
        writer.optional(value) { $0.blob(Array($1.utf8)) }
      }
      writer.optional(String?.none) { $0.text($1) }
      #expect(writer.count == writer.bytes.count)
      var reader = ByteReader(writer.bytes)
      for value in integers {
        #expect(try reader.signed() == value)
        #expect(try reader.unsigned() == UInt64(bitPattern: value))
      }
      for value in doubles { #expect(try reader.double().bitPattern == value.bitPattern) }
      for value in texts {
        #expect(try Array(reader.text().utf8) == Array(value.utf8))
        let blob = try reader.optional { reader throws(ByteReader.Damage) in try reader.blob() }
        #expect(blob == Array(value.utf8))
      }
      #expect(try reader.flag() == false)
      #expect(reader.isAtEnd)
    }
  }

  @Test func whatIsNoNumberOrTextIsRefused() {
    func fails(_ bytes: [UInt8], _ read: (inout ByteReader) throws -> Void) -> Bool {
      var reader = ByteReader(bytes)
      return (try? read(&reader)) == nil
    }
    let ones = [UInt8](repeating: 0xFF, count: 9)
    #expect(!fails(ones + [1]) { _ = try $0.unsigned() })
    #expect(fails(ones + [2]) { _ = try $0.unsigned() })
    #expect(fails(ones + [0x81, 0]) { _ = try $0.unsigned() })
    #expect(fails([0x80]) { _ = try $0.unsigned() })
    #expect(fails([]) { _ = try $0.byte() })
    #expect(fails([1, 2, 3, 4, 5, 6, 7]) { _ = try $0.double() })
    #expect(fails([0x80, 0x80, 0x80, 0x80, 8]) { _ = try $0.number32() })
    #expect(fails([3, 65, 66]) { _ = try $0.text() })
    #expect(fails([2, 0xC3, 0x28]) { _ = try $0.text() })
    #expect(fails(ones + [1, 0]) { _ = try $0.blob() })
    #expect(fails([5, 0, 0, 0, 0]) { _ = try $0.count(ofAtLeast: 2) })
  }

  @Test func journalEntriesComeBack() throws {
    var records = RandomRecords(random: SeededRandom(seed: 2))
    for _ in 0..<300 {
      let entries = (0..<records.below(8)).map { _ in records.entry() }
      var writer = ByteWriter()
      writer.byte(JournalEntry.version)
      for entry in entries { entry.write(to: &writer) }
      // A sample's times are kept as a difference, so any arrival may be asked for: the samples' own only give them back.
      for entry in entries {
        guard case .sample(let sample) = entry else { continue }
        var own = ByteWriter()
        entry.write(to: &own)
        var reader = ByteReader(own.bytes)
        guard case .sample(let read) = try JournalEntry.read(from: &reader, arrived: sample.sample.received) else {
          Issue.record("a sample came back as something else")
          continue
        }
        #expect(read == sample)
      }
      var again = ByteWriter()
      again.byte(JournalEntry.version)
      var end = 1
      let record = JournalRecord(
        sequence: 1, arrived: Timestamp(milliseconds: 0), catalogRevision: 0, body: writer.bytes)
      try JournalEntry.forEach(in: record) { entry, offset, length in
        #expect(offset == end)
        end = offset + length
        entry.write(to: &again)
      }
      #expect(again.bytes == writer.bytes)
      #expect(end == writer.count)
    }
  }

  @Test func recordsComeBack() throws {
    var records = RandomRecords(random: SeededRandom(seed: 3))
    for _ in 0..<300 {
      let device = records.device()
      let back = try DeviceRecord(number: device.number, checkpoint: device.checkpoint)
      #expect(back == device)
      #expect(back.checkpoint == device.checkpoint)
      let tracker = records.tracker()
      #expect(try TrackerRecord(number: tracker.number, body: #require(tracker.row.body)) == tracker)
      let job = ReevaluationJob(
        number: records.integer(), sources: records.numbers(), fences: records.numbers(),
        kind: [.change, .removal, .activity][records.below(3)])
      guard case .job(let back) = try CatalogChange(loading: job.row) else {
        Issue.record("a job came back as something else")
        continue
      }
      #expect(back == job)
      let tombstone = FenceTombstone(
        number: 4, collection: 3, collectionName: Identifier(records.text()), id: Identifier(records.text()),
        properties: records.properties(), reason: .unlinked)
      #expect(try FenceTombstone(number: 4, body: #require(tombstone.row.body)) == tombstone)
    }
  }

  @Test func chunksComeBackToTheBit() throws {
    var records = RandomRecords(random: SeededRandom(seed: 4))
    for _ in 0..<300 {
      let samples = records.compacted()
      let body = HistoryChunkCodec.encode(samples)
      let back = try HistoryChunkCodec.decode(body)
      #expect(back == samples)
      for (left, right) in zip(back, samples) {
        #expect(left.sample.position.longitude.bitPattern == right.sample.position.longitude.bitPattern)
        #expect(left.sample.position.latitude.bitPattern == right.sample.position.latitude.bitPattern)
        #expect(left.sample.accuracy?.bitPattern == right.sample.accuracy?.bitPattern)
      }
      #expect(HistoryChunkCodec.encode(back) == body)
    }
  }

  @Test func damagedBytesNeverTrap() throws {
    var records = RandomRecords(random: SeededRandom(seed: 5))
    var refused = 0
    func attempt(_ body: () throws -> Void) { if (try? body()) == nil { refused += 1 } }
    for _ in 0..<1500 {
      var writer = ByteWriter()
      writer.byte(JournalEntry.version)
      for _ in 0..<4 { records.entry().write(to: &writer) }
      let journal = JournalRecord(
        sequence: 1, arrived: Timestamp(milliseconds: records.integer()), catalogRevision: 0,
        body: records.damaged(writer.bytes))
      attempt { try JournalEntry.forEach(in: journal) { _, _, _ in } }
      let chunk = records.damaged(HistoryChunkCodec.encode(records.compacted()))
      attempt { _ = try HistoryChunkCodec.decode(chunk) }
      let checkpoint = records.damaged(records.device().checkpoint)
      attempt { _ = try DeviceRecord(number: 1, checkpoint: checkpoint) }
      let tracker = records.tracker()
      for row in [tracker.row, try FenceRecord.example.row] {
        let damaged = CatalogRow(kind: row.kind, key: row.key, body: row.body.map { records.damaged($0) })
        attempt { _ = try CatalogChange(loading: damaged) }
        let other = CatalogRow(kind: UInt8(records.below(9)), key: records.integer(), body: damaged.body)
        attempt { _ = try CatalogChange(loading: other) }
      }
    }
    #expect(refused > 3000)
  }
}

extension FenceRecord {
  fileprivate static var example: FenceRecord {
    get throws {
      let put = try square("A", 1, 2)
      return FenceRecord(
        number: 3, collection: 2, id: put.id, geometry: put.geometry, shape: put.shape, properties: put.properties,
        created: Timestamp(milliseconds: 1), updated: Timestamp(milliseconds: 2), isReplaced: true)
    }
  }
}
