internal import Glibc
public import MusterRuntime

/// An HTTP/1.1 server on threads of its own. `start`, then `drain` or `stop`; each server once.
///
/// `start`, `drain` and `stop` block: don't call them from the cooperative pool or from a handler.
public final class HTTPServer: Sendable {
  private struct Parts {
    let acceptor: Acceptor
    let housekeeper: Housekeeper
    let daemons: [Daemon]
    /// The library reads them in place.
    let credentials: TLSCredentials?
  }

  private enum Life {
    case new
    case running(Parts)
    case draining(Parts)
    case over
  }

  private let shared: ServerShared
  private let life = Locked(Life.new)

  /// - Parameters:
  ///   - makeRequestID: a short text unique for each call, without line breaks; by default in the form of a UUID.
  /// - Throws: `invalidConfiguration`.
  public init(
    configuration: HTTPServerConfiguration, handler: any HTTPHandler, logger: Logger,
    makeRequestID: (@Sendable () -> String)? = nil
  ) throws(HTTPServerError) {
    try configuration.validate()
    shared = ServerShared(
      configuration: configuration, handler: handler, logger: logger,
      makeIdentifier: makeRequestID ?? RequestIdentifiers.generator())
  }

  deinit { stop() }

  /// Listens. Returns the port, which is the system's choice when the configuration says zero.
  ///
  /// - Throws: what `HTTPServerError.Code` lists.
  public func start() throws(HTTPServerError) -> UInt16 {
    ProcessSignals.ignoreBrokenPipe()
    let configuration = shared.configuration
    return try life.withLock { (life: inout Life) throws(HTTPServerError) in
      guard case .new = life else { throw HTTPServerError(.alreadyStarted, "the server was started before") }
      let credentials: TLSCredentials?
      if let files = configuration.tls { credentials = try TLSCredentials(files) } else { credentials = nil }
      let listener = try ListenSocket.open(
        host: configuration.host, port: configuration.port,
        allowsOnlyLoopback: configuration.tls == nil && !configuration.isBehindProxy)
      var daemons: [Daemon] = []
      do throws(HTTPServerError) {
        for _ in 0..<configuration.threads { daemons.append(try Daemon(shared: shared, credentials: credentials)) }
        let housekeeper = Housekeeper(shared: shared)
        do throws(HTTPServerError) {
          let acceptor = try Acceptor(shared: shared, listener: listener, daemons: daemons)
          life = .running(
            Parts(acceptor: acceptor, housekeeper: housekeeper, daemons: daemons, credentials: credentials))
        } catch {
          housekeeper.stop()
          throw error
        }
      } catch {
        for daemon in daemons { daemon.stop() }
        close(listener.descriptor)
        throw error
      }
      return listener.port
    }
  }

  /// Refuses new connections, ends streams, closes idle connections, and waits for requests in progress. Those without
  /// a reply when `timeout` seconds are over get 503. `stop` is still to be called.
  ///
  /// Returns true when every request in progress was finished in time.
  @discardableResult public func drain(timeout: Double) -> Bool {
    let parts: Parts? = life.withLock { life in
      guard case .running(let parts) = life else { return nil }
      life = .draining(parts)
      return parts
    }
    guard let parts else { return true }
    shared.isDraining.set()
    parts.acceptor.stop()
    if waitUntilIdle(seconds: timeout, givesUpWaiting: false) { return true }
    // Time for the 503s to leave.
    _ = waitUntilIdle(seconds: 1, givesUpWaiting: true)
    return false
  }

  /// Closes everything at once. Requests in progress are broken off; stream sources are told.
  public func stop() {
    let (parts, isAccepting): (Parts?, Bool) = life.withLock { life in
      defer { life = .over }
      switch life {
      case .running(let parts): return (parts, true)
      case .draining(let parts): return (parts, false)
      case .new, .over: return (nil, false)
      }
    }
    guard let parts else { return }
    if isAccepting { parts.acceptor.stop() }
    parts.housekeeper.stop()
    // None may be suspended when its thread is stopped, nor suspend itself from here on.
    let open = shared.connections.withLock { registry in
      registry.isStopping = true
      return Array(registry.open.values)
    }
    for connection in open { connection.stop() }
    for daemon in parts.daemons { daemon.stop() }
  }

  /// Connections open now.
  public var connectionCount: Int { shared.connections.withLock { $0.open.count } }

  private func waitUntilIdle(seconds: Double, givesUpWaiting: Bool) -> Bool {
    let end = Housekeeper.now() &+ UInt64(min(max(seconds, 0), 1e6) * 1000)
    while true {
      let open = shared.connections.withLock { Array($0.open.values) }
      let busy = open.reduce(0) { $0 + ($1.drain(givesUpWaiting: givesUpWaiting) ? 1 : 0) }
      if busy == 0 { return true }
      if Housekeeper.now() >= end { return false }
      usleep(5_000)
    }
  }
}
