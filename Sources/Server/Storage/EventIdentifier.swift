/// An event's 16-byte identifier, a UUID in the order of its text (RFC 9562).
public struct EventIdentifier: Hashable, Comparable, Sendable {
  /// The first eight bytes, big-endian.
  public let high: UInt64
  /// The last eight bytes, big-endian.
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  public static func < (left: EventIdentifier, right: EventIdentifier) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }

  /// The 16 bytes, big-endian, or nil for another count.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for byte in bytes {
      high = high << 8 | low >> 56
      low = low << 8 | UInt64(byte)
    }
    self.init(high: high, low: low)
  }

  public var bytes: [UInt8] {
    [high, low].flatMap { half in stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> $0) } }
  }
}

extension EventIdentifier: CustomStringConvertible {
  private static let dashes: [Int] = [8, 13, 18, 23]

  /// Parses `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`, either case; nil for anything else.
  public init?(uuid text: String) {
    let characters = Array(text.utf8.prefix(37))
    guard characters.count == 36 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for (index, character) in characters.enumerated() {
      if Self.dashes.contains(index) {
        guard character == 0x2D else { return nil }
        continue
      }
      let digit: UInt8
      switch character {
      case 0x30...0x39: digit = character - 0x30
      case 0x41...0x46: digit = character - 0x41 + 10
      case 0x61...0x66: digit = character - 0x61 + 10
      default: return nil
      }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(digit)
    }
    self.init(high: high, low: low)
  }

  /// The lower-case text form.
  public var uuid: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for byte in bytes {
      if Self.dashes.contains(text.count) { text.append(0x2D) }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  public var description: String { uuid }
}
