/// Who makes a request.
public struct Principal: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    /// The holder of the server's own access key: may do everything.
    case root
  }

  public let kind: Kind
  /// For messages and audit, such as `arn:aws:iam::000000000000:root`.
  public let arn: String
  public let accessKey: String

  public init(kind: Kind, arn: String, accessKey: String) {
    self.kind = kind
    self.arn = arn
    self.accessKey = accessKey
  }

  public static func root(account: String, accessKey: String) -> Principal {
    Principal(kind: .root, arn: "arn:aws:iam::\(account):root", accessKey: accessKey)
  }
}
