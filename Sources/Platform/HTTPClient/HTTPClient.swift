internal import CCurl
internal import MusterRuntime

/// A blocking HTTP/1.1 client over libcurl. Calls on one client run one after the other and reuse its connection.
///
/// The path goes out as given, dots and percent signs included. Redirects are not followed. Only `http` and `https`.
/// Don't call it from the cooperative pool: it blocks.
public final class HTTPClient: Sendable {
  private let configuration: HTTPClientConfiguration
  private let handle: Locked<EasyHandle>

  public init(configuration: HTTPClientConfiguration = HTTPClientConfiguration()) {
    self.configuration = configuration
    handle = Locked(EasyHandle())
  }

  /// Sends a request and reads the whole answer.
  ///
  /// - Parameters:
  ///   - body: sent when not empty, and for POST, PUT and PATCH always, with its length.
  ///   - timeout: seconds for the whole exchange; zero means none.
  public func send(
    method: String = "GET", url: String, headers: [(String, String)] = [], body: [UInt8] = [], timeout: Double = 30
  ) throws(HTTPClientError) -> HTTPClientResponse {
    let transfer = Transfer(limit: configuration.maximumBodySize, onChunk: nil)
    let status = try perform(transfer, method, url, headers, body, timeout)
    return HTTPClientResponse(status: status, headers: transfer.headers, body: transfer.body)
  }

  /// Sends a request and hands the answer's body over piece by piece, until it ends or `onChunk` returns false.
  ///
  /// `onChunk` runs on the calling thread. It must not call this client. The response returned has no body.
  @discardableResult public func stream(
    method: String = "GET", url: String, headers: [(String, String)] = [], body: [UInt8] = [], timeout: Double = 0,
    onChunk: ([UInt8]) -> Bool
  ) throws(HTTPClientError) -> HTTPClientResponse {
    try withoutActuallyEscaping(onChunk) { onChunk throws(HTTPClientError) in
      let transfer = Transfer(limit: .max, onChunk: onChunk)
      let status = try perform(transfer, method, url, headers, body, timeout)
      return HTTPClientResponse(status: status, headers: transfer.headers, body: [])
    }
  }

  private func perform(
    _ transfer: Transfer, _ method: String, _ url: String, _ headers: [(String, String)], _ body: [UInt8],
    _ timeout: Double
  ) throws(HTTPClientError) -> Int {
    let configuration = configuration
    return try handle.withLock { (easy: inout EasyHandle) throws(HTTPClientError) in
      try easy.perform(
        transfer, configuration: configuration, method: method, url: url, headers: headers, body: body, timeout: timeout
      )
    }
  }
}
