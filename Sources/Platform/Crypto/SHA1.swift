internal import CCrypto

/// SHA-1 (FIPS 180-4). Broken for signatures; here only because UUIDv5 is defined with it.
public enum SHA1 {
  public static let digestLength = 20

  public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var context = SHA_CTX()
    SHA1_Init(&context)
    if let start = bytes.baseAddress, !bytes.isEmpty { SHA1_Update(&context, start, bytes.count) }
    return [UInt8](unsafeUninitializedCapacity: digestLength) { buffer, count in
      SHA1_Final(buffer.baseAddress, &context)
      count = digestLength
    }
  }

  public static func hash(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { hash($0) } }
}
