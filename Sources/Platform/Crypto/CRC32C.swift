internal import CCrypto

/// CRC-32C (Castagnoli polynomial, RFC 3720 appendix B.4): finds torn and rotten records; no protection from people.
public enum CRC32C {
  /// - Parameter previous: the checksum of what came before, to go on from; 0 at the start.
  public static func checksum(_ bytes: UnsafeRawBufferPointer, continuing previous: UInt32 = 0) -> UInt32 {
    guard hasInstruction, let start = bytes.baseAddress else { return portable(bytes, continuing: previous) }
    return ~muster_crc32c(~previous, start.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  public static func checksum(_ bytes: [UInt8], continuing previous: UInt32 = 0) -> UInt32 {
    bytes.withUnsafeBytes { checksum($0, continuing: previous) }
  }

  private static let hasInstruction = muster_has_crc32c() != 0

  /// The same, by table, for processors without the instruction.
  static func portable(_ bytes: UnsafeRawBufferPointer, continuing previous: UInt32) -> UInt32 {
    var state = ~previous
    for byte in bytes { state = table[Int((state ^ UInt32(byte)) & 255)] ^ state >> 8 }
    return ~state
  }

  private static let table: [UInt32] = (0..<256).map { index in
    var value = UInt32(index)
    for _ in 0..<8 { value = value & 1 == 1 ? 0x82F6_3B78 ^ value >> 1 : value >> 1 }
    return value
  }
}
