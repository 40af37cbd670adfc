/// How the program ends.
enum ExitCode: Int32, Sendable {
  case success = 0
  case failure = 1
  /// A command line that can't be understood (`EX_USAGE` of sysexits.h).
  case usage = 64
}
