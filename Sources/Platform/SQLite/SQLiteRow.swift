internal import CSQLite

/// The current row of a query; valid only inside the closure it is handed to. Columns count from 0.
public struct SQLiteRow {
  let handle: OpaquePointer

  /// The column as an integer; 0 for NULL.
  public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// The column as an integer, or nil for NULL.
  public func optionalInteger(_ column: Int32) -> Int64? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, column)
  }

  /// The column's bytes; empty for NULL.
  public func blob(_ column: Int32) -> [UInt8] {
    guard let base = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: base, count: Int(sqlite3_column_bytes(handle, column))))
  }

  public func text(_ column: Int32) -> String { String(decoding: blob(column), as: UTF8.self) }
}
