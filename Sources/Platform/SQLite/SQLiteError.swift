internal import CSQLite

/// A call to SQLite that failed.
public struct SQLiteError: Error, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// What a caller can act on; see SQLite's result codes.
  public enum Kind: String, Sendable {
    case full, busy, readOnly, corrupt, constraint, tooBig
    /// `fsync` failed: what the kernel still holds is unknown, so nothing written since the last one can be trusted.
    case syncFailed
    case io, other
  }

  public let kind: Kind
  /// SQLite's extended result code.
  public let code: Int32
  public let message: String

  init(code: Int32, message: String) {
    self.code = code
    self.message = message
    self.kind = Self.kind(of: code)
  }

  public var description: String { "SQLite \(kind.rawValue) error \(code)" }
  public var debugDescription: String { "SQLite \(kind.rawValue) error \(code): \(message)" }

  private static func kind(of code: Int32) -> Kind {
    // SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC.
    if code == SQLITE_IOERR | (4 << 8) || code == SQLITE_IOERR | (5 << 8) { return .syncFailed }
    switch code & 0xFF {
    case SQLITE_FULL: return .full
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy
    case SQLITE_READONLY: return .readOnly
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .corrupt
    case SQLITE_CONSTRAINT: return .constraint
    case SQLITE_TOOBIG: return .tooBig
    case SQLITE_IOERR, SQLITE_CANTOPEN: return .io
    default: return .other
    }
  }
}
