internal import CSQLite

/// One connection to one database file, with its prepared statements.
///
/// Opened without SQLite's own mutex: one thread at a time may use it, and its owner sees to that.
public final class SQLiteConnection {
  private let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]
  /// Frames in the write-ahead log after the last commit of this connection.
  public private(set) var logFrames = 0

  public enum Access: Sendable { case readWrite, create, readOnly }

  /// Opens `path` through the named VFS, or the default one. Waits up to `busyMilliseconds` for another's lock.
  public init(
    path: String, access: Access, vfs: String? = nil, busyMilliseconds: Int32 = 5_000
  ) throws(SQLiteError) {
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_PRIVATECACHE
    switch access {
    case .readWrite: flags |= SQLITE_OPEN_READWRITE
    case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .readOnly: flags |= SQLITE_OPEN_READONLY
    }
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, flags, vfs)
    guard let handle else { throw SQLiteError(code: code, message: "out of memory") }
    guard code == SQLITE_OK else {
      let error = Self.error(code, handle)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, busyMilliseconds)
    let context = Unmanaged.passUnretained(self).toOpaque()
    // Replaces SQLite's automatic checkpoint, whose failures nobody would see.
    sqlite3_wal_hook(
      handle,
      { context, _, _, frames in
        if let context { Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue().logFrames = Int(frames) }
        return SQLITE_OK
      }, context)
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Leaves the write-ahead log alone when the last connection closes.
  public func keepLogOnClose() {
    _ = muster_sqlite_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
  }

  /// Runs statements that return nothing of interest; `sql` may hold several.
  public func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw Self.error(code, handle) }
  }

  /// Runs one cached statement and returns how many rows it inserted, updated or deleted.
  @discardableResult
  public func run(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int {
    let statement = try cached(sql)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step() {}
    return Int(sqlite3_changes64(handle))
  }

  /// Hands each row to `body` until it returns false. A query must not run again inside its own `body`.
  public func query(_ sql: String, _ values: [SQLiteValue] = [], _ body: (SQLiteRow) throws -> Bool) throws {
    let statement = try cached(sql)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step() {
      guard try body(SQLiteRow(handle: statement.handle)) else { return }
    }
  }

  /// The first row's value, or nil when there is none.
  public func first<Value>(
    _ sql: String, _ values: [SQLiteValue] = [], _ body: (SQLiteRow) throws -> Value
  ) throws -> Value? {
    var found: Value?
    try query(sql, values) { row in
      found = try body(row)
      return false
    }
    return found
  }

  /// True between `BEGIN` and the end of its transaction.
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Copies what readers allow from the write-ahead log into the file, without waiting for them; true when all of it
  /// was copied, so that the next commit starts the log anew.
  @discardableResult
  public func checkpoint() throws(SQLiteError) -> Bool {
    var inLog: Int32 = 0
    var copied: Int32 = 0
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, &inLog, &copied)
    if code & 0xFF == SQLITE_BUSY { return false }
    guard code == SQLITE_OK else { throw Self.error(code, handle) }
    return inLog == copied
  }

  /// Part of one row's blob, without reading the rest; nil when it reaches past the blob's end. The row must exist.
  public func blobPart(
    table: String, column: String, row: Int64, offset: Int, length: Int
  ) throws(SQLiteError) -> [UInt8]? {
    var blob: OpaquePointer?
    let code = sqlite3_blob_open(handle, "main", table, column, row, 0, &blob)
    guard code == SQLITE_OK, let blob else { throw Self.error(code, handle) }
    defer { sqlite3_blob_close(blob) }
    let size = Int(sqlite3_blob_bytes(blob))
    guard offset >= 0, length >= 0, offset <= size, length <= size - offset else { return nil }
    var result: Int32 = SQLITE_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      if length > 0 { result = sqlite3_blob_read(blob, buffer.baseAddress, Int32(length), Int32(offset)) }
      count = result == SQLITE_OK ? length : 0
    }
    guard result == SQLITE_OK else { throw Self.error(result, handle) }
    return bytes
  }

  private func cached(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    let statement = try SQLiteStatement(sql, database: handle)
    statements[sql] = statement
    return statement
  }

  static func error(_ code: Int32, _ handle: OpaquePointer) -> SQLiteError {
    SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)))
  }
}
