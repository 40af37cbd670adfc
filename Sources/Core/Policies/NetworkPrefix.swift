/// An IPv4 or IPv6 address or CIDR prefix (RFC 4632, RFC 4291): `203.0.113.0/24`, `2001:db8::/32`.
struct NetworkPrefix: Hashable, Sendable {
  /// 4 or 16.
  let bytes: [UInt8]
  let bits: Int

  /// Nil when the text is neither.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first, let bytes = Self.version4(address) ?? Self.version6(address) else { return nil }
    self.bytes = bytes
    guard parts.count == 2 else {
      bits = bytes.count * 8
      return
    }
    guard let bits = Self.decimal(parts[1], most: bytes.count * 8) else { return nil }
    self.bits = bits
  }

  /// Whether the other lies in this one.
  func contains(_ other: NetworkPrefix) -> Bool {
    guard bytes.count == other.bytes.count, other.bits >= bits else { return false }
    let whole = bits / 8
    guard bytes[..<whole] == other.bytes[..<whole] else { return false }
    guard bits % 8 > 0 else { return true }
    return (bytes[whole] ^ other.bytes[whole]) >> UInt8(8 - bits % 8) == 0
  }

  private static func decimal(_ text: Substring, most: Int) -> Int? {
    guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int(text)
    else { return nil }
    return value <= most ? value : nil
  }

  private static func version4(_ text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    let bytes = parts.compactMap { decimal($0, most: 255).map(UInt8.init) }
    return bytes.count == 4 ? bytes : nil
  }

  private static func version6(_ text: Substring) -> [UInt8]? {
    func groups(_ text: Substring) -> [UInt8]? {
      if text.isEmpty { return [] }
      var bytes: [UInt8] = []
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index + 1 == parts.count, part.contains("."), let ending = version4(part) {
          bytes += ending
        } else {
          guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(isHexadecimal),
            let value = UInt16(part, radix: 16)
          else { return nil }
          bytes += [UInt8(value >> 8), UInt8(value & 255)]
        }
      }
      return bytes
    }
    guard let gap = text.firstRange(of: "::") else {
      return groups(text).flatMap { $0.count == 16 && text.contains(":") ? $0 : nil }
    }
    guard let head = groups(text[..<gap.lowerBound]), let tail = groups(text[gap.upperBound...]),
      head.count + tail.count <= 14
    else { return nil }
    return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
  }
}
