internal import AmazonLocation
internal import MusterHTTPServer
internal import MusterRuntime
internal import MusterService
internal import MusterValues

/// Runs a server in this process.
enum ServerRunner {
  /// Until SIGTERM or SIGINT.
  static func run(_ command: ServeCommand) throws(CommandFailure) -> ExitCode {
    do {
      try LocationServer(configuration: command.configuration).run()
    } catch {
      throw failure(error)
    }
    return .success
  }

  /// A server for the demonstration; it logs warnings and errors only.
  static func start(data: String, listen: ListenAddress) throws(CommandFailure) -> RunningServer {
    var configuration = ServerConfiguration(dataDirectory: data, logger: Logger(level: .warning))
    configuration.http.host = listen.host
    configuration.http.port = listen.port
    configuration.hasAccessLog = false
    configuration.drainTimeout = 2
    do {
      let server = try LocationServer(configuration: configuration)
      return RunningServer(server: server, endpoint: try server.start())
    } catch {
      throw failure(error)
    }
  }

  private static func failure(_ error: ServerStartError) -> CommandFailure {
    let hint: String? =
      switch error.code {
      case .network: "Choose another address with --listen HOST:PORT; see 'muster serve --help'."
      default: nil
      }
    return CommandFailure(
      .server, Shown.text(error.description, limit: 1000), hint: hint, details: error.debugDescription)
  }
}

/// A server that runs on threads of its own.
struct RunningServer: Sendable {
  private let server: LocationServer
  /// `http://HOST:PORT`
  let endpoint: String

  init(server: LocationServer, endpoint: String) {
    self.server = server
    self.endpoint = endpoint
  }

  var region: String { server.partition.region }

  /// Lets requests finish, then closes the store.
  func stop() { server.stop() }
}

extension ServeCommand {
  var configuration: ServerConfiguration {
    var http = HTTPServerConfiguration()
    http.host = listen.host
    http.port = listen.port
    http.isBehindProxy = isBehindProxy
    if isBehindProxy { http.connectionLimitPerAddress = nil }
    if let certificate, let key { http.tls = HTTPServerConfiguration.TLS(certificateFile: certificate, keyFile: key) }
    var configuration = ServerConfiguration(
      dataDirectory: data, http: http, logger: Logger(level: LogLevel(rawValue: level.rawValue) ?? .info))
    configuration.region = region
    configuration.account = account
    configuration.profile = profile == .amazon ? .amazon : .muster
    configuration.retentionDays = retentionDays
    return configuration
  }
}
