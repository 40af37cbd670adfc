internal import MusterValues

/// Reads a policy document's JSON; every fault names its place.
///
/// Source: IAM User Guide, "Grammar of the IAM JSON policy language".
struct PolicyReader {
  let kind: PolicyDocument.Kind
  /// Whether `${...}` stands for values of the request.
  let hasVariables: Bool

  func statement(_ json: JSONValue, _ place: String) throws(PolicyFault) -> PolicyStatement {
    let members = try Self.members(
      json, place,
      known: ["Sid", "Effect", "Principal", "Action", "NotAction", "Resource", "NotResource", "Condition"])
    guard let effect = members["Effect"] else { throw PolicyFault(place, "has no Effect") }
    guard let effect = effect.text.flatMap(PolicyStatement.Effect.init) else {
      throw PolicyFault("\(place).Effect", "must be \"Allow\" or \"Deny\"")
    }
    let actions = try selection(members, "Action", place) { text, place throws(PolicyFault) in
      try action(text, place)
    }
    guard let actions else { throw PolicyFault(place, "has neither Action nor NotAction") }
    let resources = try selection(members, "Resource", place) { text, place throws(PolicyFault) in
      try resource(text, place)
    }
    return PolicyStatement(
      identifier: try sid(members["Sid"], "\(place).Sid"), effect: effect, actions: actions,
      resources: try check(resources, place), principals: try principals(members["Principal"], place),
      conditions: try conditions(members["Condition"], "\(place).Condition"))
  }

  private func sid(_ json: JSONValue?, _ place: String) throws(PolicyFault) -> String? {
    guard let json else { return nil }
    guard let text = json.text else { throw PolicyFault(place, "must be a string, is \(json.kind)") }
    guard text.utf8.allSatisfy({ Self.isAlphanumeric($0) }) else {
      throw PolicyFault(place, "may hold only letters and digits")
    }
    return text.isEmpty ? nil : text
  }

  private func check(
    _ resources: PolicyStatement.Selection?, _ place: String
  ) throws(PolicyFault) -> PolicyStatement.Selection? {
    switch kind {
    case .identity where resources == nil: throw PolicyFault(place, "has neither Resource nor NotResource")
    case .trust where resources != nil:
      throw PolicyFault(place, "of a trust policy is about its role and may hold no Resource")
    default: return resources
    }
  }

  private func principals(_ json: JSONValue?, _ place: String) throws(PolicyFault) -> PolicyPrincipals? {
    switch kind {
    case .identity:
      if json != nil {
        throw PolicyFault("\(place).Principal", "is for trust policies; this one belongs to who acts")
      }
      return nil
    case .trust:
      guard let json else { throw PolicyFault(place, "of a trust policy has no Principal") }
      return try PolicyPrincipals(json, "\(place).Principal")
    }
  }

  private func selection(
    _ members: [String: JSONValue], _ name: String, _ place: String,
    _ pattern: (String, String) throws(PolicyFault) -> PolicyPattern
  ) throws(PolicyFault) -> PolicyStatement.Selection? {
    if members[name] != nil, members["Not\(name)"] != nil {
      throw PolicyFault(place, "has both \(name) and Not\(name)")
    }
    for (name, isNegated) in [(name, false), ("Not\(name)", true)] {
      guard let json = members[name] else { continue }
      var patterns: [PolicyPattern] = []
      for (index, text) in try Self.texts(json, "\(place).\(name)").enumerated() {
        let place = json.text == nil ? "\(place).\(name)[\(index)]" : "\(place).\(name)"
        patterns.append(try pattern(text, place))
      }
      return PolicyStatement.Selection(isNegated: isNegated, patterns: patterns)
    }
    return nil
  }

  private func action(_ text: String, _ place: String) throws(PolicyFault) -> PolicyPattern {
    if text != "*" {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
        parts[0].utf8.allSatisfy({ Self.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }),
        parts[1].utf8.allSatisfy({ Self.isAlphanumeric($0) || "-*?".utf8.contains($0) })
      else { throw PolicyFault(place, "must be service:Action, with * and ? in the action only, or *") }
    }
    return PolicyPattern(try Self.text(text.lowercased(), place, hasVariables: false), reach: .everything)
  }

  private func resource(_ text: String, _ place: String) throws(PolicyFault) -> PolicyPattern {
    let segments = text.split(separator: ":", omittingEmptySubsequences: false)
    guard text == "*" || (segments.count >= 2 && segments[0] == "arn" && (segments.count >= 6 || text.hasSuffix("*")))
    else { throw PolicyFault(place, "must be an ARN (arn:partition:service:region:account:resource) or *") }
    return PolicyPattern(try Self.text(text, place, hasVariables: hasVariables), reach: .arnSegments)
  }

  private func conditions(_ json: JSONValue?, _ place: String) throws(PolicyFault) -> [PolicyCondition] {
    guard let json else { return [] }
    var conditions: [PolicyCondition] = []
    for (name, keys) in try Self.members(json, place).sorted(by: { $0.key < $1.key }) {
      guard let condition = ConditionOperator(name) else {
        throw PolicyFault("\(place).\(name)", "is no condition operator")
      }
      for (key, values) in try Self.members(keys, "\(place).\(name)").sorted(by: { $0.key < $1.key }) {
        let place = "\(place).\(name).\(key)"
        guard !key.isEmpty else { throw PolicyFault(place, "names no condition key") }
        var read: [ConditionValue] = []
        for text in try Self.texts(values, place, takesPlainValues: true) {
          do {
            read.append(try ConditionValue(text, condition, hasVariables: hasVariables))
          } catch {
            throw PolicyFault(place, error.reason)
          }
        }
        conditions.append(PolicyCondition(condition: condition, key: ContextKey(key), values: read))
      }
    }
    return conditions
  }

  // MARK: Pieces

  private static func text(_ text: String, _ place: String, hasVariables: Bool) throws(PolicyFault) -> PolicyText {
    do {
      return try PolicyText(text, hasVariables: hasVariables)
    } catch {
      throw PolicyFault(place, error.reason)
    }
  }

  /// A string, or a list of at least one.
  static func texts(
    _ json: JSONValue, _ place: String, takesPlainValues: Bool = false
  ) throws(PolicyFault) -> [String] {
    func text(_ json: JSONValue, _ place: String) throws(PolicyFault) -> String {
      if let text = json.text { return text }
      if takesPlainValues {
        if let flag = json.flag { return flag ? "true" : "false" }
        if let whole = json.integer { return String(whole) }
        if let number = json.double { return String(number) }
      }
      throw PolicyFault(place, "must be a string, is \(json.kind)")
    }
    guard let elements = json.elements else { return [try text(json, place)] }
    if elements.isEmpty { throw PolicyFault(place, "is an empty list") }
    var texts: [String] = []
    for (index, element) in elements.enumerated() { texts.append(try text(element, "\(place)[\(index)]")) }
    return texts
  }

  /// The members of an object, no name twice and, where `known` is given, no other.
  static func members(
    _ json: JSONValue, _ place: String, known: Set<String>? = nil
  ) throws(PolicyFault) -> [String: JSONValue] {
    guard let members = json.members else { throw PolicyFault(place, "must be an object, is \(json.kind)") }
    var found: [String: JSONValue] = [:]
    for member in members {
      let inner = place.isEmpty ? member.name : "\(place).\(member.name)"
      if let known, !known.contains(member.name) {
        throw PolicyFault(inner, "is unknown; \(known.sorted().joined(separator: ", ")) are known")
      }
      if found.updateValue(member.value, forKey: member.name) != nil { throw PolicyFault(inner, "is there twice") }
    }
    return found
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }
}
