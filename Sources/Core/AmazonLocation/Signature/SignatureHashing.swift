/// The two functions Signature Version 4 is built from, injected because Core links no cryptographic library.
public struct SignatureHashing: Sendable {
  /// SHA-256 of a message: 32 bytes.
  public let sha256: @Sendable (_ message: [UInt8]) -> [UInt8]
  /// HMAC-SHA-256 of a message under a key: 32 bytes.
  public let hmacSHA256: @Sendable (_ key: [UInt8], _ message: [UInt8]) -> [UInt8]

  public init(
    sha256: @escaping @Sendable (_ message: [UInt8]) -> [UInt8],
    hmacSHA256: @escaping @Sendable (_ key: [UInt8], _ message: [UInt8]) -> [UInt8]
  ) {
    self.sha256 = sha256
    self.hmacSHA256 = hmacSHA256
  }
}
