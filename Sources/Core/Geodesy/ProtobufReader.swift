/// Reads the protocol buffers wire format from untrusted bytes: every length is checked, nothing is allocated that the
/// input does not pay for.
struct ProtobufReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  struct Malformed: Error {
    let fault: String
  }

  enum Field {
    case varint(UInt64)
    case bytes(ArraySlice<UInt8>)
    /// A fixed 32 or 64 bit value, which Geobuf's geometries do not use.
    case fixed
  }

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }

  /// The next field's number and value.
  mutating func field() throws(Malformed) -> (number: UInt64, value: Field) {
    let key = try varint()
    let number = key >> 3
    if number == 0 { throw Malformed(fault: "has a field number of 0") }
    switch key & 7 {
    case 0: return (number, .varint(try varint()))
    case 1:
      _ = try take(8)
      return (number, .fixed)
    case 2: return (number, .bytes(try take(try varint())))
    case 5:
      _ = try take(4)
      return (number, .fixed)
    default: throw Malformed(fault: "has a field of an unknown wire type")
    }
  }

  mutating func varint() throws(Malformed) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard position < bytes.endIndex else { throw Malformed(fault: "ends inside a number") }
      let byte = bytes[position]
      position += 1
      if shift == 63, byte > 1 { break }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw Malformed(fault: "has a number of more than 64 bits")
  }

  private mutating func take(_ count: UInt64) throws(Malformed) -> ArraySlice<UInt8> {
    guard count <= UInt64(bytes.endIndex - position) else { throw Malformed(fault: "has a length beyond its end") }
    let slice = bytes[position..<(position + Int(count))]
    position += Int(count)
    return slice
  }

  /// All numbers of a packed field.
  static func packed(_ slice: ArraySlice<UInt8>) throws(Malformed) -> [UInt64] {
    var reader = ProtobufReader(slice)
    var values: [UInt64] = []
    while !reader.isAtEnd { values.append(try reader.varint()) }
    return values
  }

  /// The signed number that a zigzag code stands for.
  static func zigzag(_ value: UInt64) -> Int64 { Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
}

/// Writes the protocol buffers wire format.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func field(_ number: UInt64, varint value: UInt64) {
    varint(number << 3)
    varint(value)
  }

  mutating func field(_ number: UInt64, bytes content: [UInt8]) {
    varint(number << 3 | 2)
    varint(UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  mutating func zigzag(_ value: Int64) { varint(UInt64(bitPattern: value << 1 ^ value >> 63)) }
}
