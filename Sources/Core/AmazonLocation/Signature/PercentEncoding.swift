/// Percent-encoding as Signature Version 4 wants it: every byte but `A-Z a-z 0-9 - . _ ~` as `%XX`, upper case.
public enum PercentEncoding {
  /// A path segment or query value, from UTF-8.
  public static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text.utf8, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Encodes bytes as they are; a `%` becomes `%25`.
  static func append(_ bytes: some Sequence<UInt8>, keepingSlash: Bool = false, to text: inout [UInt8]) {
    for byte in bytes {
      if isUnreserved(byte) || (keepingSlash && byte == UInt8(ascii: "/")) {
        text.append(byte)
      } else {
        text.append(UInt8(ascii: "%"))
        text.append(digit(byte >> 4))
        text.append(digit(byte & 15))
      }
    }
  }

  /// Resolves `%XX` in a query's name or value, and `+`, which is a space: botocore sends one for what it signs as
  /// `%20`, and Amazon's services take it. A `%` that two hexadecimal digits do not follow stays.
  static func decodeQuery(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return Array(bytes) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = bytes.startIndex
    while at < bytes.endIndex {
      if bytes[at] == UInt8(ascii: "%"), bytes.endIndex - at > 2, let high = value(bytes[at + 1]),
        let low = value(bytes[at + 2])
      {
        result.append(high << 4 | low)
        at += 3
      } else {
        result.append(bytes[at] == UInt8(ascii: "+") ? 0x20 : bytes[at])
        at += 1
      }
    }
    return result
  }

  @inline(__always) private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }

  private static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }
}
