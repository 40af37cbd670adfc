internal import MusterSQLite

extension StorageError {
  /// The stable code for a failure of SQLite; a `StorageError` passes through.
  static func from(_ error: any Error) -> StorageError {
    if let error = error as? StorageError { return error }
    guard let error = error as? SQLiteError else {
      return StorageError(.io, "the store failed", detail: String(reflecting: error))
    }
    let (code, summary): (Code, String) =
      switch error.kind {
      case .full: (.diskFull, "no space is left for the database")
      case .readOnly: (.readOnly, "the database cannot be written")
      case .corrupt: (.corrupt, "the database is damaged")
      case .busy: (.locked, "the database is in use by another program")
      case .constraint, .tooBig: (.invalid, "the database refused the batch")
      case .syncFailed: (.io, "the disk failed to keep what was written")
      case .io, .other: (.io, "the database failed")
      }
    return StorageError(code, summary, detail: error.debugDescription)
  }

  /// Runs `body` and gives what it throws a stable code.
  static func translating<Value>(_ body: () throws -> Value) throws(StorageError) -> Value {
    do { return try body() } catch { throw from(error) }
  }
}
