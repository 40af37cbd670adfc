/// A complete request: its body has been read.
public struct HTTPRequest: Sendable {
  /// Bytes that `withPaddedBody` guarantees to be readable past the body's end.
  public static let bodyPadding = 64

  /// As sent; methods are case-sensitive.
  public var method: String
  /// The request's id, answered as header `x-amzn-RequestId`.
  public var id: String
  public var headers: HTTPHeaders
  public var body: [UInt8]
  /// The peer's numeric address without port, such as `192.0.2.1` or `2001:db8::1`; a proxy's when there is one.
  public var peerAddress: String
  public var isTLS: Bool
  private let parts: HTTPTarget

  public init(
    method: String, target: [UInt8], headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [],
    peerAddress: String = "127.0.0.1", isTLS: Bool = false, id: String = ""
  ) {
    self.method = method
    self.headers = headers
    self.body = body
    self.peerAddress = peerAddress
    self.isTLS = isTLS
    self.id = id
    parts = HTTPTarget(target)
  }

  public init(
    method: String, target: String, headers: [(String, String)] = [], body: [UInt8] = [],
    peerAddress: String = "127.0.0.1", isTLS: Bool = false, id: String = ""
  ) {
    self.init(
      method: method, target: Array(target.utf8), headers: HTTPHeaders(headers), body: body, peerAddress: peerAddress,
      isTLS: isTLS, id: id)
  }

  /// The bytes between method and version, exactly as sent: `%2F`, `%00` and `+` untouched.
  public var target: [UInt8] { parts.bytes }

  /// The target up to the first `?`, not decoded.
  public var path: ArraySlice<UInt8> { parts.bytes[parts.path] }

  /// The target after the first `?`, not decoded; nil when there is no `?`.
  public var query: ArraySlice<UInt8>? { parts.query.map { parts.bytes[$0] } }

  /// The target is one that HTTP allows.
  var isWellFormed: Bool { parts.isWellFormed }

  /// Calls `use` with the body, behind whose end at least `bodyPadding` bytes of any value may be read: a parser that
  /// reads whole SIMD blocks needs no copy. Bodies that the server received are stored so; others are copied once.
  ///
  /// The buffer's count is the body's; the padding is not counted.
  public func withPaddedBody<Result, Failure: Error>(
    _ use: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var storage = body
    if storage.capacity - storage.count < HTTPRequest.bodyPadding || storage.isEmpty {
      storage = PaddedBytes.make(capacity: body.count)
      storage.append(contentsOf: body)
    }
    return try storage.withUnsafeBufferPointer { buffer throws(Failure) in try use(UnsafeRawBufferPointer(buffer)) }
  }
}
