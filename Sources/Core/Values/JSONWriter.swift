/// Writes JSON text (RFC 8259) as UTF-8 bytes, compact, members in the order given.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8]

  public init(reserving capacity: Int = 256) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Adds text that is JSON already, such as a brace or a value written before.
  @inlinable public mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { append($0) }
  }

  public mutating func raw(_ json: [UInt8]) { bytes.append(contentsOf: json) }

  @usableFromInline mutating func append(_ buffer: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: buffer) }

  public mutating func string(_ text: String) {
    bytes.append(0x22)
    var text = text
    text.withUTF8 { utf8 in
      // Stretches that need no escape are copied whole.
      var start = 0
      for index in 0..<utf8.count {
        let byte = utf8[index]
        guard byte < 0x20 || byte == 0x22 || byte == 0x5C else { continue }
        bytes.append(contentsOf: utf8[start..<index])
        escape(byte)
        start = index + 1
      }
      bytes.append(contentsOf: utf8[start...])
    }
    bytes.append(0x22)
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(0x5C)
    guard byte < 0x20 else { return bytes.append(byte) }
    let digit = byte & 15
    for character in [0x75, 0x30, 0x30, 0x30 + byte >> 4, digit < 10 ? 0x30 + digit : 0x57 + digit] {
      bytes.append(character)
    }
  }

  public mutating func integer(_ value: Int64) { bytes.append(contentsOf: String(value).utf8) }

  /// The shortest text that reads back as the same `Double`; `null` when it is not finite, which JSON can't say.
  public mutating func number(_ value: Double) {
    guard value.isFinite else { return raw("null") }
    var text = value.description
    if text.utf8.count > 2, text.hasSuffix(".0") { text.removeLast(2) }
    bytes.append(contentsOf: text.utf8)
  }

  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: raw("null")
    case .bool(let flag): flag ? raw("true") : raw("false")
    case .integer(let integer): self.integer(integer)
    case .number(let double): number(double)
    case .string(let text): string(text)
    case .array(let elements):
      bytes.append(0x5B)
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(0x2C) }
        self.value(element)
      }
      bytes.append(0x5D)
    case .object(let members):
      bytes.append(0x7B)
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(0x2C) }
        string(member.name)
        bytes.append(0x3A)
        self.value(member.value)
      }
      bytes.append(0x7D)
    }
  }
}

extension JSONValue {
  /// This value as compact JSON text in UTF-8.
  public var encoded: [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }

  /// This value as compact JSON text.
  public var encodedText: String { String(decoding: encoded, as: UTF8.self) }
}
