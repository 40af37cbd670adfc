internal import Foundation

/// Limits that the system sets to the process.
public enum ProcessLimits {
  /// Raises the number of files and sockets the process may have open from the soft to the hard limit, and returns what
  /// then holds. A server with thousands of connections needs it: the usual soft limit is 1024.
  @discardableResult public static func raiseOpenFiles() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
    let before = limit.rlim_cur
    limit.rlim_cur = limit.rlim_max
    if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) != 0 { limit.rlim_cur = before }
    return Int(clamping: limit.rlim_cur)
  }
}
