public import MusterValues

/// An IAM policy document.
///
/// Source: IAM User Guide, "IAM JSON policy element reference". Differences: a member that is there twice is refused, since
/// readers differ in which one counts; `NotPrincipal` is not offered.
public struct PolicyDocument: Sendable {
  public enum Kind: Hashable, Sendable {
    /// Belongs to a user, group or role and says what that may do.
    case identity
    /// Belongs to a role and says who may take it on.
    case trust
  }

  public enum Version: String, Hashable, Sendable {
    /// Without variables; what a document without `Version` is.
    case v2008 = "2008-10-17"
    case v2012 = "2012-10-17"
  }

  public let version: Version
  public let statements: [PolicyStatement]

  /// - Throws: `PolicyFault` with the place of the first fault.
  public init(_ json: JSONValue, kind: Kind = .identity) throws(PolicyFault) {
    let members = try PolicyReader.members(json, "", known: ["Version", "Id", "Statement"])
    if let id = members["Id"], id.text == nil { throw PolicyFault("Id", "must be a string, is \(id.kind)") }
    version = try Self.version(members["Version"])
    guard let statement = members["Statement"] else { throw PolicyFault("", "has no Statement") }
    let reader = PolicyReader(kind: kind, hasVariables: version == .v2012)
    var statements: [PolicyStatement] = []
    if let elements = statement.elements {
      if elements.isEmpty { throw PolicyFault("Statement", "is an empty list") }
      for (index, element) in elements.enumerated() {
        statements.append(try reader.statement(element, "Statement[\(index)]"))
      }
    } else {
      statements = [try reader.statement(statement, "Statement")]
    }
    var identifiers: Set<String> = []
    for (index, statement) in statements.enumerated() {
      if let identifier = statement.identifier, !identifiers.insert(identifier).inserted {
        throw PolicyFault("Statement[\(index)].Sid", "is that of another statement")
      }
    }
    self.statements = statements
  }

  private static func version(_ json: JSONValue?) throws(PolicyFault) -> Version {
    guard let json else { return .v2008 }
    guard let version = json.text.flatMap(Version.init) else {
      throw PolicyFault("Version", "must be \"2012-10-17\" or \"2008-10-17\"")
    }
    return version
  }
}
