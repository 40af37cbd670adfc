/// Text of a policy in which variables stand for values of the request: `${aws:username}`, `${key, 'otherwise'}`, and
/// `${*}`, `${?}`, `${$}` for the characters themselves.
///
/// A variable's value is taken as it is: a `*` in it is no wildcard. Source: IAM User Guide, "Variables and tags".
struct PolicyText: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    /// Characters that wildcards may be among.
    case text(String)
    /// Characters that mean themselves.
    case literal(String)
    case variable(ContextKey, otherwise: String?)
  }

  let parts: [Part]
  /// As it was written.
  let source: String

  /// - Parameter hasVariables: false for documents of version 2008-10-17, where `${` means itself.
  /// - Throws: the reason why a variable can't be read.
  init(_ source: String, hasVariables: Bool) throws(Fault) {
    self.source = source
    guard hasVariables, source.contains("${") else {
      parts = [.text(source)]
      return
    }
    var parts: [Part] = []
    var rest = Substring(source)
    while let dollar = rest.firstRange(of: "${") {
      if dollar.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<dollar.lowerBound]))) }
      guard let close = rest[dollar.upperBound...].firstIndex(of: "}") else {
        throw Fault(reason: "${ has no closing }")
      }
      parts.append(try Self.variable(rest[dollar.upperBound..<close]))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  struct Fault: Error { let reason: String }

  private static func variable(_ inside: Substring) throws(Fault) -> Part {
    if inside == "*" || inside == "?" || inside == "$" { return .literal(String(inside)) }
    guard let comma = inside.firstIndex(of: ",") else {
      return .variable(try key(inside), otherwise: nil)
    }
    let value = inside[inside.index(after: comma)...].drop { $0 == " " }
    guard value.count >= 2, value.first == "'", value.last == "'" else {
      throw Fault(reason: "the default of ${\(inside)} is not in single quotes")
    }
    return .variable(try key(inside[..<comma]), otherwise: String(value.dropFirst().dropLast()))
  }

  private static func key(_ text: Substring) throws(Fault) -> ContextKey {
    let isName = { (character: Character) in character.isASCII && (character.isLetter || character.isNumber) }
    guard text.contains(where: isName), !text.contains(where: { $0 == " " || $0 == "$" || $0 == "{" }) else {
      throw Fault(reason: "${\(text)} names no condition key")
    }
    return ContextKey(String(text))
  }

  var isConstant: Bool { parts.allSatisfy { if case .variable = $0 { false } else { true } } }

  /// What it says for a request; nil when a variable has no value there, or several.
  func pattern(_ context: PolicyContext, reach: WildcardPattern.Reach) -> WildcardPattern? {
    var tokens: [WildcardPattern.Token] = []
    for part in parts {
      switch part {
      case .text(let text): tokens += text.utf8.map(WildcardPattern.token)
      case .literal(let text): tokens += text.utf8.map { .byte($0) }
      case .variable(let key, let otherwise):
        guard let value = Self.value(key, otherwise, context) else { return nil }
        tokens += value.utf8.map { .byte($0) }
      }
    }
    return WildcardPattern(tokens: tokens, reach)
  }

  /// The same where wildcards mean themselves.
  func text(_ context: PolicyContext) -> String? {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text), .literal(let text): result += text
      case .variable(let key, let otherwise):
        guard let value = Self.value(key, otherwise, context) else { return nil }
        result += value
      }
    }
    return result
  }

  private static func value(_ key: ContextKey, _ otherwise: String?, _ context: PolicyContext) -> String? {
    guard let values = context[key], let first = values.first else { return otherwise }
    return values.count == 1 ? first : nil
  }
}

/// A pattern that is made ready once when nothing in it depends on the request.
///
/// A class, like all that a decision goes through: copies of structs would cost more than the comparisons.
final class PolicyPattern: Hashable, Sendable {
  let text: PolicyText
  private let reach: WildcardPattern.Reach
  private let ready: WildcardPattern?

  init(_ text: PolicyText, reach: WildcardPattern.Reach) {
    self.text = text
    self.reach = reach
    ready = text.isConstant ? text.pattern(PolicyContext(), reach: reach) : nil
  }

  func matches(_ value: String, _ context: PolicyContext) -> Bool {
    if let ready { return ready.matches(value) }
    return text.pattern(context, reach: reach)?.matches(value) ?? false
  }

  static func == (left: PolicyPattern, right: PolicyPattern) -> Bool {
    left.text == right.text && left.reach == right.reach
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
