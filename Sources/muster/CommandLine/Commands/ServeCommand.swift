internal import MusterValues

/// `muster serve`
struct ServeCommand: Command, Equatable {
  enum Profile: String, CaseIterable, Sendable {
    case muster, amazon
  }

  enum Level: String, CaseIterable, Sendable {
    case debug, info, warning, error
  }

  static let data = Option(
    "data", "DIR", .directory, help: "The folder of the store and the credentials; made on the first start.",
    environment: ["MUSTER_DATA"], isRequired: true)
  static let listen = Option(
    "listen", "HOST:PORT", .listenAddress, help: "Where to listen; port 0 takes any free one.",
    default: ListenAddress(host: "127.0.0.1", port: 8080), defaultText: "127.0.0.1:8080",
    environment: ["MUSTER_LISTEN"])
  static let region = Option(
    "region", "REGION", .region, help: "The region in ARNs and signatures; kept in DIR/credentials.",
    defaultText: "DIR/credentials's, else us-east-1")
  static let account = Option(
    "account", "DIGITS", .account, help: "The account number in ARNs.", default: "000000000000")
  static let profile = Option(
    "profile", "NAME", ValueParser<Profile>.choice,
    help: "'amazon' turns off everything that Amazon Location does otherwise.", default: .muster)
  static let certificate = Option("tls-certificate", "FILE", .file, help: "A PEM file; serves https.")
  static let key = Option("tls-key", "FILE", .file, help: "The certificate's private key, a PEM file.")
  static let behindProxy = Flag(
    "behind-proxy", help: "Allow plain http on an address that others reach, because a proxy there ends TLS.")
  static let retention = Option(
    "retention-days", "DAYS", .integer(1...36_500), help: "How long positions and events are kept.", default: 30)
  static let level = Option(
    "log-level", "LEVEL", ValueParser<Level>.choice, help: "The least important lines to log.", default: .info,
    environment: ["MUSTER_LOG_LEVEL"])

  static let specification = CommandSpecification(
    "serve", summary: "Run the server",
    discussion: """
      Prints 'muster: listening on URL' on standard output when it is ready; logs go to standard error. Credentials \
      for clients are in DIR/credentials. SIGTERM or Ctrl-C lets requests finish and ends with status 0.
      """,
    options: [
      data.specification, listen.specification, region.specification, account.specification, profile.specification,
      certificate.specification, key.specification, behindProxy.specification, retention.specification,
      level.specification, SettingsFile.option.specification,
    ],
    examples: [
      .init("muster serve --data ./muster-data"),
      .init("muster serve --data /var/lib/muster --listen 0.0.0.0:443 --tls-certificate c.pem --tls-key k.pem"),
    ],
    make: { (invocation) throws(UsageError) in try ServeCommand(invocation) })

  let data: String
  let listen: ListenAddress
  let region: String?
  let account: String
  let profile: Profile
  let certificate: String?
  let key: String?
  let isBehindProxy: Bool
  let retentionDays: Int
  let level: Level

  init(_ invocation: Invocation) throws(UsageError) {
    data = try invocation.required(Self.data)
    listen = try invocation.required(Self.listen)
    region = invocation.value(Self.region)
    account = try invocation.required(Self.account)
    profile = try invocation.required(Self.profile)
    certificate = invocation.value(Self.certificate)
    key = invocation.value(Self.key)
    isBehindProxy = invocation.has(Self.behindProxy)
    retentionDays = try invocation.required(Self.retention)
    level = try invocation.required(Self.level)
    if (certificate == nil) != (key == nil) {
      throw UsageError("--tls-certificate and --tls-key go together", path: invocation.path)
    }
  }

  func run(_ context: CommandContext) throws(CommandFailure) -> ExitCode {
    try ServerRunner.run(self)
  }
}
