/// What the service model says about a value of a request. One tree serves validation and documentation.
///
/// Source: the Amazon Location service model, shapes of the tracker, geofence and tag operations.
public indirect enum Constraint: Sendable, Equatable {
  case text(TextRule)
  /// One of these texts, compared byte for byte.
  case choice([String])
  case boolean
  case integer(ClosedRange<Int64>)
  /// A finite number, in the range when there is one.
  case double(ClosedRange<Double>?)
  /// A finite number, not less than this.
  case doubleAtLeast(Double)
  /// RFC 3339 text.
  case timestamp
  /// Base64 text of at most that many bytes when decoded.
  case blob(maximumBytes: Int)
  case list(of: Constraint, minimum: Int, maximum: Int?)
  case map(key: TextRule, value: TextRule, maximum: Int)
  case structure([InputMember])
}

/// Limits of a text. Lengths count Unicode code points, neither bytes nor what a reader would call characters.
public struct TextRule: Sendable, Equatable {
  public let minimum: Int
  public let maximum: Int?
  public let pattern: TextPattern?

  public init(_ minimum: Int = 0, _ maximum: Int? = nil, _ pattern: TextPattern? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.pattern = pattern
  }

  /// Trackers and collections.
  public static let resourceName = TextRule(1, 100, .resourceName)
  /// Devices and geofences.
  public static let identifier = TextRule(1, 100, .identifier)

  public func accepts(_ text: String) -> Bool { fault(of: text) == nil }

  /// What the rule has against a text, for a message; nil when nothing.
  func fault(of text: String) -> String? {
    // A code point takes one to four bytes, so most lengths need no counting.
    if text.utf8.count < minimum {
      return "must be at least \(minimum) character\(minimum == 1 ? "" : "s") long"
    }
    if let maximum, text.utf8.count > maximum, text.unicodeScalars.count > maximum {
      return "must be at most \(maximum) characters long"
    }
    guard let pattern else { return nil }
    if !pattern.matches(text) { return pattern.explanation }
    return pattern.isName && Self.isDotSegment(text) ? "must not be '.' or '..'" : nil
  }

  /// As a path's last segment such a name would vanish when the path is normalized for its signature: deleting the
  /// geofence `..` would be signed like deleting its collection.
  private static func isDotSegment(_ text: String) -> Bool {
    text.utf8.count <= 2 && text.utf8.allSatisfy { $0 == 0x2E }
  }
}

/// One member of a request, or of a structure inside it.
public struct InputMember: Sendable, Equatable {
  public enum Place: Sendable, Equatable {
    case body
    /// A `{Name}` of the path template.
    case path
    /// A query parameter that may be repeated.
    case query(String)
  }

  public let name: String
  public let isRequired: Bool
  public let place: Place
  public let constraint: Constraint

  static func required(_ name: String, _ constraint: Constraint) -> InputMember {
    InputMember(name: name, isRequired: true, place: .body, constraint: constraint)
  }

  static func optional(_ name: String, _ constraint: Constraint) -> InputMember {
    InputMember(name: name, isRequired: false, place: .body, constraint: constraint)
  }

  static func path(_ name: String, _ constraint: Constraint) -> InputMember {
    InputMember(name: name, isRequired: true, place: .path, constraint: constraint)
  }

  static func query(_ name: String, as key: String, _ constraint: Constraint) -> InputMember {
    InputMember(name: name, isRequired: true, place: .query(key), constraint: constraint)
  }
}
