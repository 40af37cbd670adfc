/// Small pieces of text that the parts of a signature share.
enum SignatureText {
  static let algorithm = "AWS4-HMAC-SHA256"
  static let terminator = "aws4_request"
  static let contentHashHeader = "x-amz-content-sha256"

  static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digit(byte >> 4))
      text.append(digit(byte & 15))
    }
    return text
  }

  /// Equality of UTF-8 bytes; `==` would take canonically equivalent texts for the same.
  static func sameBytes(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { left.elementsEqual($0) }
    }.flatMap { $0 } ?? left.utf8.elementsEqual(right.utf8)
  }

  /// Spaces, tabs, line feeds and carriage returns (a folded header holds the last two).
  @inline(__always) static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}

extension ArraySlice<UInt8> {
  /// The slice without spaces at its ends.
  var trimmed: ArraySlice<UInt8> {
    var rest = self
    while let first = rest.first, SignatureText.isSpace(first) { rest.removeFirst() }
    while let last = rest.last, SignatureText.isSpace(last) { rest.removeLast() }
    return rest
  }

  /// The text of bytes that were cut from a string at ASCII characters.
  var text: String { String(decoding: self, as: UTF8.self) }

  @inline(__always) func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        if bytes[index] != text.utf8Start[index] { return false }
        index += 1
      }
      return true
    }
  }
}

extension [UInt8] {
  @inline(__always) mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }
}
