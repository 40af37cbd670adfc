internal import MusterValues

/// One of a condition's values, read as its operator needs it.
enum ConditionValue: Hashable, Sendable {
  case text(PolicyText, ignoringCase: Bool)
  case pattern(PolicyPattern)
  case number(Double, ConditionOperator.Order)
  case date(Int64, ConditionOperator.Order)
  case flag(Bool)
  case network(NetworkPrefix)
  /// The six components, each with wildcards of its own.
  case arn(PolicyText, ready: [WildcardPattern]?)

  /// - Throws: why the value does not fit the operator.
  init(_ source: String, _ condition: ConditionOperator, hasVariables: Bool) throws(PolicyText.Fault) {
    switch condition.comparison {
    case .string(let ignoringCase):
      self = .text(try PolicyText(source, hasVariables: hasVariables), ignoringCase: ignoringCase)
    case .binary: self = .text(try PolicyText(source, hasVariables: false), ignoringCase: false)
    case .like: self = .pattern(PolicyPattern(try PolicyText(source, hasVariables: hasVariables), reach: .everything))
    case .numeric(let order):
      guard let number = Self.number(source) else { throw .init(reason: "\"\(source)\" is no number") }
      self = .number(number, order)
    case .date(let order):
      guard let date = Self.date(source) else {
        throw .init(reason: "\"\(source)\" is no date (ISO 8601, such as 2026-01-31T12:00:00Z, or seconds since 1970)")
      }
      self = .date(date, order)
    case .bool, .null:
      guard let flag = Self.flag(source) else { throw .init(reason: "\"\(source)\" is not true or false") }
      self = .flag(flag)
    case .address:
      guard let network = NetworkPrefix(source) else {
        throw .init(reason: "\"\(source)\" is no address or CIDR prefix")
      }
      self = .network(network)
    case .arn:
      let text = try PolicyText(source, hasVariables: hasVariables)
      self = .arn(text, ready: text.isConstant ? Self.components(text, PolicyContext()) : nil)
    }
  }

  /// Whether a value of the request is what this asks for; false when it can't be read.
  func matches(_ value: String, _ context: PolicyContext) -> Bool {
    switch self {
    case .text(let text, let ignoringCase):
      guard let wanted = text.text(context) else { return false }
      return ignoringCase
        ? wanted.lowercased().utf8.elementsEqual(value.lowercased().utf8) : wanted.utf8.elementsEqual(value.utf8)
    case .pattern(let pattern): return pattern.matches(value, context)
    case .number(let wanted, let order): return Self.number(value).map { order.holds($0, wanted) } ?? false
    case .date(let wanted, let order): return Self.date(value).map { order.holds($0, wanted) } ?? false
    case .flag(let wanted): return Self.flag(value) == wanted
    case .network(let network): return NetworkPrefix(value).map(network.contains) ?? false
    case .arn(let text, let ready): return Self.isLike(value, ready ?? Self.components(text, context))
    }
  }

  /// Whether the request gives a value to every variable.
  func isResolved(_ context: PolicyContext) -> Bool {
    switch self {
    case .text(let text, _), .arn(let text, _): text.isConstant || text.text(context) != nil
    case .pattern(let pattern): pattern.text.isConstant || pattern.text.text(context) != nil
    case .number, .date, .flag, .network: true
    }
  }

  private static func components(_ text: PolicyText, _ context: PolicyContext) -> [WildcardPattern]? {
    text.pattern(context, reach: .everything)?.segments(6)
  }

  private static func isLike(_ value: String, _ pattern: [WildcardPattern]?) -> Bool {
    guard let pattern else { return false }
    let components = value.split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false)
    return components.count == 6 && pattern.count == 6
      && zip(pattern, components).allSatisfy { $0.matches(String($1)) }
  }

  private static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }), let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }

  private static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true": true
    case "false": false
    default: nil
    }
  }

  /// Milliseconds since 1970.
  private static func date(_ text: String) -> Int64? {
    if let seconds = number(text), abs(seconds) < 1e12 { return Int64(seconds * 1000) }
    let padded = text.utf8.count == 10 ? text + "T00:00:00Z" : text
    return Timestamp(iso8601: padded)?.milliseconds
  }
}
