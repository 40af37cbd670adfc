internal import MusterService
internal import MusterValues

/// A server that runs in this process.
protocol RunningServer: Sendable {
  /// `http://HOST:PORT`
  var endpoint: String { get }
  var region: String { get }
  /// Lets requests finish, then closes the store.
  func stop()
}

/// Starts the server.
enum ServerRunner {
  /// Until SIGTERM or SIGINT.
  static func run(_ command: ServeCommand, _ context: CommandContext) throws(CommandFailure) -> ExitCode {
    throw CommandFailure(.server, "this build has no server")
  }

  static func start(data: String, listen: ListenAddress) throws(CommandFailure) -> any RunningServer {
    throw CommandFailure(.server, "this build has no server")
  }
}
