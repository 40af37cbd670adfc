internal import Glibc

/// The right to use a store's folder, held until this is released or the process ends.
final class DirectoryLock {
  private let descriptor: Int32

  /// Takes the lock at once or throws `.locked`.
  init(directory: String) throws(StorageError) {
    let path = directory + "/lock"
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw StorageError.system("the lock file cannot be opened", path: path) }
    var result: Int32
    repeat { result = flock(opened, LOCK_EX | LOCK_NB) } while result != 0 && errno == EINTR
    guard result == 0 else {
      let failure =
        errno == EWOULDBLOCK
        ? StorageError(
          .locked, "the data folder is in use by another Muster process; stop it, or choose another folder",
          detail: path)
        : StorageError.system("the lock file cannot be locked", path: path)
      close(opened)
      throw failure
    }
    // Last of all: from here on `deinit` closes it, which it must not do a second time.
    descriptor = opened
  }

  deinit { close(descriptor) }
}

extension StorageError {
  /// A system call that failed, from `errno`.
  static func system(_ summary: String, path: String) -> StorageError {
    let number = errno
    let code: Code =
      switch number {
      case ENOSPC, EDQUOT: .diskFull
      case EROFS, EACCES, EPERM: .readOnly
      default: .io
      }
    return StorageError(code, "\(summary): \(String(cString: strerror(number)))", detail: path)
  }
}
