/// How a server listens and what it puts up with. Times are seconds, sizes bytes.
public struct HTTPServerConfiguration: Sendable {
  /// PEM files: certificate with its chain, and the key without a password. TLS 1.2 and 1.3.
  public struct TLS: Sendable {
    public var certificateFile: String
    public var keyFile: String

    public init(certificateFile: String, keyFile: String) {
      self.certificateFile = certificateFile
      self.keyFile = keyFile
    }
  }

  /// Name or numeric address to listen on; `::` takes IPv4 too.
  public var host = "127.0.0.1"
  /// Zero takes any free port.
  public var port: UInt16 = 0
  public var tls: TLS?
  /// Plain HTTP on an address that is not loopback is refused unless a proxy in front speaks TLS.
  public var isBehindProxy = false
  /// Threads that read, call the handler and write; at least 1.
  public var threads = 2
  /// Largest body of all; the handler may set less for a request. More gets 413.
  public var bodyLimit = 1 << 20
  /// Memory that all bodies being read or answered may take together; a request beyond it gets 503.
  public var bodyMemory = 256 << 20
  /// Memory for a connection's request line and headers (about half of it) and the answer's; a larger head gets 431.
  public var connectionMemory = 32 << 10
  /// Open connections; one more gets 503 and is closed.
  public var connectionLimit = 10_000
  /// Open connections of one peer (an IPv4 address or an IPv6 /64); one more gets 429 and is closed. nil: no limit,
  /// which a server behind a proxy wants.
  public var connectionLimitPerAddress: Int? = 1_000
  /// Open streams; one more gets 503.
  public var streamLimit = 5_000
  /// How long a connection may wait for the next request's first line, or go without sending or reading a byte.
  /// Seconds that a new connection may take until its first request begins.
  public var firstRequestTimeout = 10.0
  public var idleTimeout: Double = 60
  /// How long a request may take from its first line to the end of its body.
  public var requestTimeout: Double = 60
  /// How long a handler may take to reply; then the server answers 503.
  public var replyTimeout: Double = 30
  /// How long a client may take to read a whole answer; streams are not meant.
  public var sendTimeout: Double = 120

  public init() {}
}

extension HTTPServerConfiguration {
  /// - Throws: `invalidConfiguration`, naming the value.
  func validate() throws(HTTPServerError) {
    func check(_ isValid: Bool, _ text: String) throws(HTTPServerError) {
      if !isValid { throw HTTPServerError(.invalidConfiguration, text) }
    }
    try check((1...256).contains(threads), "threads must be 1 to 256")
    try check((0...1 << 40).contains(bodyLimit), "the body limit must be 0 to 2^40 bytes")
    try check((0...1 << 50).contains(bodyMemory), "the memory for bodies must be 0 to 2^50 bytes")
    try check((4096...1 << 24).contains(connectionMemory), "a connection's memory must be 4 KiB to 16 MiB")
    try check((1...1_000_000).contains(connectionLimit), "the connection limit must be 1 to 1000000")
    try check((connectionLimitPerAddress ?? 1) >= 1, "the connection limit per address must be at least 1")
    try check((0...1_000_000).contains(streamLimit), "the stream limit must be 0 to 1000000")
    for (name, value) in [
      ("idle", idleTimeout), ("request", requestTimeout), ("reply", replyTimeout), ("send", sendTimeout),
    ] {
      try check(value > 0 && value <= 1e6, "the \(name) timeout must be more than 0 and at most 1000000 seconds")
    }
  }
}
