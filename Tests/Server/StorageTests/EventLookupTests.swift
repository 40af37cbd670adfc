import MusterStorage
import MusterValues
import Testing

@Suite struct EventLookupTests {
  @Test(arguments: StoreKind.allCases)
  func findsEventsWhileTheIndexGrows(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    var ordinal: Int64 = 0
    for round in 0..<60 {
      let events = (0..<13).map { _ in
        ordinal += 2
        return SampleData.event(ordinal)
      }
      try test.store.commit(StoreBatch(events: events))
      // Reopens with a run half written, too.
      if round % 7 == 3 { try test.reopen() }
      #expect(try test.store.eventOrdinal(of: SampleData.identifier(ordinal)) == ordinal)
      #expect(try test.store.eventOrdinal(of: SampleData.identifier(ordinal + 2)) == nil)
      #expect(try test.store.eventOrdinal(of: SampleData.identifier(2)) == 2)
    }
    for known in stride(from: Int64(2), through: ordinal, by: 2) {
      #expect(try test.store.eventOrdinal(of: SampleData.identifier(known)) == known)
      #expect(try test.store.eventOrdinal(of: SampleData.identifier(known - 1)) == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func purgedEventsAreUnknown(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    for start in stride(from: Int64(1), through: 901, by: 100) {
      try test.store.commit(StoreBatch(events: (start..<start + 100).map { SampleData.event($0) }))
    }
    var outcome = PurgeOutcome(isComplete: false)
    var removed = 0
    while !outcome.isComplete {
      outcome = try test.store.commit(StoreBatch(purge: StorePurge(eventsThrough: 700, limit: 64)))
      #expect(outcome.removed <= 64)
      removed += outcome.removed
    }
    #expect(removed == 700)
    for _ in 0..<2 {
      for ordinal in Int64(1)...1_000 {
        let found = try test.store.eventOrdinal(of: SampleData.identifier(ordinal))
        #expect(found == (ordinal > 700 ? ordinal : nil))
      }
      #expect(test.store.bounds.firstEventOrdinal == 701)
      #expect(try test.store.events(after: 0, limit: 2).map(\.ordinal) == [701, 702])
      try test.reopen()
    }
  }

  /// A failed commit's events are unknown, and their ordinals go to others, at every fill of the index's memory.
  @Test func aFailedCommitLeavesNoEvent() throws {
    let folder = try TemporaryFolder()
    let disk = try #require(FaultyDisk())
    let store = try StoreUnderTest.openSQLite(folder) { $0.vfs = disk.name }
    defer { store.close() }
    for ordinal in Int64(1)...200 {
      disk.setFull(true)
      let lost = EventIdentifier(high: 1, low: UInt64(ordinal))
      // Large enough to extend the log whatever it has room for.
      let body = SampleData.body(ordinal, count: 400_000)
      #expect(throws: StorageError.self) {
        try store.commit(
          StoreBatch(
            journal: JournalRecord(sequence: ordinal, arrived: .distantPast, catalogRevision: 0, body: body),
            events: [StoredEvent(ordinal: ordinal, id: lost, body: [])]))
      }
      disk.setFull(false)
      #expect(try store.eventOrdinal(of: lost) == nil)
      try store.commit(StoreBatch(events: [SampleData.event(ordinal)]))
      #expect(try store.eventOrdinal(of: lost) == nil)
    }
    for ordinal in Int64(1)...200 {
      #expect(try store.eventOrdinal(of: SampleData.identifier(ordinal)) == ordinal)
    }
  }

  @Test func identifiersAreUUIDs() {
    let id = EventIdentifier(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
    #expect(id.uuid == "01234567-89ab-cdef-fedc-ba9876543210")
    #expect(EventIdentifier(uuid: id.uuid) == id)
    #expect(EventIdentifier(uuid: id.uuid.uppercased()) == id)
    #expect(EventIdentifier(bytes: id.bytes) == id)
    for text in [
      "", "01234567-89ab-cdef-fedc-ba987654321", "01234567-89ab-cdef-fedc-ba98765432100",
      "0123456789abcdeffedcba9876543210----", "01234567-89ab-cdef-fedc-ba987654321g",
    ] { #expect(EventIdentifier(uuid: text) == nil) }
    #expect(EventIdentifier(bytes: [1, 2, 3]) == nil)
  }
}
