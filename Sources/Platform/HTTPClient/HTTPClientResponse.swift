/// An answer: status, headers in the order received, whole body.
public struct HTTPClientResponse: Sendable {
  public let status: Int
  public let headers: [(name: String, value: String)]
  public let body: [UInt8]

  public init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The first header of that name, in any letter case.
  public subscript(header name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The body as UTF-8 text, broken bytes replaced.
  public var text: String { String(decoding: body, as: UTF8.self) }
}
