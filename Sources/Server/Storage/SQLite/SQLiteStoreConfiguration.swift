/// How a `SQLiteStore` uses its disk and memory.
public struct SQLiteStoreConfiguration: Sendable {
  /// Whether a commit waits for the disk. `off` is for measuring and for showing what it costs: a power cut loses
  /// acknowledged commits.
  public enum Synchronous: String, Sendable { case full = "FULL", off = "OFF" }

  /// A registered SQLite VFS, or nil for the system's own.
  public var vfs: String?
  public var synchronous: Synchronous = .full
  /// Bytes a page of a new file: a power of two from 512 to 65,536.
  public var pageSize = 8_192
  /// Bytes of page cache of the writer.
  public var writerCacheBytes = 16 << 20
  /// Bytes of page cache of each reader.
  public var readerCacheBytes = 4 << 20
  /// Idle read connections kept; more are opened while more threads read.
  public var idleReaders = 4
  /// The write-ahead log is copied into the file when it has grown by this many bytes. The commit that does it waits
  /// for it: a smaller value makes these waits shorter and more frequent.
  public var checkpointBytes = 4 << 20
  /// The database file may grow to about this many bytes; nil for no limit. Beyond it commits fail with `.diskFull`.
  public var maximumBytes: Int64?
  /// Events a run of the identifier index holds; that many are found through memory at most, twice over.
  public var eventsPerIndexRun = 32_768

  public init() {}
}
