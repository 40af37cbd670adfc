internal import MusterHTTPClient
internal import MusterValues

/// HTTP over libcurl, one connection kept open.
final class CurlTransport: HTTPTransport {
  let host: String
  private let endpoint: String
  private let timeout: Double
  private let configuration: HTTPClientConfiguration
  private let client: HTTPClient

  init(_ settings: ConnectionSettings) throws(CommandFailure) {
    endpoint = settings.endpoint
    timeout = settings.timeout
    var host = settings.endpoint.split(separator: "/", maxSplits: 2).last.map(String.init) ?? ""
    if let slash = host.firstIndex(of: "/") { host = String(host[..<slash]) }
    let defaultPort = settings.endpoint.hasPrefix("https:") ? ":443" : ":80"
    if host.hasSuffix(defaultPort) { host.removeLast(defaultPort.count) }
    self.host = host
    configuration = HTTPClientConfiguration(certificateAuthorityFile: settings.authority)
    client = HTTPClient(configuration: configuration)
  }

  func send(_ call: HTTPCall) throws(CommandFailure) -> HTTPAnswer {
    do {
      let response = try client.send(
        method: call.method, url: endpoint + call.target, headers: call.headers.map { ($0.name, $0.value) },
        body: call.body, timeout: timeout)
      return HTTPAnswer(
        status: response.status, headers: response.headers.map { HTTPCall.Header(name: $0.name, value: $0.value) },
        body: response.body)
    } catch {
      throw failure(error)
    }
  }

  func stream(
    _ call: HTTPCall, receive: @escaping @Sendable ([UInt8]) -> Bool
  ) throws(CommandFailure) -> HTTPAnswer {
    do {
      // The status comes with the answer's end only, so the first bytes of a refusal are kept as well.
      var beginning: [UInt8] = []
      let response = try HTTPClient(configuration: configuration).stream(
        method: call.method, url: endpoint + call.target, headers: call.headers.map { ($0.name, $0.value) }
      ) { bytes in
        if beginning.count < 65_536 { beginning += bytes.prefix(65_536 - beginning.count) }
        return receive(bytes)
      }
      return HTTPAnswer(
        status: response.status, headers: response.headers.map { HTTPCall.Header(name: $0.name, value: $0.value) },
        body: (200..<300).contains(response.status) ? [] : beginning)
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: HTTPClientError) -> CommandFailure {
    let hint: String? =
      switch error.code {
      case .connectionFailed, .unknownHost: "Is 'muster serve' running there? Name another server with --endpoint."
      case .tlsFailed: "Name the certificate to trust with --ca-certificate FILE."
      default: nil
      }
    return CommandFailure(
      .unreachable, "\(Shown.text(endpoint)): \(Shown.text(error.description))", hint: hint,
      details: error.debugDescription)
  }
}
