/// A JSON value (RFC 8259). Members keep their order; names are compared as UTF-8 bytes.
///
/// Numbers without fraction or exponent that fit are `integer`; all others are the nearest `Double`.
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  public struct Member: Sendable {
    public let name: String
    public let value: JSONValue

    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }
}

extension JSONValue {
  /// The last member of that name (compared as UTF-8 bytes), or nil when this is no object or has none.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
  public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  public var text: String? { if case .string(let text) = self { text } else { nil } }
  public var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The number as a `Double`, whichever way it was written.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The number as an integer; a `number` without fraction counts (`3.0`).
  public var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// What kind of value this is, in JSON's own words, for error messages.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer, .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

extension JSONValue: Equatable {
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)):
      a.count == b.count
        && zip(a, b).allSatisfy { $0.name.utf8.elementsEqual($1.name.utf8) && $0.value == $1.value }
    case (.integer(let a), .integer(let b)): a == b
    default:
      if let a = left.double, let b = right.double { a == b } else { false }
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
