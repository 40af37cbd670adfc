/// A row of the option table as parsing, help and completions see it.
struct OptionSpecification: Sendable {
  /// Where help shows the option.
  enum Group: Int, CaseIterable, Sendable {
    case command
    case connection
    case general
  }

  /// The long name, without dashes.
  let name: String
  let short: Character?
  /// Nil for a flag.
  let placeholder: String?
  let kind: ValueKind
  let help: String
  let defaultText: String?
  /// Variables that are read, in this order, when the option is not given.
  let environment: [String]
  let isRequired: Bool
  let isRepeatable: Bool
  let group: Group
  let check: @Sendable (String) throws(ValueFault) -> Void

  var takesValue: Bool { placeholder != nil }
}

/// An option that takes a value, with the value's type.
struct Option<Value: Sendable>: Sendable {
  let specification: OptionSpecification
  let parser: ValueParser<Value>
  let defaultValue: Value?

  init(
    _ name: String, _ placeholder: String, _ parser: ValueParser<Value>, short: Character? = nil, help: String,
    default defaultValue: Value? = nil, defaultText: String? = nil, environment: [String] = [],
    isRequired: Bool = false, isRepeatable: Bool = false, group: OptionSpecification.Group = .command
  ) {
    self.parser = parser
    self.defaultValue = defaultValue
    let shownDefault = defaultText ?? defaultValue.map { NumberText.plain($0) }
    specification = OptionSpecification(
      name: name, short: short, placeholder: placeholder, kind: parser.kind, help: help, defaultText: shownDefault,
      environment: environment, isRequired: isRequired, isRepeatable: isRepeatable, group: group,
      check: { text throws(ValueFault) in _ = try parser.parse(text) })
  }
}

/// An option without a value: given or not.
struct Flag: Sendable {
  let specification: OptionSpecification

  init(_ name: String, short: Character? = nil, help: String, group: OptionSpecification.Group = .command) {
    specification = OptionSpecification(
      name: name, short: short, placeholder: nil, kind: .text, help: help, defaultText: nil, environment: [],
      isRequired: false, isRepeatable: false, group: group, check: { (_: String) throws(ValueFault) in })
  }
}
