internal import CSQLite

/// A prepared statement, owned by its connection's cache.
final class SQLiteStatement {
  let handle: OpaquePointer
  private let database: OpaquePointer

  init(_ sql: String, database: OpaquePointer) throws(SQLiteError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw SQLiteConnection.error(code, database) }
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    for (offset, value) in values.enumerated() {
      let code = Self.bind(value, at: Int32(offset + 1), of: handle)
      guard code == SQLITE_OK else { throw SQLiteConnection.error(code, database) }
    }
  }

  private static func bind(_ value: SQLiteValue, at index: Int32, of handle: OpaquePointer) -> Int32 {
    // SQLITE_TRANSIENT: SQLite keeps its own copy.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .integer(let number):
      return sqlite3_bind_int64(handle, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        guard let base = bytes.baseAddress, !bytes.isEmpty else {
          return sqlite3_bind_text64(handle, index, "", 0, transient, UInt8(SQLITE_UTF8))
        }
        return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          sqlite3_bind_text64(handle, index, $0, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      // A null pointer would bind NULL instead of an empty blob.
      if bytes.isEmpty { return sqlite3_bind_zeroblob(handle, index, 0) }
      return bytes.withUnsafeBytes {
        sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), transient)
      }
    }
  }

  /// True when a row is ready, false at the end.
  func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw SQLiteConnection.error(code, database)
    }
  }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}
