/// The Castagnoli cyclic redundancy check (RFC 3720 appendix B.4), eight bytes a step.
struct CRC32C {
  /// Table k at 256 k: the effect of a byte that k more bytes follow.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 2_048)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
      tables[byte] = value
    }
    for index in 256..<2_048 {
      let previous = tables[index - 256]
      tables[index] = previous >> 8 ^ tables[Int(previous & 0xFF)]
    }
    return tables
  }()

  private var state: UInt32 = ~0

  var value: UInt32 { ~state }

  mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      Self.tables.withUnsafeBufferPointer { tables in
        var state = state
        var index = 0
        while index &+ 8 <= bytes.count {
          let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ UInt64(state)
          state = tables[Int(truncatingIfNeeded: 1_792 + (word & 0xFF))]
          state ^= tables[Int(truncatingIfNeeded: 1_536 + (word >> 8 & 0xFF))]
          state ^= tables[Int(truncatingIfNeeded: 1_280 + (word >> 16 & 0xFF))]
          state ^= tables[Int(truncatingIfNeeded: 1_024 + (word >> 24 & 0xFF))]
          state ^= tables[Int(truncatingIfNeeded: 768 + (word >> 32 & 0xFF))]
          state ^= tables[Int(truncatingIfNeeded: 512 + (word >> 40 & 0xFF))]
          state ^= tables[Int(truncatingIfNeeded: 256 + (word >> 48 & 0xFF))]
          state ^= tables[Int(truncatingIfNeeded: word >> 56)]
          index &+= 8
        }
        while index < bytes.count {
          state = state >> 8 ^ tables[Int((state ^ UInt32(bytes[index])) & 0xFF)]
          index &+= 1
        }
        self.state = state
      }
    }
  }

  /// The eight bytes of the integer, little-endian.
  mutating func update(_ integer: Int64) {
    var rest = UInt64(bitPattern: integer)
    for _ in 0..<8 {
      state = state >> 8 ^ Self.tables[Int((state ^ UInt32(truncatingIfNeeded: rest)) & 0xFF)]
      rest >>= 8
    }
  }
}
