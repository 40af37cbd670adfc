internal import CCrypto

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
  public static let digestLength = 32

  public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var state = SHA256State()
    state.update(bytes)
    return state.digest()
  }

  public static func hash(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { hash($0) } }
}

/// SHA-256 of a message that arrives in pieces.
struct SHA256State {
  private var context = SHA256_CTX()

  init() { SHA256_Init(&context) }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    SHA256_Update(&context, start, bytes.count)
  }

  /// The digest of what was added; the state is spent.
  mutating func digest() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: SHA256.digestLength) { buffer, count in
      SHA256_Final(buffer.baseAddress, &context)
      count = SHA256.digestLength
    }
  }
}
