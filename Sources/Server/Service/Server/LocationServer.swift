public import AmazonLocation
internal import Foundation
internal import Geodesy
internal import MusterCrypto
internal import MusterHTTPServer
internal import MusterIdentity
internal import MusterIngest
internal import MusterRuntime
internal import MusterStorage
internal import MusterValues

/// A whole server: store, ingest engine, identity and HTTP, wired together.
///
/// `start` and `run` block; don't call them from the cooperative pool.
public final class LocationServer: Sendable {
  private enum Life {
    case new
    case running
    case over
  }

  /// Where this server's resources live.
  public let partition: ResourcePartition
  public let metrics: ServiceMetrics

  private let configuration: ServerConfiguration
  private let store: any Store
  private let engine: IngestEngine
  private let workers: WorkerPool
  private let heartbeats: Heartbeats
  private let isDraining = Locked(false)
  private let life = Locked(Life.new)
  private let http: HTTPServer

  /// Opens the folder, making it on the first start, and recovers the state; listens to nothing yet.
  public init(configuration: ServerConfiguration) throws(ServerStartError) {
    guard configuration.account.utf8.count == 12, configuration.account.utf8.allSatisfy({ (48...57).contains($0) })
    else { throw ServerStartError(.invalidConfiguration, "The account must have twelve digits.") }
    guard configuration.retentionDays >= 1, configuration.retentionDays <= 36_500 else {
      throw ServerStartError(.invalidConfiguration, "The retention must be from 1 to 36500 days.")
    }
    let clock = SystemWallClock()
    // The store comes first, so that credentials without a database mean that it was lost, not that a start broke off.
    try Self.refuseLostDatabase(in: configuration.dataDirectory)
    let store = try Self.openStore(configuration)
    let credentials: CredentialsFile
    do throws(ServerStartError) {
      credentials = try Self.credentials(configuration)
    } catch {
      store.close()
      throw error
    }
    let partition = ResourcePartition(region: credentials.region, account: configuration.account)
    let engine: IngestEngine
    let tokenKey: [UInt8]
    do {
      tokenKey = try Self.tokenKey(in: store)
      engine = try IngestEngine(store: store, configuration: configuration, partition: partition, clock: clock)
    } catch {
      store.close()
      throw ServerStartError(.store, error)
    }
    let metrics = ServiceMetrics()
    let workers = WorkerPool(threads: configuration.workerThreads)
    let heartbeats = Heartbeats(every: 15)
    let gate = try Self.gate(credentials, partition)
    let handler = ServerHandler(
      location: LocationAPI(
        service: LocationService(
          ledger: engine.ledger, partition: partition, tokens: PaginationTokens(key: tokenKey), clock: clock,
          rules: engine.ruleReader),
        gate: gate, decoder: RequestDecoder(profile: configuration.profile), workers: workers, metrics: metrics),
      events: EventStreamEndpoint(
        ledger: engine.ledger, partition: partition, gate: gate, clock: clock, workers: workers,
        heartbeats: heartbeats, metrics: metrics),
      health: HealthEndpoints(
        ledger: engine.ledger, metrics: metrics, isDraining: isDraining, moreMetrics: engine.metrics),
      observer: ExchangeObserver(
        clock: SystemMonotonicClock(), metrics: metrics,
        accessLog: configuration.hasAccessLog ? configuration.logger : nil))
    var httpConfiguration = configuration.http
    httpConfiguration.bodyLimit = 16 << 20
    do {
      http = try HTTPServer(configuration: httpConfiguration, handler: handler, logger: configuration.logger)
    } catch {
      store.close()
      throw ServerStartError(.invalidConfiguration, error)
    }
    self.configuration = configuration
    self.partition = partition
    self.metrics = metrics
    self.store = store
    self.engine = engine
    self.workers = workers
    self.heartbeats = heartbeats
  }

