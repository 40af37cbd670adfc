/// How a command reaches a server, shared by every command that is a client.
enum ConnectionOptions {
  static let endpoint = Option(
    "endpoint", "URL", .endpoint, help: "The server's address.", default: "http://127.0.0.1:8080",
    environment: ["MUSTER_ENDPOINT", "AWS_ENDPOINT_URL"], group: .connection)
  static let region = Option(
    "region", "REGION", .region, help: "The region that requests are signed for.",
    defaultText: "the credentials file's, else us-east-1", environment: ["AWS_REGION", "AWS_DEFAULT_REGION"],
    group: .connection)
  static let credentials = Option(
    "credentials", "FILE", .file,
    help: "A shared credentials file. AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY come before the variable.",
    defaultText: "~/.aws/credentials", environment: ["AWS_SHARED_CREDENTIALS_FILE"], group: .connection)
  static let data = Option(
    "data", "DIR", .directory, help: "The server's folder on this machine, to read its credentials file.",
    group: .connection)
  static let authority = Option(
    "ca-certificate", "FILE", .file, help: "A PEM file with the certificate to trust for https.",
    environment: ["AWS_CA_BUNDLE"], group: .connection)
  static let timeout = Option(
    "timeout", "SECONDS", .number(0.1...3600), help: "How long to wait for an answer.", default: 30,
    group: .connection)

  static let all: [OptionSpecification] = [
    endpoint.specification, region.specification, credentials.specification, data.specification,
    authority.specification, timeout.specification, GeneralOptions.json.specification,
  ]
}

/// The values of the connection options.
struct ConnectionSettings: Equatable, Sendable {
  var endpoint: String
  var region: String?
  /// A credentials file named on the command line: `--credentials`, or the one in `--data`'s folder.
  var chosenCredentials: String?
  /// The credentials file that a variable names.
  var variableCredentials: String?
  var authority: String?
  var timeout: Double

  /// Of a server that this program started.
  init(endpoint: String, credentials: String) {
    self.endpoint = endpoint
    chosenCredentials = credentials
    timeout = 30
  }

  init(_ invocation: Invocation) throws(UsageError) {
    endpoint = try invocation.required(ConnectionOptions.endpoint)
    region = invocation.value(ConnectionOptions.region)
    authority = invocation.value(ConnectionOptions.authority)
    timeout = try invocation.required(ConnectionOptions.timeout)
    let file = invocation.options.last { $0.name == ConnectionOptions.credentials.specification.name }
    let folder = invocation.value(ConnectionOptions.data)
    if let file, file.variable == nil {
      guard folder == nil else {
        throw UsageError("--credentials and --data exclude each other", path: invocation.path)
      }
      chosenCredentials = file.value
    } else if let folder {
      chosenCredentials = folder + "/credentials"
    } else {
      variableCredentials = file?.value
    }
  }
}
