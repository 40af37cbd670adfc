public import MusterHTTPServer
public import MusterIngest
public import MusterRuntime

/// Everything a server can be told. Flags, environment and files are the command line's business.
public struct ServerConfiguration: Sendable {
  /// Which rules hold where Amazon leaves a case open or decides it otherwise.
  public enum Profile: String, Sendable, CaseIterable {
    case muster
    /// Every deviation from Amazon is off.
    case amazon
  }

  /// The folder of the store and the credentials; made when it is not there.
  public var dataDirectory: String
  /// Where and how to listen. The body limit is the service's own.
  public var http: HTTPServerConfiguration
  /// nil: the credentials file's, or `us-east-1`.
  public var region: String?
  /// Twelve digits.
  public var account = "000000000000"
  public var profile = Profile.muster
  /// Amazon's counts; nil: those of the profile, which has none unless it is `amazon`.
  public var quotas: Quotas?
  /// How long positions are kept, in days of sample time; at least 1.
  public var retentionDays = 30
  public var logger: Logger
  /// Whether each request is a line of the log.
  public var hasAccessLog = true
  /// Threads for reads from disk and large bodies.
  public var workerThreads = 2
  /// How long requests may take to finish when the server is told to end, in seconds.
  public var drainTimeout: Double = 10

  public init(
    dataDirectory: String, http: HTTPServerConfiguration = HTTPServerConfiguration(), logger: Logger = Logger()
  ) {
    self.dataDirectory = dataDirectory
    self.http = http
    self.logger = logger
  }
}
