/// A policy under the name that decisions refer to it by.
public struct NamedPolicy: Sendable {
  public let name: String
  public let document: PolicyDocument

  public init(_ name: String, _ document: PolicyDocument) {
    self.name = name
    self.document = document
  }
}

/// What decided a request.
public enum PolicyDecision: Hashable, Sendable {
  /// The statement that allowed it, the first of several.
  case allowed(StatementReference)
  /// The statement that denied it, whatever others allow.
  case deniedExplicitly(StatementReference)
  /// No statement allows it.
  case deniedByDefault
  /// The cap of that name does not allow it, whatever the policies say.
  case deniedByCap(String)

  public var isAllowed: Bool { if case .allowed = self { true } else { false } }
}

/// A statement's place: `policy`, and its `Sid` or index there.
public struct StatementReference: Hashable, Sendable, CustomStringConvertible {
  public let policy: String
  public let index: Int
  public let identifier: String?

  public init(policy: String, index: Int, identifier: String?) {
    self.policy = policy
    self.index = index
    self.identifier = identifier
  }

  public var description: String { "\(policy), Statement[\(index)]\(identifier.map { " (\($0))" } ?? "")" }
}

/// The policies that speak about one principal.
///
/// Any statement that denies wins; else some statement must allow, and every cap must as well. Source: IAM User Guide,
/// "Policy evaluation logic".
public struct PolicySet: Sendable {
  /// Their statements together.
  public let policies: [NamedPolicy]
  /// Each allows at most what its own policies allow: a session policy, a permissions boundary.
  public let caps: [Cap]

  public struct Cap: Sendable {
    public let name: String
    public let policies: [NamedPolicy]

    public init(_ name: String, _ policies: [NamedPolicy]) {
      self.name = name
      self.policies = policies
    }
  }

  public init(_ policies: [NamedPolicy], caps: [Cap] = []) {
    self.policies = policies
    self.caps = caps
  }

  /// - Complexity: O(statements), constant patterns being made ready before.
  public func decide(_ request: PolicyRequest) -> PolicyDecision {
    let action = request.action.lowercased()
    var allowing: StatementReference?
    var capsAllow: [Bool] = []
    if let denial = Self.scan(policies, request, action, &allowing) { return .deniedExplicitly(denial) }
    for cap in caps {
      var inCap: StatementReference?
      if let denial = Self.scan(cap.policies, request, action, &inCap) { return .deniedExplicitly(denial) }
      capsAllow.append(inCap != nil)
    }
    guard let allowing else { return .deniedByDefault }
    if let closed = capsAllow.firstIndex(of: false) { return .deniedByCap(caps[closed].name) }
    return .allowed(allowing)
  }

  /// The first statement that denies; otherwise `allowing` becomes the first that allows.
  private static func scan(
    _ policies: [NamedPolicy], _ request: PolicyRequest, _ action: String, _ allowing: inout StatementReference?
  ) -> StatementReference? {
    for policy in policies {
      for (index, statement) in policy.document.statements.enumerated() {
        if statement.effect == .allow, allowing != nil { continue }
        guard statement.mismatch(request, action: action) == nil else { continue }
        let reference = StatementReference(policy: policy.name, index: index, identifier: statement.identifier)
        if statement.effect == .deny { return reference }
        allowing = reference
      }
    }
    return nil
  }

  /// Why each statement did or did not speak, for people who ask.
  public func explain(_ request: PolicyRequest) -> [(
    StatementReference, PolicyStatement.Effect, PolicyStatement.Mismatch?
  )] {
    (policies + caps.flatMap(\.policies)).flatMap { policy in
      policy.document.statements.enumerated().map { index, statement in
        (
          StatementReference(policy: policy.name, index: index, identifier: statement.identifier), statement.effect,
          statement.mismatch(request)
        )
      }
    }
  }
}
