public import MusterValues

/// Where the authenticator looks access keys up; called on the hot path, so it must answer from memory.
public protocol CredentialSource: Sendable {
  /// What is on record for an access key, expired or not; nil when there is nothing.
  func credential(accessKey: Identifier) -> StoredCredential?
}

/// What the server has on record for one access key. An access key never changes its secret.
public struct StoredCredential: Sendable {
  public let principal: Principal
  let secretKey: String
  let sessionToken: String?
  let expires: Timestamp?

  /// - Parameters:
  ///   - sessionToken: with temporary credentials, the token every request must carry.
  ///   - expires: when they end; nil for never.
  public init(principal: Principal, secretKey: String, sessionToken: String? = nil, expires: Timestamp? = nil) {
    self.principal = principal
    self.secretKey = secretKey
    self.sessionToken = sessionToken
    self.expires = expires
  }
}

extension StoredCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "credential of \(principal.arn)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["principal": principal]) }
}

/// The one access key of a server that has no others yet.
public struct RootCredentialSource: CredentialSource {
  private let accessKey: Identifier
  private let stored: StoredCredential

  public init(accessKey: String, secretKey: String, account: String) {
    self.accessKey = Identifier(accessKey)
    stored = StoredCredential(principal: .root(account: account, accessKey: accessKey), secretKey: secretKey)
  }

  public func credential(accessKey: Identifier) -> StoredCredential? { accessKey == self.accessKey ? stored : nil }
}
