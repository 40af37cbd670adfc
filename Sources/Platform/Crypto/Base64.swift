/// Base 64 with the standard alphabet and padding (RFC 4648 section 4).
public enum Base64 {
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    Base64Alphabet.standard.encode(bytes, padded: true)
  }

  /// Nil unless the text is exactly the encoding of some bytes: full padding, no spaces, unused bits zero.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count.isMultiple(of: 4) else { return nil }
    let padding = text.reversed().prefix(2).prefix { $0 == UInt8(ascii: "=") }.count
    return Base64Alphabet.standard.decode(text.dropLast(padding))
  }

  public static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)) }
}

/// Base 64 with the alphabet for URLs and file names, without padding (RFC 4648 section 5).
public enum Base64URL {
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    Base64Alphabet.url.encode(bytes, padded: false)
  }

  /// Nil unless the text is exactly the unpadded encoding of some bytes.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? { Base64Alphabet.url.decode(text) }

  public static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)) }
}

private struct Base64Alphabet {
  static let standard = Base64Alphabet(plus: UInt8(ascii: "+"), slash: UInt8(ascii: "/"))
  static let url = Base64Alphabet(plus: UInt8(ascii: "-"), slash: UInt8(ascii: "_"))

  private let characters: [UInt8]
  private let values: [UInt8]
  private static let unknown: UInt8 = 255

  init(plus: UInt8, slash: UInt8) {
    characters =
      Array(UInt8(ascii: "A")...UInt8(ascii: "Z")) + Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
      + Array(UInt8(ascii: "0")...UInt8(ascii: "9")) + [plus, slash]
    var values = [UInt8](repeating: Self.unknown, count: 256)
    for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
    self.values = values
  }

  func encode(_ bytes: some Collection<UInt8>, padded: Bool) -> String {
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
    while padded, !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: "=")) }
    return String(decoding: text, as: UTF8.self)
  }

  func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
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
