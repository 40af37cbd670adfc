import Foundation
import MusterStorage
import TestSupport
import Testing

@Suite struct MemoryStoreTests {
  @Test func failsTheCommitItWasTold() throws {
    let store = MemoryStore()
    store.failCommit(number: 2, .beforeCommit, error: StorageError(.diskFull, "full"))
    store.failCommit(number: 3, .afterCommit)
    try store.commit(StoreBatch(journal: SampleData.record(1)))
    do {
      try store.commit(StoreBatch(journal: SampleData.record(2)))
      Issue.record("did not fail")
    } catch { #expect(error.code == .diskFull) }
    #expect(try store.journalRecords().count == 1)
    #expect(throws: StorageError.self) { try store.commit(StoreBatch(journal: SampleData.record(2))) }
    #expect(try store.journalRecords().count == 2)
    try store.commit(StoreBatch(journal: SampleData.record(3)))
    #expect(store.commitCount == 4)
  }

  @Test func aCrashKeepsWhatWasCommitted() throws {
    let store = MemoryStore()
    try store.commit(StoreBatch(journal: SampleData.record(1)))
    let crashed = store.crashed()
    try store.commit(StoreBatch(journal: SampleData.record(2)))
    store.close()
    #expect(try crashed.journalRecords() == [SampleData.record(1)])
  }

  @Test func holdsACommitUntilItIsReleased() throws {
    let store = MemoryStore()
    store.pauseNextCommit()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      _ = try? store.commit(StoreBatch(journal: SampleData.record(1)))
      done.signal()
    }
    thread.start()
    while !store.isCommitPaused { Thread.sleep(forTimeInterval: 0.001) }
    #expect(store.bounds.lastJournalSequence == 0)
    #expect(try store.crashed().journalRecords().isEmpty)
    store.resumeCommit()
    #expect(done.wait(timeout: .now() + 30) == .success)
    #expect(store.bounds.lastJournalSequence == 1)
  }

  @Test func damageIsNamed() throws {
    let store = MemoryStore()
    for sequence in Int64(1)...3 { try store.commit(StoreBatch(journal: SampleData.record(sequence))) }
    store.damageJournal(sequence: 2)
    do {
      _ = try store.journalRecords()
      Issue.record("did not throw")
    } catch let error as StorageError {
      #expect(error.code == .corrupt)
      #expect(error.description.contains("2"))
    }
  }
}
