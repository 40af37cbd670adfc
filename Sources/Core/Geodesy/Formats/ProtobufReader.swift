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
    case fixed64(UInt64)
    /// A fixed 32 bit value, which Geobuf does not use.
    case fixed32
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
      let bits = try take(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return (number, .fixed64(bits))
    case 2: return (number, .bytes(try take(try varint())))
    case 5:
      _ = try take(4)
      return (number, .fixed32)
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
