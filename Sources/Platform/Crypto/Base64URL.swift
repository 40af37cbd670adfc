/// Base 64 with the alphabet for URLs and file names, without padding (RFC 4648 section 5).
public enum Base64URL {
  private static let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let unknown: UInt8 = 255
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: unknown, count: 256)
    for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var bits: UInt32 = 0
    var bitCount = 0
    for byte in bytes {
      bits = (bits << 8 | UInt32(byte)) & 0xFFFF
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        text.append(characters[Int(bits >> UInt32(bitCount)) & 63])
      }
    }
    if bitCount > 0 { text.append(characters[Int(bits << UInt32(6 - bitCount)) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }

  public static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)) }

  /// Nil unless the text is exactly the unpadded encoding of some bytes: unused bits zero.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 2)
    var bits: UInt32 = 0
    var bitCount = 0
    for character in text {
      let value = values[Int(character)]
      guard value != Self.unknown else { return nil }
      bits = (bits << 6 | UInt32(value)) & 0xFFFF
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
      }
    }
    guard bits & ((1 << UInt32(bitCount)) - 1) == 0 else { return nil }
    return bytes
  }
}
