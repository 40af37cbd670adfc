/// A whole answer. `Content-Length`, `Date` and `x-amzn-RequestId` are added by the server; a `Content-Length` or
/// `Transfer-Encoding` given here is ignored.
public struct HTTPResponse: Sendable {
  /// 200...999; others are sent as 500.
  public var status: Int
  /// A header with a line break, or with an empty name or value, is left out, and that is logged.
  public var headers: [(String, String)]
  public var body: [UInt8]

  public init(status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// An answer of the server itself: JSON with a `message`, as the service's errors have it.
  static func refusal(status: Int, _ message: StaticString, headers: [(String, String)] = []) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [("Content-Type", "application/json")] + headers,
      body: Array("{\"message\":\"\(message)\"}".utf8))
  }
}
