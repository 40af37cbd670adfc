/// Why the store could not do what it was asked.
public struct StorageError: Error, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  public enum Code: String, Sendable, CaseIterable {
    /// No space is left; commits work again when there is.
    case diskFull
    /// The folder or its file system does not allow writing.
    case readOnly
    /// What was read is not what was written, or not a store at all.
    case corrupt
    /// A newer version of Muster wrote the folder; it was left as it is.
    case newerVersion
    /// Another process holds the folder.
    case locked
    /// The disk failed. Whether the commit that reported it survives a restart is unknown.
    case io
    /// The store was closed.
    case closed
    /// The batch contradicts the store: a number that does not rise, a period that ends before it begins.
    case invalid
  }

  public let code: Code
  /// One sentence, safe to show.
  public let summary: String
  /// Paths and the library's words, for the log of the operator.
  public let detail: String

  public init(_ code: Code, _ summary: String, detail: String = "") {
    self.code = code
    self.summary = summary
    self.detail = detail
  }

  public var description: String { "\(code.rawValue): \(summary)" }
  public var debugDescription: String { detail.isEmpty ? description : "\(description) (\(detail))" }
}

extension StorageError {
  static let closed = StorageError(.closed, "the store is closed")

  static func damagedJournal(_ sequence: Int64) -> StorageError {
    StorageError(.corrupt, "journal record \(sequence) is damaged: its checksum does not match")
  }

  static func damagedRow(_ table: String, _ key: String) -> StorageError {
    StorageError(.corrupt, "\(table) row \(key) is damaged: its checksum does not match")
  }
}
