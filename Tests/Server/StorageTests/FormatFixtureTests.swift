import Foundation
import MusterStorage
import MusterValues
import Testing

/// Folders of every released format, opened by the present code. To add one, run this suite once with
/// `MUSTER_WRITE_FIXTURE` set to an empty folder, and keep its `muster.db`.
@Suite struct FormatFixtureTests {
  private static func batches() -> [StoreBatch] {
    (Int64(1)...40).map { number in
      StoreBatch(
        journal: SampleData.record(number, count: 300),
        events: [SampleData.event(number * 2 - 1), SampleData.event(number * 2)],
        catalog: [CatalogRow(kind: 1, key: number % 5, body: [UInt8(number)])],
        devices: [DeviceRow(device: number % 7, sequence: number, body: [UInt8(number), 0])],
        metadata: [("number", [UInt8(number)])],
        chunks: [SampleData.chunk(number % 3, number * 100...number * 100 + 99)],
        purge: number == 40 ? StorePurge(journalThrough: 10, eventsThrough: 20) : StorePurge())
    }
  }

  private static func configuration() -> SQLiteStoreConfiguration {
    var configuration = SQLiteStoreConfiguration()
    configuration.eventsPerIndexRun = 32
    return configuration
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["MUSTER_WRITE_FIXTURE"] != nil))
  func writesAFixture() throws {
    let path = try #require(ProcessInfo.processInfo.environment["MUSTER_WRITE_FIXTURE"])
    let store = try SQLiteStore(directory: path, configuration: Self.configuration())
    for batch in Self.batches() { try store.commit(batch) }
    store.close()
  }

  @Test(arguments: [1])
  func opensEveryFormat(_ format: Int) throws {
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/format-\(format)/muster.db")
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: fixture.path, toPath: folder.database)
    let store = try SQLiteStore(directory: folder.path, configuration: Self.configuration())
    defer { store.close() }
    #expect(
      store.bounds
        == StoreBounds(
          firstJournalSequence: 11, lastJournalSequence: 40, firstEventOrdinal: 21, lastEventOrdinal: 80))
    #expect(try store.journalRecords() == (Int64(11)...40).map { SampleData.record($0, count: 300) })
    #expect(try store.events(after: 0, limit: 99) == (Int64(21)...80).map { SampleData.event($0) })
    for ordinal in Int64(1)...80 {
      #expect(try store.eventOrdinal(of: SampleData.identifier(ordinal)) == (ordinal > 20 ? ordinal : nil))
    }
    #expect(
      try store.catalog() == [40, 36, 37, 38, 39].map { CatalogRow(kind: 1, key: $0 % 5, body: [UInt8($0)]) })
    #expect(try store.deviceRows().map(\.sequence) == [35, 36, 37, 38, 39, 40, 34])
    #expect(try store.metadata("number") == [40])
    let chunks = try store.chunks(
      device: 1, overlapping: Timestamp(milliseconds: 199), through: Timestamp(milliseconds: 700), limit: 9)
    #expect(chunks == [1, 4, 7].map { SampleData.chunk(1, $0 * 100...$0 * 100 + 99) })
    try store.commit(StoreBatch(journal: SampleData.record(41)))
  }
}
