/// What a client signs with.
public struct SigningCredentials: Sendable {
  public let accessKey: String
  public let secretKey: String
  /// Comes with temporary credentials only.
  public let sessionToken: String?

  public init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.sessionToken = sessionToken
  }
}

extension SigningCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "credentials of access key \(accessKey)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["accessKey": accessKey]) }
}
