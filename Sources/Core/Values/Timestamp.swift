/// A moment as whole milliseconds since 1970-01-01T00:00:00Z, leap seconds ignored as in POSIX.
///
/// Milliseconds as an integer, never a `Double`: 1605051817.531 has no exact binary form, and the protocols compare
/// sample times for equality.
public struct Timestamp: Hashable, Comparable, Sendable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

  /// This moment moved by a number of milliseconds; saturates instead of overflowing.
  public func advanced(byMilliseconds delta: Int64) -> Timestamp {
    let (sum, overflow) = milliseconds.addingReportingOverflow(delta)
    return Timestamp(milliseconds: overflow ? (delta < 0 ? .min : .max) : sum)
  }

  /// Milliseconds from `other` to this moment; saturates instead of overflowing.
  public func milliseconds(since other: Timestamp) -> Int64 {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(other.milliseconds)
    return overflow ? (milliseconds < other.milliseconds ? .min : .max) : difference
  }

  public static let distantPast = Timestamp(milliseconds: .min)
}

extension Timestamp: CustomStringConvertible {
  public var description: String { iso8601 }

  /// `YYYY-MM-DDThh:mm:ss.sssZ`, the form Amazon Location writes. Years beyond 0...9999 are clamped.
  public var iso8601: String { formatted(fraction: true) }

  /// `YYYY-MM-DDThh:mm:ssZ`, the form of an EventBridge envelope's `time`; the fraction is dropped.
  public var iso8601Seconds: String { formatted(fraction: false) }

  /// `YYYYMMDDThhmmssZ`, the form of `X-Amz-Date`.
  public var iso8601Basic: String {
    String(decoding: formatted(fraction: false).utf8.filter { $0 != 0x2D && $0 != 0x3A }, as: UTF8.self)
  }

  private func formatted(fraction: Bool) -> String {
    let bounded = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
    let dayMilliseconds: Int64 = 86_400_000
    let days = Int64((Double(bounded) / Double(dayMilliseconds)).rounded(.down))
    let rest = bounded - days * dayMilliseconds
    let (year, month, day) = CivilDate.civil(fromDays: days)
    return String(unsafeUninitializedCapacity: 24) { buffer in
      var at = 0
      func put(_ value: Int64, digits: Int) {
        var value = value
        for index in stride(from: at + digits - 1, through: at, by: -1) {
          buffer[index] = UInt8(48 + value % 10)
          value /= 10
        }
        at += digits
      }
      func put(_ character: Unicode.Scalar) {
        buffer[at] = UInt8(character.value)
        at += 1
      }
      put(year, digits: 4)
      put("-")
      put(month, digits: 2)
      put("-")
      put(day, digits: 2)
      put("T")
      put(rest / 3_600_000, digits: 2)
      put(":")
      put(rest / 60_000 % 60, digits: 2)
      put(":")
      put(rest / 1000 % 60, digits: 2)
      if fraction {
        put(".")
        put(rest % 1000, digits: 3)
      }
      put("Z")
      return at
    }
  }
}

extension Timestamp {
  /// Parses RFC 3339 (`2024-01-02T03:04:05[.fraction](Z|±hh:mm)`); a finer fraction is floored to milliseconds.
  ///
  /// Returns nil for anything else: a date without a time, a missing offset, month 13, February 30, second 61. A leap
  /// second (`:60`) reads as the second after.
  public init?(iso8601 text: some Collection<UInt8>) {
    // One concrete reader: generic code would not be specialised in other modules.
    let parsed =
      text.withContiguousStorageIfAvailable { Self.parse($0) } ?? Array(text).withUnsafeBufferPointer(Self.parse)
    guard let parsed else { return nil }
    self = parsed
  }

  public init?(iso8601 text: String) { self.init(iso8601: text.utf8) }

  private static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Timestamp? {
    var reader = DigitReader(text)
    guard let year = reader.number(digits: 4), reader.skip(0x2D), let month = reader.number(digits: 2),
      reader.skip(0x2D), let day = reader.number(digits: 2), reader.skip(0x54) || reader.skip(0x74),
      let hour = reader.number(digits: 2), reader.skip(0x3A), let minute = reader.number(digits: 2),
      reader.skip(0x3A), let second = reader.number(digits: 2)
    else { return nil }
    guard CivilDate.isValid(year: year, month: month, day: day), hour < 24, minute < 60, second <= 60 else {
      return nil
    }
    var fraction: Int64 = 0
    if reader.skip(0x2E) {
      guard let parsed = reader.fractionMilliseconds() else { return nil }
      fraction = parsed
    }
    var offsetMinutes: Int64 = 0
    if !(reader.skip(0x5A) || reader.skip(0x7A)) {
      let sign: Int64
      if reader.skip(0x2B) { sign = 1 } else if reader.skip(0x2D) { sign = -1 } else { return nil }
      guard let offsetHour = reader.number(digits: 2), reader.skip(0x3A), let offsetMinute = reader.number(digits: 2),
        offsetHour < 24, offsetMinute < 60
      else { return nil }
      offsetMinutes = sign * (offsetHour * 60 + offsetMinute)
    }
    guard reader.isAtEnd else { return nil }
    let days = CivilDate.days(year: year, month: month, day: day)
    let seconds = ((days * 24 + hour) * 60 + minute - offsetMinutes) * 60 + second
    return Timestamp(milliseconds: seconds * 1000 + fraction)
  }
}

/// Reads fixed-width decimal fields from bytes.
private struct DigitReader {
  private var rest: Slice<UnsafeBufferPointer<UInt8>>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  mutating func digit() -> Int64? {
    guard let byte = rest.first, byte >= 48, byte <= 57 else { return nil }
    rest = rest.dropFirst()
    return Int64(byte - 48)
  }

  mutating func number(digits: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// At least one digit; those past the third are dropped.
  mutating func fractionMilliseconds() -> Int64? {
    guard let first = digit() else { return nil }
    var value = first * 100
    var weight: Int64 = 10
    while let next = digit() {
      value += next * weight
      weight /= 10
    }
    return value
  }
}
