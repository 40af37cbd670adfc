internal import MusterRuntime
internal import MusterSQLite

/// Read-only connections, each used by one thread at a time. A reader never waits for another: when all are out, one
/// more is opened.
final class SQLiteReaders: Sendable {
  private struct State {
    var idle: [SQLiteConnection] = []
    var isClosed = false
  }

  private let state = Locked(State())
  private let path: String
  private let configuration: SQLiteStoreConfiguration

  init(path: String, configuration: SQLiteStoreConfiguration) {
    self.path = path
    self.configuration = configuration
  }

  func read<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
    let connection = try take()
    defer { give(back: connection) }
    return try body(connection)
  }

  /// Closes idle connections now and the others when their reads end.
  func close() {
    let idle = state.withLock { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    _ = idle
  }

  private func take() throws -> SQLiteConnection {
    let idle: SQLiteConnection? = try state.withLock { state in
      if state.isClosed { throw StorageError.closed }
      return state.idle.popLast()
    }
    if let idle { return idle }
    let connection = try SQLiteConnection(path: path, access: .readOnly, vfs: configuration.vfs)
    try connection.execute("PRAGMA cache_size = -\(configuration.readerCacheBytes / 1_024)")
    try connection.execute("PRAGMA query_only = ON")
    return connection
  }

  private func give(back connection: SQLiteConnection) {
    if connection.isInTransaction { try? connection.execute("ROLLBACK") }
    state.withLock { state in
      if !state.isClosed, state.idle.count < configuration.idleReaders { state.idle.append(connection) }
    }
  }
}
