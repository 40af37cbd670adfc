import Foundation
import MusterStorage
import MusterValues
import TestSupport
import Testing

@Suite struct PowerCutTests {
  /// Every row of commit number n says n, so that what is left shows which commits it came from.
  private static func batch(_ number: Int64, count: Int) -> StoreBatch {
    StoreBatch(
      journal: SampleData.record(number, count: count),
      events: (0..<3).map { SampleData.event(number * 3 + $0) },
      catalog: [CatalogRow(kind: 1, key: number % 11, body: [UInt8(truncatingIfNeeded: number)])],
      devices: [DeviceRow(device: number % 17, sequence: number, body: SampleData.body(number, count: 200))],
      metadata: [("number", withUnsafeBytes(of: number.littleEndian) { Array($0) })],
      chunks: [SampleData.chunk(number % 5, number...number + 3, sequence: number)],
      purge: number % 10 == 0
        ? StorePurge(journalThrough: number - 40, eventsThrough: number * 3 - 100, limit: 50) : StorePurge())
  }

  private struct Run {
    var acknowledged: Int64 = 0
    /// The last commit that was begun.
    var tried: Int64 = 0
  }

  /// Commits until the power goes, at a random operation.
  private static func runUntilCut(
    _ disk: FaultyDisk, _ folder: TemporaryFolder, from first: Int64, synchronous: SQLiteStoreConfiguration.Synchronous,
    random: inout SeededRandom
  ) -> Run {
    var run = Run(acknowledged: first - 1, tried: first - 1)
    disk.cutPower(afterOperations: Int64.random(in: 1...600, using: &random), seed: random.next())
    guard
      let store = try? StoreUnderTest.openSQLite(
        folder,
        {
          $0.vfs = disk.name
          $0.synchronous = synchronous
          $0.pageSize = 1_024
          $0.checkpointBytes = 48 << 10
        })
    else { return run }
    defer { store.close() }
    while run.tried < first + 2_000 {
      run.tried += 1
      do { try store.commit(batch(run.tried, count: Int.random(in: 0...6_000, using: &random))) } catch { return run }
      run.acknowledged = run.tried
    }
    return run
  }

