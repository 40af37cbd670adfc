internal import MusterService
internal import MusterValues

/// Runs a server in this process.
enum ServerRunner {
  static func run(_ command: ServeCommand, _ context: CommandContext) throws(CommandFailure) -> ExitCode {
    throw CommandFailure(.server, "this build has no server")
  }
}
