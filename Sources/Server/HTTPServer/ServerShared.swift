internal import MusterRuntime

/// What every connection of a server shares.
final class ServerShared: Sendable {
  let configuration: HTTPServerConfiguration
  let handler: any HTTPHandler
  let logger: Logger
  let makeIdentifier: @Sendable () -> String
  let clock = CoarseClock()
  let bodies: Budget
  let streams: Budget
  let admission: Locked<ConnectionAdmission>
  let connections = Locked<ConnectionRegistry>(ConnectionRegistry())
  /// Answers say `Connection: close`.
  let isDraining = Flag()

  init(
    configuration: HTTPServerConfiguration, handler: any HTTPHandler, logger: Logger,
    makeIdentifier: @escaping @Sendable () -> String
  ) {
    self.configuration = configuration
    self.handler = handler
    self.logger = logger
    self.makeIdentifier = makeIdentifier
    bodies = Budget(limit: configuration.bodyMemory)
    streams = Budget(limit: configuration.streamLimit)
    admission = Locked(
      ConnectionAdmission(limit: configuration.connectionLimit, limitPerPeer: configuration.connectionLimitPerAddress))
  }

  /// The moment so many seconds from now, on the coarse clock.
  func deadline(in seconds: Double) -> UInt64 {
    clock.now &+ UInt64(min(max(seconds, 0), 1e9) * 1000)
  }
}

/// The open connections. Once stopping, a new one is told so.
struct ConnectionRegistry {
  private(set) var open: [ObjectIdentifier: HTTPConnection] = [:]
  var isStopping = false

  mutating func insert(_ connection: HTTPConnection) { open[ObjectIdentifier(connection)] = connection }

  mutating func remove(_ connection: HTTPConnection) { open[ObjectIdentifier(connection)] = nil }
}
