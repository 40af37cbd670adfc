internal import MusterValues

/// Holds values against their constraints and collects what is wrong.
///
/// Messages name the place and the rule, never the value: positions and properties are nobody else's business. At most
/// ``maximumViolations`` are collected, so that a hostile request can't buy a long answer.
struct InputValidator {
  static let maximumViolations = 50

  private enum Step {
    case member(String)
    case element(Int)
  }

  private(set) var violations: [Violation] = []
  private var path: [Step] = []

  private var isFull: Bool { violations.count >= Self.maximumViolations }

  mutating func check(_ input: RequestInput, against members: [InputMember]) {
    if members.contains(where: { $0.place == .body }), input.body.members == nil {
      violations.append(Violation("body", "must be a JSON object, not \(input.body.kind)", .cannotParse))
      return
    }
    check(members) { input[$0] }
  }

  private mutating func check(_ members: [InputMember], value: (InputMember) -> JSONValue?) {
    for member in members where !isFull {
      path.append(.member(member.name))
      defer { path.removeLast() }
      if let value = value(member) {
        check(value, against: member.constraint)
      } else if member.isRequired {
        refuse("is required", .missing)
      }
    }
  }

  mutating func check(_ value: JSONValue, against constraint: Constraint) {
    switch constraint {
    case .text(let rule): checkText(value, rule)
    case .choice(let choices):
      guard let text = checkKind(value.text, value, "a string") else { return }
      if !choices.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
        refuse("must be one of \(choices.joined(separator: ", "))")
      }
    case .boolean: _ = checkKind(value.flag, value, "true or false")
    case .integer(let range):
      guard let number = checkKind(value.integer, value, "a whole number") else { return }
      if !range.contains(number) { refuse("must be from \(range.lowerBound) to \(range.upperBound)") }
    case .double(let range): checkDouble(value, range)
    case .doubleAtLeast(let least): checkDouble(value, nil, least: least)
    case .timestamp:
      guard let text = checkKind(value.text, value, "an ISO 8601 string") else { return }
      if Timestamp(iso8601: text) == nil {
        refuse("must be an ISO 8601 time such as 2024-01-31T12:00:00.000Z", .cannotParse)
      }
    case .blob(let maximum):
      guard let text = checkKind(value.text, value, "a base64 string") else { return }
      guard let count = Base64Text.decodedCount(text) else { return refuse("is not base64", .cannotParse) }
      if count > maximum { refuse("must be at most \(maximum) bytes, decoded") }
    case .list(let element, let minimum, let maximum): checkList(value, element, minimum, maximum)
    case .map(let key, let text, let maximum): checkMap(value, key, text, maximum)
    case .structure(let members):
      guard value.members != nil else { return refuse("must be an object, not \(value.kind)", .cannotParse) }
      check(members) { value.present($0.name) }
    }
  }

  mutating func checkText(_ value: JSONValue, _ rule: TextRule) {
    guard let text = checkKind(value.text, value, "a string") else { return }
    checkText(text, rule)
  }

  private mutating func checkText(_ text: String, _ rule: TextRule) {
    if let fault = rule.fault(of: text) { refuse(fault) }
  }

  private mutating func checkDouble(_ value: JSONValue, _ range: ClosedRange<Double>?, least: Double? = nil) {
    guard let number = checkKind(value.double, value, "a number") else { return }
    guard number.isFinite else { return refuse("must be finite") }
    if let least, number < least { refuse("must be at least \(Int64(least))") }
    if let range, !range.contains(number) {
      refuse("must be from \(Int64(range.lowerBound)) to \(Int64(range.upperBound))")
    }
  }

  private mutating func checkList(_ value: JSONValue, _ element: Constraint, _ minimum: Int, _ maximum: Int?) {
    guard let elements = value.elements else { return refuse("must be an array, not \(value.kind)", .cannotParse) }
    if elements.count < minimum || elements.count > maximum ?? .max {
      switch maximum {
      case minimum?: refuse("must have exactly \(minimum) elements")
      case let maximum?: refuse("must have from \(minimum) to \(maximum) elements")
      case nil: refuse("must have at least \(minimum) elements")
      }
      return
    }
    for (index, value) in elements.enumerated() where !isFull {
      path.append(.element(index))
      check(value, against: element)
      path.removeLast()
    }
  }

  private mutating func checkMap(_ value: JSONValue, _ key: TextRule, _ text: TextRule, _ maximum: Int) {
    guard let members = value.members else { return refuse("must be an object, not \(value.kind)", .cannotParse) }
    guard members.count <= maximum else { return refuse("must have at most \(maximum) entries") }
    for (index, member) in members.enumerated() where !isFull {
      // Keys may be private too: an entry is named by its place.
      path.append(.element(index))
      checkText(member.name, key)
      checkText(member.value, text)
      path.removeLast()
    }
  }

  private mutating func checkKind<Value>(_ read: Value?, _ value: JSONValue, _ wanted: String) -> Value? {
    if read == nil { refuse("must be \(wanted), not \(value.kind)", .cannotParse) }
    return read
  }

  mutating func refuse(_ message: String, _ reason: ServiceError.ValidationReason = .fieldValidationFailed) {
    guard !isFull else { return }
    var name = ""
    for step in path {
      switch step {
      case .member(let member): name += name.isEmpty ? member : "." + member
      case .element(let index): name += "[\(index)]"
      }
    }
    violations.append(Violation(name, message, reason))
  }

  /// Adds what a rule beyond the model found.
  mutating func refuse(_ name: String, _ message: String, _ reason: ServiceError.ValidationReason) {
    guard !isFull else { return }
    violations.append(Violation(name, message, reason))
  }
}
