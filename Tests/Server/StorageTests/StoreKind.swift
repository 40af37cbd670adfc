import MusterStorage

/// The implementations that share one body of tests.
enum StoreKind: String, CaseIterable, Sendable {
  case memory, sqlite

  func make() throws -> StoreUnderTest {
    switch self {
    case .memory: StoreUnderTest(store: MemoryStore(), folder: nil)
    case .sqlite: try StoreUnderTest.sqlite()
    }
  }
}

/// A store with what it takes to close and open it again.
final class StoreUnderTest {
  private(set) var store: any Store
  let folder: TemporaryFolder?

  init(store: any Store, folder: TemporaryFolder?) {
    self.store = store
    self.folder = folder
  }

  /// Closes the store; until then its folder stays.
  func end() { store.close() }

  static func sqlite() throws -> StoreUnderTest {
    let folder = try TemporaryFolder()
    return StoreUnderTest(store: try openQuickly(folder), folder: folder)
  }

  /// Small runs and frequent checkpoints, so that small tests reach them.
  static func openSQLite(
    _ folder: TemporaryFolder, _ change: (inout SQLiteStoreConfiguration) -> Void = { _ in }
  ) throws -> SQLiteStore {
    var configuration = SQLiteStoreConfiguration()
    configuration.eventsPerIndexRun = 64
    configuration.checkpointBytes = 256 << 10
    change(&configuration)
    return try SQLiteStore(directory: folder.path, configuration: configuration)
  }

  /// What a process finds that starts after this one ended.
  func reopen() throws {
    if let memory = store as? MemoryStore {
      store = memory.crashed()
    } else if let folder {
      store.close()
      store = try Self.openQuickly(folder)
    }
  }

  /// What the shared tests are about does not need the disk's syncs; `PowerCutTests` do.
  private static func openQuickly(_ folder: TemporaryFolder) throws -> SQLiteStore {
    try openSQLite(folder) { $0.synchronous = .off }
  }
}
