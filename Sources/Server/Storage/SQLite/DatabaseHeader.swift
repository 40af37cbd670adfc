internal import Glibc

/// The part of a database file's first 100 bytes that says who wrote it, read without opening the database: a folder
/// of a newer version stays as it is, down to its write-ahead log. Layout: "Database File Format", section 1.3.
struct DatabaseHeader {
  /// "MSTR".
  static let application: UInt32 = 0x4D53_5452

  let version: UInt32
  let application: UInt32

  /// Nil for a missing or empty file.
  static func read(path: String) throws(StorageError) -> DatabaseHeader? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw StorageError.system("the database cannot be opened", path: path)
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw StorageError.system("the database cannot be read", path: path) }
    if count == 0 { return nil }
    guard count == 100, bytes.starts(with: "SQLite format 3\0".utf8) else {
      throw StorageError(.corrupt, "muster.db is not a database", detail: path)
    }
    func word(_ offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    return DatabaseHeader(version: word(60), application: word(68))
  }
}
