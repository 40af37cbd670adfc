/// One statement: what it allows or denies, to what, and when.
public final class PolicyStatement: Sendable {
  public enum Effect: String, Hashable, Sendable {
    case allow = "Allow"
    case deny = "Deny"
  }

  public let identifier: String?
  public let effect: Effect
  let actions: Selection
  /// Nil in a trust policy, which is about the role that it belongs to.
  let resources: Selection?
  /// Who a trust policy speaks of; nil in others.
  public let principals: PolicyPrincipals?
  let conditions: [PolicyCondition]

  init(
    identifier: String?, effect: Effect, actions: Selection, resources: Selection?, principals: PolicyPrincipals?,
    conditions: [PolicyCondition]
  ) {
    self.identifier = identifier
    self.effect = effect
    self.actions = actions
    self.resources = resources
    self.principals = principals
    self.conditions = conditions
  }

  /// `Action` or `NotAction`, `Resource` or `NotResource`.
  struct Selection: Sendable {
    let isNegated: Bool
    let patterns: [PolicyPattern]

    func holds(_ value: String, _ context: PolicyContext) -> Bool {
      patterns.contains { $0.matches(value, context) } != isNegated
    }

    /// Whether the request gives a value to every variable of a `NotResource`: what names nothing must not widen an Allow.
    func isResolved(_ context: PolicyContext) -> Bool {
      !isNegated || patterns.allSatisfy { $0.text.isConstant || $0.text.text(context) != nil }
    }
  }

  /// The first thing about a request that a statement does not fit; nil when it fits.
  public enum Mismatch: Hashable, Sendable {
    case action
    case resource
    case condition(String)
  }

  public func mismatch(_ request: PolicyRequest) -> Mismatch? {
    mismatch(request, action: request.action.lowercased())
  }

  /// - Parameter action: in lower case.
  func mismatch(_ request: PolicyRequest, action: String) -> Mismatch? {
    guard actions.holds(action, request.context) else { return .action }
    if let resources {
      guard resources.holds(request.resource, request.context),
        effect == .deny || resources.isResolved(request.context)
      else { return .resource }
    }
    for condition in conditions where !condition.holds(request.context, strictest: effect) {
      return .condition(condition.summary)
    }
    return nil
  }
}
