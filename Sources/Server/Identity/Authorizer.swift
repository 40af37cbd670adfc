/// Decides what a principal may do. Every surface asks here, once per action and resource, before it acts.
public protocol Authorizer: Sendable {
  /// - Parameters:
  ///   - action: such as `geo:PutGeofence`.
  ///   - resource: the ARN of what is acted on, or `*` for actions on no one resource.
  ///   - context: condition keys and their values, such as `geo:DeviceIds`.
  func authorize(
    _ principal: Principal, action: String, resource: String, context: [(key: String, values: [String])]
  ) -> AuthorizationDecision

  /// Whether the principal may do everything to everything, so that there is no need to put the question together.
  func allowsEverything(_ principal: Principal) -> Bool
}

extension Authorizer {
  public func allowsEverything(_ principal: Principal) -> Bool { false }
}

public enum AuthorizationDecision: Sendable, Equatable {
  /// With what allowed it.
  case allow(reason: String)
  /// With why, for the client and the audit.
  case deny(reason: String)

  public var isAllowed: Bool { if case .allow = self { true } else { false } }

  /// What to answer when denied; nil when allowed.
  public var failure: AuthenticationFailure? {
    if case .deny(let reason) = self { AuthenticationFailure(.accessDenied, reason) } else { nil }
  }

  /// The usual words for a principal that no policy allows the action.
  public static func notAuthorized(_ principal: Principal, action: String, resource: String) -> AuthorizationDecision {
    .deny(reason: "User: \(principal.arn) is not authorized to perform: \(action) on resource: \(resource)")
  }
}

/// Allows the root principal everything and others nothing.
public struct RootOnlyAuthorizer: Authorizer {
  public init() {}

  public func authorize(
    _ principal: Principal, action: String, resource: String, context: [(key: String, values: [String])]
  ) -> AuthorizationDecision {
    switch principal.kind {
    case .root: .allow(reason: "root")
    }
  }

  public func allowsEverything(_ principal: Principal) -> Bool {
    switch principal.kind {
    case .root: true
    }
  }
}
