internal import MusterValues

/// What a command acts through.
struct CommandContext: Sendable {
  let console: Console
  let environment: [String: String]
  let now: @Sendable () -> Timestamp
  let interruption: Interruption
  /// Reads a whole file.
  let read: @Sendable (String) throws(CommandFailure) -> [UInt8]
  /// Writes a whole file, or leaves what was there.
  let write: @Sendable (String, [UInt8]) throws(CommandFailure) -> Void
  /// Opens the wire to a server.
  let connect: @Sendable (ConnectionSettings) throws(CommandFailure) -> any HTTPTransport
  let sign: @Sendable (SharedCredentials, _ region: String) -> any RequestSigner
  /// Seconds to add to UTC for the local time of day.
  let secondsFromGreenwich: @Sendable (Timestamp) -> Int
  /// From the first call on, SIGINT and SIGTERM raise `interruption` instead of ending the program.
  let catchSignals: @Sendable (Interruption) -> Void

  /// Lets Ctrl-C end the command in an orderly way.
  func endOnSignals() { catchSignals(interruption) }

  /// A client of the server that the options name.
  func client(_ settings: ConnectionSettings) throws(CommandFailure) -> LocationClient {
    let lookup = CredentialsLookup(environment: environment, read: read)
    let credentials = try lookup.credentials(for: settings)
    let region = settings.region ?? credentials.region ?? "us-east-1"
    return LocationClient(transport: try connect(settings), signer: sign(credentials, region), now: now)
  }

  func writer(json: Bool) -> ResultWriter { ResultWriter(console: console, isJSON: json) }

  func progress(_ title: String, total: Int) -> Progress {
    Progress(title, total: total, console: console, now: now)
  }
}
