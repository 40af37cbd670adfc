/// Why a policy document is refused, and where.
public struct PolicyFault: Error, Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// IAM's name of the error.
  public static let code = "MalformedPolicyDocument"

  /// Such as `Statement[1].Condition.StringLike`; empty for the document itself.
  public let place: String
  public let reason: String

  public init(_ place: String, _ reason: String) {
    self.place = place
    self.reason = reason
  }

  public var description: String { place.isEmpty ? "policy: \(reason)" : "policy, \(place): \(reason)" }
  public var debugDescription: String { "\(Self.code): \(description)" }
}
