/// Makes request ids in the form of a UUID: unique in a process and, by a random start, between processes. They are
/// names, not secrets.
enum RequestIdentifiers {
  static func generator() -> @Sendable () -> String {
    var random = SystemRandomNumberGenerator()
    let counter = SequenceCounter()
    let high = random.next()
    let low = random.next()
    return {
      let number = counter.next()
      return text(mixed(high &+ number), mixed(low ^ (number &* 0x9E37_79B9_7F4A_7C15)))
    }
  }

  /// A bijection (SplitMix64's finaliser): distinct numbers stay distinct.
  private static func mixed(_ number: UInt64) -> UInt64 {
    var number = number
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }

  /// 128 bits as a UUID of version 4.
  private static func text(_ high: UInt64, _ low: UInt64) -> String {
    let high = high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    return String(unsafeUninitializedCapacity: 36) { buffer in
      var at = 0
      for digit in 0..<32 {
        if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
          buffer[at] = 0x2D
          at += 1
        }
        let half = digit < 16 ? high : low
        let nibble = UInt8(truncatingIfNeeded: half >> UInt64(60 - (digit & 15) * 4)) & 15
        buffer[at] = nibble < 10 ? 0x30 + nibble : 0x57 + nibble
        at += 1
      }
      return at
    }
  }
}
