/// What is wrong with one value, to be completed with the name of the option by the parser.
struct ValueFault: Error, Equatable, Sendable {
  let message: String
}

/// What an option or operand takes; completion offers files, folders or choices accordingly.
enum ValueKind: Equatable, Sendable {
  case text
  case file
  case directory
  case choice([String])
}

/// How the text of an option or operand becomes a value.
struct ValueParser<Value: Sendable>: Sendable {
  let kind: ValueKind
  let parse: @Sendable (String) throws(ValueFault) -> Value

  init(kind: ValueKind = .text, parse: @escaping @Sendable (String) throws(ValueFault) -> Value) {
    self.kind = kind
    self.parse = parse
  }
}