  /// Listens. Returns the base URL, with the port that was taken.
  public func start() throws(ServerStartError) -> String {
    let isNew = life.withLock { life in
      guard case .new = life else { return false }
      life = .running
      return true
    }
    guard isNew else { throw ServerStartError(.system, "The server was started before.") }
    engine.start()
    do throws(HTTPServerError) {
      let port = try http.start()
      let host = configuration.http.host.contains(":") ? "[\(configuration.http.host)]" : configuration.http.host
      return "\(configuration.http.tls == nil ? "http" : "https")://\(host):\(port)"
    } catch {
      stop()
      throw ServerStartError(.network, error)
    }
  }

  /// Starts, says so on standard output, and serves until SIGTERM or SIGINT; then lets requests finish.
  public func run() throws(ServerStartError) {
    guard ProcessSignals.catchTermination() else {
      throw ServerStartError(.system, "The system has no descriptor left for signals.")
    }
    ProcessLimits.raiseOpenFiles()
    let address = try start()
    FileHandle.standardOutput.write(Data("muster: listening on \(address)\n".utf8))
    _ = ProcessSignals.waitForTermination()
    configuration.logger.info("draining")
    stop()
  }

  /// Refuses new requests, lets those under way finish, and closes the store. Calling it again is harmless.
  public func stop() {
    let isFirst = life.withLock { life in
      if case .over = life { return false }
      life = .over
      return true
    }
    guard isFirst else { return }
    isDraining.withLock { $0 = true }
    http.drain(timeout: configuration.drainTimeout)
    http.stop()
    heartbeats.stop()
    workers.stop()
    engine.stop()
    store.close()
  }
}

extension LocationServer {
  private static func credentials(_ configuration: ServerConfiguration) throws(ServerStartError) -> CredentialsFile {
    do {
      return try CredentialsFile.load(
        directory: configuration.dataDirectory, region: configuration.region, random: { try RandomBytes.make($0) })
    } catch {
      throw ServerStartError(.credentials, error)
    }
  }

  /// An empty database in the place of one that went missing would pass for a crew that was never heard of.
  private static func refuseLostDatabase(in directory: String) throws(ServerStartError) {
    let files = FileManager.default
    guard files.fileExists(atPath: directory + "/credentials"), !files.fileExists(atPath: directory + "/muster.db")
    else {
      return
    }
    throw ServerStartError(
      .store,
      "The folder \(directory) has credentials but no muster.db: restore the database, or remove the file credentials to "
        + "begin with nothing.")
  }

  private static func openStore(_ configuration: ServerConfiguration) throws(ServerStartError) -> any Store {
    do {
      return try SQLiteStore(directory: configuration.dataDirectory)
    } catch {
      throw ServerStartError(.store, error)
    }
  }

  /// The key of lists' tokens: made once, kept with the data, so that tokens outlive a restart.
  private static func tokenKey(in store: any Store) throws -> [UInt8] {
    let name = "pagination-token-key"
    if let key = try store.metadata(name), key.count == 32 { return key }
    let key = try RandomBytes.make(32)
    try store.commit(StoreBatch(metadata: [(name, key)]))
    return key
  }

  private static func gate(
    _ credentials: CredentialsFile, _ partition: ResourcePartition
  ) throws(ServerStartError) -> IdentityGate {
    let decoy: [UInt8]
    do throws(RandomBytesError) {
      decoy = try RandomBytes.make(30)
    } catch {
      throw ServerStartError(.system, error)
    }
    return IdentityGate(
      authenticator: RequestAuthenticator(
        configuration: RequestAuthenticator.Configuration(region: partition.region),
        credentials: RootCredentialSource(
          accessKey: credentials.accessKey, secretKey: credentials.secretKey, account: partition.account),
        decoySecret: Base64URL.encode(decoy)),
      authorizer: RootOnlyAuthorizer())
  }
}

extension RequestDecoder {
  /// Amazon's limits; only the Muster profile takes rings over the antimeridian.
  init(profile: ServerConfiguration.Profile) {
    var rules = ShapeRules.amazon
    var geobufRules = ShapeRules.geobuf
    rules.allowsAntimeridian = profile == .muster
    geobufRules.allowsAntimeridian = profile == .muster
    self.init(rules: rules, geobufRules: geobufRules)
  }
}
