/// What a condition asks of a key: `ForAllValues:StringLikeIfExists`.
struct ConditionOperator: Hashable, Sendable {
  enum Quantifier: Hashable, Sendable {
    /// `ForAllValues`: every value of the request; true when it has none.
    case all
    /// `ForAnyValue`: at least one value of the request.
    case any
  }

  enum Comparison: Hashable, Sendable {
    case string(ignoringCase: Bool)
    case like
    case numeric(Order)
    case date(Order)
    case bool
    case binary
    case address
    case arn
    case null
  }

  enum Order: Hashable, Sendable {
    case equal
    case less
    case lessOrEqual
    case greater
    case greaterOrEqual

    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
      switch self {
      case .equal: left == right
      case .less: left < right
      case .lessOrEqual: left <= right
      case .greater: left > right
      case .greaterOrEqual: left >= right
      }
    }
  }

  let name: String
  let comparison: Comparison
  /// `StringNotEquals` and its like: none of the policy's values may match, and a missing key is no match.
  let isNegated: Bool
  let quantifier: Quantifier?
  /// Whether a missing key is fine.
  let ifExists: Bool

  /// Nil when there is no such operator.
  init?(_ name: String) {
    var rest = name[...]
    var quantifier: Quantifier?
    for (prefix, value) in [("ForAllValues:", Quantifier.all), ("ForAnyValue:", .any)] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
      quantifier = value
    }
    let ifExists = rest.hasSuffix("IfExists")
    if ifExists { rest = rest.dropLast("IfExists".count) }
    guard let (comparison, isNegated) = Self.comparisons[String(rest)] else { return nil }
    if comparison == .null, ifExists || quantifier != nil { return nil }
    (self.name, self.comparison, self.isNegated) = (name, comparison, isNegated)
    (self.quantifier, self.ifExists) = (quantifier, ifExists)
  }

  /// Source: IAM User Guide, "Condition operators".
  private static let comparisons: [String: (Comparison, Bool)] = [
    "StringEquals": (.string(ignoringCase: false), false), "StringNotEquals": (.string(ignoringCase: false), true),
    "StringEqualsIgnoreCase": (.string(ignoringCase: true), false),
    "StringNotEqualsIgnoreCase": (.string(ignoringCase: true), true),
    "StringLike": (.like, false), "StringNotLike": (.like, true),
    "NumericEquals": (.numeric(.equal), false), "NumericNotEquals": (.numeric(.equal), true),
    "NumericLessThan": (.numeric(.less), false), "NumericLessThanEquals": (.numeric(.lessOrEqual), false),
    "NumericGreaterThan": (.numeric(.greater), false), "NumericGreaterThanEquals": (.numeric(.greaterOrEqual), false),
    "DateEquals": (.date(.equal), false), "DateNotEquals": (.date(.equal), true),
    "DateLessThan": (.date(.less), false), "DateLessThanEquals": (.date(.lessOrEqual), false),
    "DateGreaterThan": (.date(.greater), false), "DateGreaterThanEquals": (.date(.greaterOrEqual), false),
    "Bool": (.bool, false), "BinaryEquals": (.binary, false),
    "IpAddress": (.address, false), "NotIpAddress": (.address, true),
    "ArnEquals": (.arn, false), "ArnLike": (.arn, false), "ArnNotEquals": (.arn, true), "ArnNotLike": (.arn, true),
    "Null": (.null, false),
  ]
}
