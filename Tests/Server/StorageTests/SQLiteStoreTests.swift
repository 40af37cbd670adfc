import Foundation
import MusterSQLite
import MusterStorage
import MusterValues
import TestSupport
import Testing

@Suite struct SQLiteStoreTests {
  private func code(_ body: () throws -> Void) -> StorageError.Code? {
    do {
      try body()
      return nil
    } catch { return (error as? StorageError)?.code }
  }

  @Test func aSecondOpenerIsRefused() throws {
    let folder = try TemporaryFolder()
    let store = try StoreUnderTest.openSQLite(folder)
    do {
      _ = try StoreUnderTest.openSQLite(folder)
      Issue.record("opened twice")
    } catch {
      let error = try #require(error as? StorageError)
      #expect(error.code == .locked)
      #expect(error.description.contains("in use"))
      #expect(!error.description.contains(folder.path))
    }
    try store.commit(StoreBatch(journal: SampleData.record(1)))
    store.close()
    let next = try StoreUnderTest.openSQLite(folder)
    #expect(next.bounds.lastJournalSequence == 1)
    next.close()
  }

  @Test func filesAreTheOwnersOnly() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/data"
    let store = try SQLiteStore(directory: path)
    try store.commit(StoreBatch(journal: SampleData.record(1)))
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(path) == 0o700)
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(names == ["lock", "muster.db", "muster.db-shm", "muster.db-wal"])
    for name in names { #expect(try mode(path + "/" + name) == 0o600) }
    store.close()
  }

  @Test func aNewerFolderIsRefusedAndNotTouched() throws {
    let folder = try TemporaryFolder()
    try StoreUnderTest.openSQLite(folder).close()
    let connection = try SQLiteConnection(path: folder.database, access: .readWrite)
    try connection.execute("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
    // Something that only the log holds: opening the database would copy it into the file.
    try connection.execute("INSERT INTO journal VALUES (1, 2, 3, 4, x'05')")
    let names = try folder.names.filter { $0 != "muster.db-shm" }
    let before = try names.map { try folder.bytes(of: $0) }
    #expect(code { _ = try StoreUnderTest.openSQLite(folder) } == .newerVersion)
    #expect(try folder.names.filter { $0 != "muster.db-shm" } == names)
    #expect(try names.map { try folder.bytes(of: $0) } == before)
    #expect(!connection.isInTransaction)
  }

  @Test func anotherFileIsRefused() throws {
    let folder = try TemporaryFolder()
    try folder.write(SampleData.body(1, count: 5_000), to: "muster.db")
    #expect(code { _ = try StoreUnderTest.openSQLite(folder) } == .corrupt)
    try FileManager.default.removeItem(atPath: folder.database)
    let connection = try SQLiteConnection(path: folder.database, access: .create)
    try connection.execute("PRAGMA application_id = 7; CREATE TABLE other (a)")
    #expect(code { _ = try StoreUnderTest.openSQLite(folder) } == .corrupt)
    // Tables of a program that does not say who it is are not Muster's either.
    try connection.execute("PRAGMA application_id = 0; PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(code { _ = try StoreUnderTest.openSQLite(folder) } == .corrupt)
    #expect(try connection.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } == 1)
  }

  @Test func everyDamagedRecordIsNoticed() throws {
    let folder = try TemporaryFolder()
    let store = try StoreUnderTest.openSQLite(folder)
    for sequence in Int64(1)...20 {
      try store.commit(StoreBatch(journal: SampleData.record(sequence, count: 3_000)))
    }
    store.close()
    let whole = try folder.bytes(of: "muster.db")
    let victim = SampleData.record(13, count: 3_000).body
    let part = Array(victim[1_000..<1_016])
    let place = try #require(whole.indices.first { whole[$0] == part[0] && whole[$0...].starts(with: part) })
    for bit in 0..<8 {
      var damaged = whole
      damaged[place + bit] ^= 1 << bit
      try folder.write(damaged, to: "muster.db")
      let store = try StoreUnderTest.openSQLite(folder)
      var seen: Int64 = 0
      do {
        try store.journal(after: 0) { record in
          seen = record.sequence
          return true
        }
        Issue.record("the damage went unnoticed")
      } catch let error as StorageError {
        #expect(error.code == .corrupt)
        #expect(error.description.contains("13"))
      }
      #expect(seen == 12)
      store.close()
    }
  }

  @Test(arguments: [
    "UPDATE journal SET arrived = arrived + 1", "UPDATE journal SET catalog_revision = 9",
    "UPDATE journal SET sequence = 2", "UPDATE journal SET checksum = checksum + 1",
    "UPDATE journal SET body = x''", "UPDATE event SET ordinal = 5", "UPDATE event SET body = x'00'",
    "UPDATE catalog SET key = 8", "UPDATE device SET sequence = 8", "UPDATE metadata SET value = x'07'",
    "UPDATE chunk SET last = last + 1",
  ])
  func everyFieldIsSealed(_ change: String) throws {
    let folder = try TemporaryFolder()
    var store = try StoreUnderTest.openSQLite(folder)
    try store.commit(
      StoreBatch(
        journal: SampleData.record(1), events: [SampleData.event(1)], catalog: [CatalogRow(kind: 1, key: 1, body: [1])],
        devices: [DeviceRow(device: 1, sequence: 1, body: [])], metadata: [("k", [1])],
        chunks: [SampleData.chunk(1, 1...2)]))
    store.close()
    let connection = try SQLiteConnection(path: folder.database, access: .readWrite)
    try connection.execute(change)
    store = try StoreUnderTest.openSQLite(folder)
    let found = code {
      _ = try store.journalRecords()
      _ = try store.events(after: 0, limit: 9)
      _ = try store.catalog()
      _ = try store.deviceRows()
      _ = try store.metadata("k")
      _ = try store.chunks(device: 1, overlapping: .distantPast, through: Timestamp(milliseconds: 99), limit: 9)
    }
    #expect(found == .corrupt)
    store.close()
  }

  @Test func aFullFileIsReportedAndPasses() throws {
    let folder = try TemporaryFolder()
    let store = try StoreUnderTest.openSQLite(folder) { $0.maximumBytes = 1 << 20 }
    var sequence: Int64 = 0
    var found: StorageError.Code?
    while found == nil, sequence < 100 {
      found = code {
        try store.commit(
          StoreBatch(journal: SampleData.record(sequence + 1, count: 30_000), metadata: [("last", [UInt8(sequence)])]))
      }
      if found == nil { sequence += 1 }
    }
    #expect(found == .diskFull)
    #expect(sequence > 10)
    #expect(try store.metadata("last") == [UInt8(sequence - 1)])
    #expect(store.bounds.lastJournalSequence == sequence)
    #expect(try store.journalRecords().count == Int(sequence))
    try store.commit(StoreBatch(purge: StorePurge(journalThrough: 10)))
    try store.commit(StoreBatch(journal: SampleData.record(sequence + 1, count: 30_000)))
    #expect(try store.journalRecords().map(\.sequence) == Array(11...sequence + 1))
    store.close()
  }

  @Test func readersSeeWholeCommitsWhileOneWrites() throws {
    let folder = try TemporaryFolder()
    let store = try StoreUnderTest.openSQLite(folder)
    let done = DispatchGroup()
    for reader in 0..<3 {
      done.enter()
      Thread {
        defer { done.leave() }
        var last: Int64 = 0
        while last < 300 {
          do {
            var count: Int64 = 0
            try store.journal(after: 0) { record in
              count = record.sequence
              return true
            }
            let events = try store.events(after: count * 2 - 2, limit: 2)
            if count > 0, events.count != 2 { Issue.record("reader \(reader) saw half of commit \(count)") }
            if count < last { Issue.record("reader \(reader) went back from \(last) to \(count)") }
            if count > 0, try store.eventOrdinal(of: SampleData.identifier(1)) != 1 { Issue.record("lost an event") }
            last = count
          } catch {
            Issue.record(error)
            return
          }
        }
      }.start()
    }
    for sequence in Int64(1)...300 {
      try store.commit(
        StoreBatch(
          journal: SampleData.record(sequence, count: 500),
          events: [SampleData.event(sequence * 2 - 1), SampleData.event(sequence * 2)]))
    }
    #expect(done.wait(timeout: .now() + 60) == .success)
    store.close()
  }
}
