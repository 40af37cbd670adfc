internal import MusterValues

/// Writes the compact binary form of journal entries and catalog rows: LEB128 integers, little-endian doubles.
struct ByteWriter {
  private(set) var bytes: [UInt8]

  init(reserving capacity: Int = 64) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  var count: Int { bytes.count }

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  mutating func unsigned(_ value: UInt64) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: value))
  }

  /// Zigzag, so that small negative numbers stay short.
  mutating func signed(_ value: Int64) { unsigned(UInt64(bitPattern: (value << 1) ^ (value >> 63))) }

  mutating func double(_ value: Double) {
    withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func blob(_ value: [UInt8]) {
    unsigned(UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  mutating func text(_ value: String) {
    unsigned(UInt64(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }

  mutating func text(_ value: Identifier) { text(value.text) }
  mutating func time(_ value: Timestamp) { signed(value.milliseconds) }
  mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

  mutating func optional<Value>(_ value: Value?, _ write: (inout ByteWriter, Value) -> Void) {
    flag(value != nil)
    if let value { write(&self, value) }
  }
}
