internal import MusterValues

/// Reads what `ByteWriter` wrote. Every read is checked: damaged bytes are an error, never a trap.
struct ByteReader {
  struct Damage: Error { let offset: Int }

  private let bytes: [UInt8]
  private(set) var offset: Int

  init(_ bytes: [UInt8], at offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  var isAtEnd: Bool { offset >= bytes.count }

  mutating func byte() throws(Damage) -> UInt8 {
    guard offset < bytes.count else { throw Damage(offset: offset) }
    defer { offset += 1 }
    return bytes[offset]
  }

  mutating func unsigned() throws(Damage) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      guard shift < 63 || next <= 1 else { throw Damage(offset: offset) }
      value |= UInt64(next & 0x7F) << shift
      if next & 0x80 == 0 { return value }
      shift += 7
      guard shift <= 63 else { throw Damage(offset: offset) }
    }
  }

  mutating func signed() throws(Damage) -> Int64 {
    let value = try unsigned()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  mutating func number32() throws(Damage) -> Int32 {
    guard let value = Int32(exactly: try unsigned()) else { throw Damage(offset: offset) }
    return value
  }

  mutating func double() throws(Damage) -> Double {
    guard bytes.count - offset >= 8 else { throw Damage(offset: offset) }
    var pattern: UInt64 = 0
    for index in 0..<8 { pattern |= UInt64(bytes[offset + index]) << UInt64(8 * index) }
    offset += 8
    return Double(bitPattern: pattern)
  }

  /// A count of things that each take at least `size` bytes, so that a damaged count can't ask for all memory.
  mutating func count(ofAtLeast size: Int = 1) throws(Damage) -> Int {
    guard let value = Int(exactly: try unsigned()), value <= (bytes.count - offset) / max(size, 1) else {
      throw Damage(offset: offset)
    }
    return value
  }

  mutating func blob() throws(Damage) -> [UInt8] {
    let length = try count()
    defer { offset += length }
    return Array(bytes[offset..<offset + length])
  }

  mutating func text() throws(Damage) -> String {
    let length = try count()
    defer { offset += length }
    guard let text = String(validating: bytes[offset..<offset + length], as: UTF8.self) else {
      throw Damage(offset: offset)
    }
    return text
  }

  mutating func identifier() throws(Damage) -> Identifier { Identifier(try text()) }
  mutating func time() throws(Damage) -> Timestamp { Timestamp(milliseconds: try signed()) }
  mutating func flag() throws(Damage) -> Bool { try byte() != 0 }

  mutating func optional<Value>(_ read: (inout ByteReader) throws(Damage) -> Value) throws(Damage) -> Value? {
    try flag() ? try read(&self) : nil
  }
}
