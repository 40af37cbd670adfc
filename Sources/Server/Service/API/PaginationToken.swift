internal import AmazonLocation
internal import Geofencing
internal import MusterCrypto
internal import MusterIngest
internal import MusterValues

/// Makes and reads the `NextToken`s of lists.
///
/// A token is the place where a page ended and a code over that place, the operation and the parameters of the list,
/// under a key that only this server has and keeps. So a token holds for its own list alone, survives a restart and
/// can't be made up. In base64url: 17 bytes and the cursor, at most 556 characters for a name of 100 code points.
struct PaginationTokens: Sendable {
  private static let version: UInt8 = 1
  /// 128 bits of the code are kept.
  private static let codeLength = 16
  /// A name of 100 code points takes 400 bytes.
  private static let maximumCursor = 400

  private let key: HMACSHA256

  init(key: [UInt8]) { self.key = HMACSHA256(key: key) }

  /// - Parameter scope: what defines the list besides the operation, such as the tracker's name. Not the page size,
  ///   which may change from page to page.
  func make(_ cursor: [UInt8], operation: LocationOperation, scope: [String]) -> String {
    Base64URL.encode([Self.version] + code(cursor, operation, scope) + cursor)
  }

  /// The cursor of a token; nil without a token.
  ///
  /// - Throws: a ValidationException for anything but a token that `make` gave out for this operation and scope.
  func read(_ token: String?, operation: LocationOperation, scope: [String]) throws(ServiceError) -> [UInt8]? {
    guard let token else { return nil }
    guard token.utf8.count <= 2000, let bytes = Base64URL.decode(token), bytes.count > Self.codeLength,
      bytes.count <= 1 + Self.codeLength + Self.maximumCursor, bytes[0] == Self.version
    else { throw Self.refusal }
    let cursor = Array(bytes[(1 + Self.codeLength)...])
    guard constantTimeEquals(Array(bytes[1...Self.codeLength]), code(cursor, operation, scope)) else {
      throw Self.refusal
    }
    return cursor
  }

  private static let refusal = ServiceError.invalid(
    "NextToken", "is not a token that this list gave out for these parameters")

  private func code(_ cursor: [UInt8], _ operation: LocationOperation, _ scope: [String]) -> [UInt8] {
    // Each part with its length before it, so that no two lists of parts read the same.
    var message: [UInt8] = [Self.version]
    for part in [operation.rawValue] + scope {
      message.append(contentsOf: Self.bigEndian(UInt64(part.utf8.count)))
      message.append(contentsOf: part.utf8)
    }
    message.append(contentsOf: cursor)
    return Array(key.authenticate(message).prefix(Self.codeLength))
  }

  private static func bigEndian(_ value: UInt64) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt64($0)) }
  }
}

extension PaginationTokens {
  func readName(
    _ token: String?, operation: LocationOperation, scope: [String]
  ) throws(ServiceError) -> Identifier? {
    guard let bytes = try read(token, operation: operation, scope: scope) else { return nil }
    guard let name = Identifier(utf8: bytes) else { throw Self.refusal }
    return name
  }

  func readHistory(
    _ token: String?, operation: LocationOperation, scope: [String]
  ) throws(ServiceError) -> HistoryCursor? {
    guard let bytes = try read(token, operation: operation, scope: scope) else { return nil }
    guard bytes.count == 16 else { throw Self.refusal }
    return HistoryCursor(
      sampleTime: Timestamp(milliseconds: Self.integer(bytes[0..<8])), place: Self.integer(bytes[8..<16]))
  }

  private static func integer(_ part: ArraySlice<UInt8>) -> Int64 {
    Int64(bitPattern: part.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  func readForecast(
    _ token: String?, operation: LocationOperation, scope: [String]
  ) throws(ServiceError) -> ForecastCursor? {
    guard let bytes = try read(token, operation: operation, scope: scope) else { return nil }
    guard bytes.count == 16, let number = Int32(exactly: Self.integer(bytes[8..<16])) else { throw Self.refusal }
    return ForecastCursor(order: Double(bitPattern: UInt64(bitPattern: Self.integer(bytes[0..<8]))), number: number)
  }

  func make(_ cursor: ForecastCursor, operation: LocationOperation, scope: [String]) -> String {
    make(
      Self.bigEndian(cursor.order.bitPattern) + Self.bigEndian(UInt64(bitPattern: Int64(cursor.number))),
      operation: operation, scope: scope)
  }

  func make(_ cursor: HistoryCursor, operation: LocationOperation, scope: [String]) -> String {
    let bytes =
      Self.bigEndian(UInt64(bitPattern: cursor.sampleTime.milliseconds))
      + Self.bigEndian(UInt64(bitPattern: cursor.place))
    return make(bytes, operation: operation, scope: scope)
  }
}
