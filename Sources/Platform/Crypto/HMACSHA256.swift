/// HMAC with SHA-256 (RFC 2104), with its key prepared: the two padded key blocks are hashed once, not per message.
public struct HMACSHA256: Sendable {
  private static let blockLength = 64

  private let inner: SHA256State
  private let outer: SHA256State

  public init(key: UnsafeRawBufferPointer) {
    var block = [UInt8](repeating: 0, count: Self.blockLength)
    if key.count > Self.blockLength {
      block.replaceSubrange(0..<SHA256.digestLength, with: SHA256.hash(key))
    } else {
      for (index, byte) in key.enumerated() { block[index] = byte }
    }
    var inner = SHA256State()
    var outer = SHA256State()
    block.map { $0 ^ 0x36 }.withUnsafeBytes { inner.update($0) }
    block.map { $0 ^ 0x5C }.withUnsafeBytes { outer.update($0) }
    self.inner = inner
    self.outer = outer
  }

  public init(key: [UInt8]) { self = key.withUnsafeBytes { HMACSHA256(key: $0) } }

  /// The 32-byte authentication code of a message.
  public func authenticate(_ message: UnsafeRawBufferPointer) -> [UInt8] {
    var first = inner
    first.update(message)
    var second = outer
    first.digest().withUnsafeBytes { second.update($0) }
    return second.digest()
  }

  public func authenticate(_ message: [UInt8]) -> [UInt8] { message.withUnsafeBytes { authenticate($0) } }

  /// The authentication code of one message under a key that is used once.
  public static func authenticate(key: [UInt8], message: [UInt8]) -> [UInt8] {
    HMACSHA256(key: key).authenticate(message)
  }
}
