internal import MusterValues

extension ValueParser where Value == String {
  static let text = nonEmpty(.text)
  static let file = nonEmpty(.file)
  static let directory = nonEmpty(.directory)

  /// Any text, the empty one too.
  static let plain = ValueParser { (text: String) throws(ValueFault) in text }

  private static func nonEmpty(_ kind: ValueKind) -> ValueParser {
    ValueParser(kind: kind) { text throws(ValueFault) in
      guard !text.isEmpty else { throw ValueFault(message: "must not be empty") }
      return text
    }
  }

  /// `http://` or `https://` with a host; a trailing slash is dropped.
  static let endpoint = ValueParser { text throws(ValueFault) in
    let scheme = ["http://", "https://"].first { text.hasPrefix($0) }
    guard let scheme else { throw ValueFault(message: "must begin with http:// or https://") }
    let rest = text.dropFirst(scheme.count)
    let unusual = rest.utf8.contains { $0 <= 0x20 || $0 >= 0x7F || $0 == 0x3F || $0 == 0x23 || $0 == 0x40 }
    guard let first = rest.first, first != "/", !unusual else {
      throw ValueFault(message: "must be SCHEME://HOST[:PORT] without user, query or fragment")
    }
    var trimmed = text
    while trimmed.hasSuffix("/") { trimmed.removeLast() }
    return trimmed
  }

  /// A region as it stands in an ARN and in a signature's scope.
  static let region = ValueParser { text throws(ValueFault) in
    let allowed = text.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D }
    guard !text.isEmpty, text.utf8.count <= 64, allowed else {
      throw ValueFault(message: "must be 1 to 64 lower-case letters, digits and hyphens")
    }
    return text
  }

  static let account = ValueParser { text throws(ValueFault) in
    guard text.utf8.count == 12, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
      throw ValueFault(message: "must be 12 digits")
    }
    return text
  }
}

extension ValueParser where Value == Int {
  static func integer(_ range: ClosedRange<Int>) -> ValueParser {
    ValueParser { text throws(ValueFault) in
      guard let value = Int(text), range.contains(value) else {
        let bounds =
          range.upperBound == .max ? "at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        throw ValueFault(message: "must be a whole number \(bounds)")
      }
      return value
    }
  }
}

extension ValueParser where Value == Double {
  static func number(_ range: ClosedRange<Double>) -> ValueParser {
    ValueParser { text throws(ValueFault) in
      guard let value = Double(text), value.isFinite, range.contains(value) else {
        throw ValueFault(
          message:
            "must be a number from \(NumberText.shortest(range.lowerBound)) to \(NumberText.shortest(range.upperBound))"
        )
      }
      return value
    }
  }
}

extension ValueParser where Value == Timestamp {
  static let timestamp = ValueParser { text throws(ValueFault) in
    guard let value = Timestamp(iso8601: text) else {
      throw ValueFault(message: "must be a time such as 2026-01-31T08:30:00Z")
    }
    return value
  }
}

extension ValueParser where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  static var choice: ValueParser {
    let names = Value.allCases.map(\.rawValue)
    return ValueParser(kind: .choice(names)) { text throws(ValueFault) in
      guard let value = Value(rawValue: text) else {
        throw ValueFault(message: "must be one of " + names.joined(separator: ", "))
      }
      return value
    }
  }
}
