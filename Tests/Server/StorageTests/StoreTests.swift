import MusterStorage
import MusterValues
import TestSupport
import Testing

/// One body of tests for every implementation of `Store`.
@Suite struct StoreTests {
  @Test(arguments: StoreKind.allCases)
  func keepsABatchAcrossReopening(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    try test.store.commit(
      StoreBatch(
        journal: SampleData.record(1), events: [SampleData.event(1), SampleData.event(2)],
        catalog: [CatalogRow(kind: 2, key: 9, body: [1]), CatalogRow(kind: 1, key: -3, body: [])],
        devices: [DeviceRow(device: 7, sequence: 1, body: [7])], metadata: [("name", [1, 2])],
        chunks: [SampleData.chunk(7, 10...20)]))
    for _ in 0..<2 {
      #expect(try test.store.journalRecords() == [SampleData.record(1)])
      #expect(try test.store.events(after: 0, limit: 10) == [SampleData.event(1), SampleData.event(2)])
      #expect(
        try test.store.catalog() == [CatalogRow(kind: 1, key: -3, body: []), CatalogRow(kind: 2, key: 9, body: [1])])
      #expect(try test.store.deviceRows() == [DeviceRow(device: 7, sequence: 1, body: [7])])
      #expect(try test.store.metadata("name") == [1, 2])
      #expect(try test.store.metadata("other") == nil)
      #expect(
        test.store.bounds
          == StoreBounds(
            firstJournalSequence: 1, lastJournalSequence: 1, firstEventOrdinal: 1, lastEventOrdinal: 2))
      try test.reopen()
    }
  }

  @Test(arguments: StoreKind.allCases)
  func anEmptyStoreAnswers(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    let store = test.store
    #expect(store.bounds == StoreBounds())
    #expect(try store.journalRecords().isEmpty)
    #expect(try store.events(after: 0, limit: 5).isEmpty)
    #expect(try store.eventOrdinal(of: SampleData.identifier(1)) == nil)
    #expect(try store.journalSlices([(1, 0, 1)]) == [nil])
    #expect(try store.commit(StoreBatch()) == PurgeOutcome())
  }

  @Test(arguments: StoreKind.allCases)
  func updatesAndDeletesRows(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    try test.store.commit(
      StoreBatch(
        catalog: [CatalogRow(kind: 1, key: 1, body: [1]), CatalogRow(kind: 1, key: 2, body: [2])],
        devices: [DeviceRow(device: 1, sequence: 1, body: [1]), DeviceRow(device: 2, sequence: 1, body: [2])],
        metadata: [("a", [1]), ("a", [2])]))
    try test.store.commit(
      StoreBatch(
        catalog: [CatalogRow(kind: 1, key: 1, body: nil), CatalogRow(kind: 1, key: 2, body: [3])],
        devices: [DeviceRow(device: 1, sequence: 2, body: nil), DeviceRow(device: 2, sequence: 5, body: [4])]))
    try test.reopen()
    #expect(try test.store.catalog() == [CatalogRow(kind: 1, key: 2, body: [3])])
    #expect(try test.store.deviceRows() == [DeviceRow(device: 2, sequence: 5, body: [4])])
    #expect(try test.store.metadata("a") == [2])
  }

  @Test(arguments: StoreKind.allCases)
  func canonicallyEquivalentKeysStayTwo(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    let store = test.store
    try store.commit(StoreBatch(metadata: [("\u{212B}", [1]), ("\u{C5}", [2]), ("", [3])]))
    #expect(try store.metadata("\u{212B}") == [1])
    #expect(try store.metadata("\u{C5}") == [2])
    #expect(try store.metadata("") == [3])
  }

  @Test(arguments: StoreKind.allCases)
  func aRefusedBatchChangesNothing(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    try test.store.commit(StoreBatch(journal: SampleData.record(5), events: [SampleData.event(5)]))
    let refused = [
      StoreBatch(journal: SampleData.record(5), metadata: [("x", [1])]),
      StoreBatch(journal: SampleData.record(6), events: [SampleData.event(5)], metadata: [("x", [1])]),
      StoreBatch(
        journal: SampleData.record(6), events: [SampleData.event(7), SampleData.event(6)], metadata: [("x", [1])]),
      StoreBatch(
        metadata: [("x", [1])],
        chunks: [
          HistoryChunk(
            device: 1, first: Timestamp(milliseconds: 2), last: Timestamp(milliseconds: 1), sequence: 1, body: [])
        ]),
      StoreBatch(metadata: [("x", [1])], purge: StorePurge(limit: 0)),
    ]
    for batch in refused {
      #expect(throws: StorageError.self) { try test.store.commit(batch) }
      do { try test.store.commit(batch) } catch { #expect(error.code == .invalid) }
      #expect(try test.store.metadata("x") == nil)
      #expect(test.store.bounds.lastJournalSequence == 5)
      #expect(test.store.bounds.lastEventOrdinal == 5)
    }
    try test.reopen()
    #expect(try test.store.journalRecords() == [SampleData.record(5)])
    #expect(try test.store.events(after: 0, limit: 9) == [SampleData.event(5)])
  }

  @Test(arguments: StoreKind.allCases)
  func visitsInOrderAndStopsWhenTold(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    let store = test.store
    for sequence in stride(from: Int64(3), through: 30, by: 3) {
      try store.commit(
        StoreBatch(
          journal: SampleData.record(sequence),
          devices: [DeviceRow(device: 100 - sequence, sequence: sequence, body: [])]))
    }
    #expect(try store.journalRecords(after: 9).map(\.sequence) == [12, 15, 18, 21, 24, 27, 30])
    var seen: [Int64] = []
    try store.journal(after: 10) { record in
      seen.append(record.sequence)
      // A visitor may ask the store for more.
      let other = try store.metadata("none")
      #expect(other == nil)
      return seen.count < 2
    }
    #expect(seen == [12, 15])
    #expect(try store.deviceRows().map(\.device) == [70, 73, 76, 79, 82, 85, 88, 91, 94, 97])
    struct Stop: Error {}
    #expect(throws: Stop.self) { try store.journal(after: 0) { _ in throw Stop() } }
    #expect(throws: Stop.self) { try store.devices { _ in throw Stop() } }
    #expect(try store.journalRecords().count == 10)
  }

  @Test(arguments: StoreKind.allCases)
  func readsPartsOfBodies(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    let store = test.store
    for sequence in Int64(1)...5 {
      try store.commit(StoreBatch(journal: SampleData.record(sequence, count: 40_000)))
    }
    let body = SampleData.record(3, count: 40_000).body
    let slices = try store.journalSlices([
      (3, 0, 10), (3, 39_990, 10), (9, 0, 1), (3, 39_990, 11), (3, 12_345, 20_000), (3, 40_000, 0), (3, -1, 2),
      (3, 1, -1), (3, .max, .max), (1, 0, 40_000),
    ])
    #expect(
      slices == [
        Array(body[0..<10]), Array(body[39_990...]), nil, nil, Array(body[12_345..<32_345]), [], nil, nil, nil,
        SampleData.record(1, count: 40_000).body,
      ])
  }

  @Test(arguments: StoreKind.allCases)
  func keepsBigAndEmptyBodies(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    let sizes = [0, 1, 8_150, 8_192, 1_000_000, 12_000_000]
    for (index, size) in sizes.enumerated() {
      try test.store.commit(StoreBatch(journal: SampleData.record(Int64(index + 1), count: size)))
    }
    try test.reopen()
    for (index, record) in try test.store.journalRecords().enumerated() {
      #expect(record == SampleData.record(Int64(index + 1), count: sizes[index]))
    }
    #expect(test.store.bounds.lastJournalSequence == Int64(sizes.count))
  }

  @Test(arguments: StoreKind.allCases)
  func tenThousandRecords(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    for sequence in Int64(1)...10_000 {
      try test.store.commit(
        StoreBatch(
          journal: SampleData.record(sequence, count: 50), events: [SampleData.event(sequence, count: 10)]))
    }
    try test.reopen()
    var expected: Int64 = 0
    try test.store.journal(after: 0) { record in
      expected += 1
      if record != SampleData.record(expected, count: 50) { Issue.record("record \(record.sequence)") }
      return true
    }
    #expect(expected == 10_000)
    for ordinal in stride(from: Int64(1), through: 10_000, by: 97) {
      #expect(try test.store.eventOrdinal(of: SampleData.identifier(ordinal)) == ordinal)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func afterClosingEveryCallSaysSo(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    let store = test.store
    store.close()
    store.close()
    func closed(_ body: () throws -> Void) {
      do {
        try body()
        Issue.record("did not throw")
      } catch { #expect((error as? StorageError)?.code == .closed) }
    }
    closed { try store.commit(StoreBatch()) }
    closed { _ = try store.metadata("a") }
    closed { _ = try store.catalog() }
    closed { _ = try store.journalRecords() }
    closed { _ = try store.deviceRows() }
    closed { _ = try store.events(after: 0, limit: 1) }
    closed { _ = try store.eventOrdinal(of: SampleData.identifier(1)) }
    closed { _ = try store.journalSlices([(1, 0, 0)]) }
  }
}
