public import AmazonLocation
public import MusterValues

/// A request as it arrived, with all that its signature covers.
public struct SignedRequest: Sendable {
  public let method: String
  /// The request target exactly as it stood on the request line.
  public let target: [UInt8]
  /// All headers in the order they were sent, names in any case.
  public let headers: HeaderFields
  public let body: [UInt8]
  public let arrived: Timestamp

  public init(method: String, target: [UInt8], headers: HeaderFields, body: [UInt8], arrived: Timestamp) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.arrived = arrived
  }

  /// The same for headers as texts.
  public init(
    method: String, target: [UInt8], headers: [(name: String, value: String)], body: [UInt8], arrived: Timestamp
  ) {
    self.init(method: method, target: target, headers: HeaderFields(headers), body: body, arrived: arrived)
  }
}
