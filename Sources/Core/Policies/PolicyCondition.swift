/// One operator and one key of a statement's condition block, with the values that the policy lists.
public final class PolicyCondition: Sendable {
  let condition: ConditionOperator
  let key: ContextKey
  let values: [ConditionValue]

  init(condition: ConditionOperator, key: ContextKey, values: [ConditionValue]) {
    self.condition = condition
    self.key = key
    self.values = values
  }

  /// Such as `StringLike geo:DeviceIds`.
  public var summary: String { "\(condition.name) \(key)" }

  /// - Parameter strictest: what several values of a key mean that no `ForAllValues:` or `ForAnyValue:` speaks of. An
  ///   Allow asks that all of them fit, a Deny that any does, so that neither lets through what it should not.
  func holds(_ context: PolicyContext, strictest: PolicyStatement.Effect) -> Bool {
    let found = context[key]
    if case .null = condition.comparison {
      return values.contains { $0 == .flag(found?.isEmpty ?? true) }
    }
    guard let found, !found.isEmpty else {
      switch condition.quantifier {
      case .all: return true
      case .any: return false
      case nil: return condition.ifExists || condition.isNegated
      }
    }
    // A variable without a value must not let "is not" allow anything, nor keep it from denying.
    if condition.isNegated, !values.allSatisfy({ $0.isResolved(context) }) { return strictest == .deny }
    func fits(_ value: String) -> Bool { values.contains { $0.matches(value, context) } != condition.isNegated }
    switch condition.quantifier {
    case .all: return found.allSatisfy(fits)
    case .any: return found.contains(where: fits)
    case nil: return strictest == .allow ? found.allSatisfy(fits) : found.contains(where: fits)
    }
  }
}