  /// The number of the last commit that is left, after checking that all before it are there and no part of a later.
  private static func lastWhole(_ folder: TemporaryFolder) throws -> Int64 {
    let store = try StoreUnderTest.openSQLite(folder) { $0.pageSize = 1_024 }
    defer { store.close() }
    let bounds = store.bounds
    let last = bounds.lastJournalSequence
    guard last > 0 else {
      #expect(bounds == StoreBounds())
      #expect(try store.catalog().isEmpty)
      #expect(try store.metadata("number") == nil)
      return 0
    }
    let records = try store.journalRecords()
    #expect(records.map(\.sequence) == Array((records.first?.sequence ?? 0)...last))
    #expect(records == records.map { SampleData.record($0.sequence, count: $0.body.count) })
    #expect(bounds.lastEventOrdinal == last * 3 + 2)
    let events = try store.events(after: 0, limit: .max)
    #expect(events == events.map { SampleData.event($0.ordinal) })
    #expect(events.map(\.ordinal) == Array((bounds.firstEventOrdinal ?? 0)...last * 3 + 2))
    for event in events { #expect(try store.eventOrdinal(of: event.id) == event.ordinal) }
    for row in try store.catalog() {
      let number = last - (last - row.key) % 11
      #expect(row.body == [UInt8(truncatingIfNeeded: number)])
    }
    for row in try store.deviceRows() { #expect(row.sequence == last - (last - row.device) % 17) }
    #expect(try store.metadata("number") == withUnsafeBytes(of: last.littleEndian) { Array($0) })
    let chunks = try (Int64(0)..<5).flatMap {
      try store.chunks(
        device: $0, overlapping: .distantPast, through: Timestamp(milliseconds: .max), limit: .max)
    }
    #expect(chunks.count == Int(last))
    return last
  }

  /// Three cuts in a row on one folder, each with a new process, as it were.
  @Test(arguments: UInt64(1)...50)
  func everyAcknowledgedCommitIsThere(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    var next: Int64 = 1
    for cut in 0..<3 {
      let disk = try #require(FaultyDisk())
      let run = Self.runUntilCut(disk, folder, from: next, synchronous: .full, random: &random)
      #expect(disk.isCut)
      let last = try Self.lastWhole(folder)
      #expect(last >= run.acknowledged, "seed \(seed), cut \(cut): lost \(run.acknowledged - last) commits")
      #expect(last <= run.tried)
      next = last + 1
    }
  }

  /// Without waiting for the disk the same workload must lose commits, or the disk above proves nothing.
  @Test func theFaultyDiskBites() throws {
    var lossy = 0
    for seed in UInt64(1)...20 {
      var random = SeededRandom(seed: seed)
      let folder = try TemporaryFolder()
      let disk = try #require(FaultyDisk())
      let run = Self.runUntilCut(disk, folder, from: 1, synchronous: .off, random: &random)
      #expect(disk.isCut)
      let last = (try? Self.lastJournal(folder)) ?? 0
      if last < run.acknowledged { lossy += 1 }
    }
    #expect(lossy >= 10, "only \(lossy) of 20 cuts lost anything")
  }

  private static func lastJournal(_ folder: TemporaryFolder) throws -> Int64 {
    let store = try StoreUnderTest.openSQLite(folder) { $0.pageSize = 1_024 }
    defer { store.close() }
    return store.bounds.lastJournalSequence
  }

  @Test func aFullDiskIsReportedAndPasses() throws {
    let disk = try #require(FaultyDisk())
    let folder = try TemporaryFolder()
    let store = try StoreUnderTest.openSQLite(folder) { $0.vfs = disk.name }
    try store.commit(StoreBatch(journal: SampleData.record(1)))
    disk.setFull(true)
    for _ in 0..<2 {
      do {
        try store.commit(StoreBatch(journal: SampleData.record(2, count: 500_000)))
        Issue.record("did not fail")
      } catch { #expect(error.code == .diskFull) }
      #expect(try store.journalRecords() == [SampleData.record(1)])
    }
    disk.setFull(false)
    try store.commit(StoreBatch(journal: SampleData.record(2, count: 500_000)))
    #expect(try store.journalRecords().count == 2)
    store.close()
  }

  @Test func afterAFailedSyncNothingIsAcknowledged() throws {
    let disk = try #require(FaultyDisk())
    let folder = try TemporaryFolder()
    let store = try StoreUnderTest.openSQLite(folder) { $0.vfs = disk.name }
    try store.commit(StoreBatch(journal: SampleData.record(1)))
    disk.setSyncFailing(true)
    for _ in 0..<2 {
      do {
        try store.commit(StoreBatch(journal: SampleData.record(2)))
        Issue.record("did not fail")
      } catch { #expect(error.code == .io) }
      // The disk recovers, yet what it holds is unknown.
      disk.setSyncFailing(false)
    }
    #expect(try store.journalRecords() == [SampleData.record(1)])
    store.close()
    let next = try StoreUnderTest.openSQLite(folder)
    try next.commit(StoreBatch(journal: SampleData.record(next.bounds.lastJournalSequence + 1)))
    next.close()
  }

  @Test func oneCommitIsOneSync() throws {
    let disk = try #require(FaultyDisk())
    let folder = try TemporaryFolder()
    let store = try StoreUnderTest.openSQLite(folder) {
      $0.vfs = disk.name
      $0.checkpointBytes = 64 << 20
    }
    try store.commit(StoreBatch(journal: SampleData.record(1)))
    let before = disk.syncs
    for number in Int64(2)...51 {
      try store.commit(StoreBatch(journal: SampleData.record(number), events: [SampleData.event(number)]))
    }
    #expect(disk.syncs - before == 50)
    store.close()
  }
}
