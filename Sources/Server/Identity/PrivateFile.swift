#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A small text file that its owner alone may read, written whole or not at all.
struct PrivateFile {
  private static let greatestSize = 65_536

  private let directory: String
  let path: String

  init(directory: String, name: String) {
    self.directory = directory
    path = "\(directory)/\(name)"
  }

  /// Nil when there is no such file.
  ///
  /// - Throws: `CredentialsFileError` when others could have read or changed it.
  func read() throws(CredentialsFileError) -> String? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw CredentialsFileError(errno == ELOOP ? .notAFile : .cannotRead, path: path, detail: Self.reason())
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw fault(.cannotRead) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw fault(.notAFile) }
    guard status.st_uid == geteuid() else { throw fault(.foreignOwner) }
    guard status.st_mode & 0o077 == 0 else {
      throw CredentialsFileError(.tooOpen, path: path, detail: "0" + String(status.st_mode & 0o777, radix: 8))
    }
    var bytes = [UInt8](repeating: 0, count: Self.greatestSize + 1)
    var count = 0
    while count < bytes.count {
      let received = bytes.withUnsafeMutableBytes { buffer in
        Self.retrying { systemRead(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count) }
      }
      guard received >= 0 else { throw fault(.cannotRead) }
      if received == 0 { break }
      count += received
    }
    guard count <= Self.greatestSize, let text = String(validating: bytes[..<count], as: UTF8.self) else {
      throw fault(.notText)
    }
    return text
  }

  /// Makes the file, and its folder if need be; leaves a file that is there already as it is.
  func create(_ text: String) throws(CredentialsFileError) {
    if mkdir(directory, 0o700) != 0, errno != EEXIST { throw fault(.cannotMakeDirectory) }
    let temporary = try write(text)
    defer { unlink(temporary) }
    // Unlike a rename, a link never takes the place of a file that another process just made.
    if link(temporary, path) != 0, errno != EEXIST { throw fault(.cannotWrite) }
    syncDirectory()
  }

  /// Puts a new file in the old one's place.
  func replace(_ text: String) throws(CredentialsFileError) {
    let temporary = try write(text)
    guard rename(temporary, path) == 0 else {
      let error = fault(.cannotWrite)
      unlink(temporary)
      throw error
    }
    syncDirectory()
  }

  /// Writes a file of another name beside it and returns that path.
  private func write(_ text: String) throws(CredentialsFileError) -> String {
    let temporary = "\(path).\(getpid()).new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw fault(.cannotWrite) }
    defer { close(descriptor) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { buffer in
        Self.retrying { systemWrite(descriptor, buffer.baseAddress, buffer.count) }
      }
      guard written > 0 else {
        let error = fault(.cannotWrite)
        unlink(temporary)
        throw error
      }
      rest = rest.dropFirst(written)
    }
    guard fchmod(descriptor, 0o600) == 0, fsync(descriptor) == 0 else {
      let error = fault(.cannotWrite)
      unlink(temporary)
      throw error
    }
    return temporary
  }

  /// Makes the new name survive a power cut; not every file system can, so a failure is no error.
  private func syncDirectory() {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private func fault(_ code: CredentialsFileError.Code) -> CredentialsFileError {
    CredentialsFileError(code, path: path, detail: Self.reason())
  }

  private static func reason() -> String { strerror(errno).map { String(cString: $0) } ?? "error \(errno)" }

  private static func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

// The methods above hide the system's functions of the same names.
private let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int = { read($0, $1, $2) }
private let systemWrite: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = { write($0, $1, $2) }
