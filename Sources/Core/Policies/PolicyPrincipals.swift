internal import MusterValues

/// Who a trust policy speaks of: `{"Federated": "cognito-identity.amazonaws.com"}`, `{"AWS": [...]}`, `{"Service": ...}`
/// or `*`.
public struct PolicyPrincipals: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case aws = "AWS"
    case federated = "Federated"
    case service = "Service"
  }

  let isEveryone: Bool
  let names: [Kind: [String]]

  init(_ json: JSONValue, _ place: String) throws(PolicyFault) {
    if json.text == "*" {
      (isEveryone, names) = (true, [:])
      return
    }
    guard let members = json.members, !members.isEmpty else {
      throw PolicyFault(place, "must be \"*\" or an object with AWS, Federated or Service")
    }
    var names: [Kind: [String]] = [:]
    for member in members {
      guard let kind = Kind(rawValue: member.name) else {
        throw PolicyFault("\(place).\(member.name)", "is unknown; AWS, Federated and Service are known")
      }
      names[kind] = try PolicyReader.texts(member.value, "\(place).\(member.name)")
    }
    (isEveryone, self.names) = (names[.aws]?.contains("*") ?? false, names)
  }

  /// Whether it speaks of that principal.
  public func contains(_ kind: Kind, _ name: String) -> Bool { isEveryone || names[kind]?.contains(name) ?? false }
}
