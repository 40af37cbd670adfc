/// Small pieces of text that the parts of a signature share.
enum SignatureText {
  static let algorithm = "AWS4-HMAC-SHA256"
  static let terminator = "aws4_request"
  static let dateHeader = "x-amz-date"
  static let tokenHeader = "x-amz-security-token"
  static let contentHashHeader = "x-amz-content-sha256"

  static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      for value in [byte >> 4, byte & 15] { text.append(value < 10 ? 48 + value : 87 + value) }
    }
    return text
  }

  /// Spaces, tabs, line feeds and carriage returns (a folded header holds the last two).
  @inline(__always) static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}

extension [UInt8] {
  @inline(__always) mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }
}
