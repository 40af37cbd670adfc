/// Base 16, lower case (RFC 4648 section 8, but lower case as Signature Version 4 writes it).
public enum Hexadecimal {
  public static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digit(byte >> 4))
      text.append(digit(byte & 15))
    }
    return text
  }

  /// The same for an array, the common case, without the cost of a generic call.
  public static func encode(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes.count * 2) { buffer, count in
      for (index, byte) in bytes.enumerated() {
        buffer[2 * index] = digit(byte >> 4)
        buffer[2 * index + 1] = digit(byte & 15)
      }
      count = bytes.count * 2
    }
  }

  public static func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: encode(bytes), as: UTF8.self) }

  /// The bytes that digits of either case stand for; nil for an odd number of digits or any other character.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    var high: UInt8?
    for character in text {
      guard let value = value(character) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }

  private static func value(_ character: UInt8) -> UInt8? {
    switch character {
    case 48...57: character - 48
    case 65...70: character - 55
    case 97...102: character - 87
    default: nil
    }
  }
}
