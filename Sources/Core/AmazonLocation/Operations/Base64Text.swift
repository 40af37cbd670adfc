/// Base64 (RFC 4648, section 4) with padding and nothing else: no line breaks, no other alphabet.
enum Base64Text {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (index, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(index) }
    return values
  }()

  /// How many bytes the text stands for; nil when it is not base64.
  static func decodedCount(_ text: String) -> Int? {
    let bytes = text.utf8
    guard bytes.count % 4 == 0 else { return nil }
    let padding = bytes.suffix(2).reversed().prefix { $0 == 0x3D }.count
    guard bytes.dropLast(padding).allSatisfy({ values[Int($0)] != 0xFF }) else { return nil }
    return bytes.count / 4 * 3 - padding
  }

  /// nil when the text is not base64. Spare bits of the last digit are ignored.
  static func decode(_ text: String) -> [UInt8]? {
    guard let count = decodedCount(text) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(count + 2)
    var group: UInt32 = 0
    var digits = 0
    for byte in text.utf8 {
      group = group << 6 | UInt32(byte == 0x3D ? 0 : values[Int(byte)])
      digits += 1
      if digits == 4 {
        result.append(UInt8(truncatingIfNeeded: group >> 16))
        result.append(UInt8(truncatingIfNeeded: group >> 8))
        result.append(UInt8(truncatingIfNeeded: group))
        group = 0
        digits = 0
      }
    }
    result.removeLast(result.count - count)
    return result
  }

  static func encode(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var group = UInt32(bytes[start]) << 16
      if count > 1 { group |= UInt32(bytes[start + 1]) << 8 }
      if count > 2 { group |= UInt32(bytes[start + 2]) }
      for digit in 0..<4 {
        result.append(digit <= count ? alphabet[Int(group >> (18 - 6 * UInt32(digit)) & 63)] : 0x3D)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
