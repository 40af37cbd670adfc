import MusterStorage
import MusterValues
import Testing

@Suite struct PurgeTests {
  @Test(arguments: StoreKind.allCases)
  func purgesTheJournalInBoundedSteps(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    for sequence in Int64(1)...20 { try test.store.commit(StoreBatch(journal: SampleData.record(sequence * 10))) }
    let purge = StoreBatch(purge: StorePurge(journalThrough: 125, limit: 5))
    #expect(try test.store.commit(purge) == PurgeOutcome(removed: 5, isComplete: false))
    #expect(test.store.bounds.firstJournalSequence == 60)
    #expect(try test.store.commit(purge) == PurgeOutcome(removed: 5, isComplete: false))
    #expect(try test.store.commit(purge) == PurgeOutcome(removed: 2, isComplete: true))
    #expect(try test.store.journalRecords().map(\.sequence) == [130, 140, 150, 160, 170, 180, 190, 200])
    #expect(try test.store.journalSlices([(120, 0, 1), (130, 0, 0)]) == [nil, []])
  }

  @Test(arguments: StoreKind.allCases)
  func numbersAreNeverGivenTwice(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    try test.store.commit(StoreBatch(journal: SampleData.record(8), events: [SampleData.event(9)]))
    try test.store.commit(StoreBatch(purge: StorePurge(journalThrough: .max, eventsThrough: .max)))
    for _ in 0..<2 {
      #expect(test.store.bounds == StoreBounds(lastJournalSequence: 8, lastEventOrdinal: 9))
      #expect(throws: StorageError.self) { try test.store.commit(StoreBatch(journal: SampleData.record(8))) }
      #expect(throws: StorageError.self) { try test.store.commit(StoreBatch(events: [SampleData.event(9)])) }
      try test.reopen()
    }
    try test.store.commit(StoreBatch(journal: SampleData.record(9), events: [SampleData.event(10)]))
    #expect(
      test.store.bounds
        == StoreBounds(firstJournalSequence: 9, lastJournalSequence: 9, firstEventOrdinal: 10, lastEventOrdinal: 10))
  }

  @Test(arguments: StoreKind.allCases)
  func purgesChunksByAgeAndByDevice(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    let chunks = (0..<10).map { SampleData.chunk($0 % 2, $0 * 10...$0 * 10 + 9) }
    try test.store.commit(StoreBatch(chunks: chunks))
    func left() throws -> [Int64] {
      try [Int64(0), 1].flatMap { device in
        try test.store.chunks(
          device: device, overlapping: .distantPast, through: Timestamp(milliseconds: .max), limit: 99)
      }.map(\.first.milliseconds).sorted()
    }
    // The chunk that ends at 29 is older than 30, not older than 29.
    let early = StoreBatch(purge: StorePurge(chunksEndingBefore: Timestamp(milliseconds: 29)))
    #expect(try test.store.commit(early) == PurgeOutcome(removed: 2))
    #expect(try left() == [20, 30, 40, 50, 60, 70, 80, 90])
    let later = StoreBatch(purge: StorePurge(chunksEndingBefore: Timestamp(milliseconds: 30)))
    #expect(try test.store.commit(later) == PurgeOutcome(removed: 1))
    let device = StoreBatch(purge: StorePurge(chunksOfDevices: [1, 5], limit: 3))
    #expect(try test.store.commit(device) == PurgeOutcome(removed: 3, isComplete: false))
    #expect(try test.store.commit(device) == PurgeOutcome(removed: 1))
    #expect(try left() == [40, 60, 80])
    try test.reopen()
    #expect(try left() == [40, 60, 80])
  }

  @Test(arguments: StoreKind.allCases)
  func aBatchReplacesChunksAtOnce(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    let store = test.store
    let parts = [SampleData.chunk(4, 0...9), SampleData.chunk(4, 10...19), SampleData.chunk(4, 10...12, sequence: 2)]
    try store.commit(StoreBatch(chunks: parts))
    let merged = SampleData.chunk(4, 0...19, sequence: 1)
    try store.commit(
      StoreBatch(
        chunks: [merged],
        replacesChunks: [parts[0].key, parts[1].key, HistoryChunk.Key(device: 9, first: merged.first, sequence: 1)],
        purge: StorePurge(chunksOfDevices: [])))
    let found = try store.chunks(
      device: 4, overlapping: .distantPast, through: Timestamp(milliseconds: .max), limit: 9)
    #expect(found == [merged, parts[2]])
  }
}
