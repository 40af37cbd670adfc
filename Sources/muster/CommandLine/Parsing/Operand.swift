/// An argument that is known by its place.
struct OperandSpecification: Sendable {
  enum Arity: Sendable {
    case one
    case optional
    case oneOrMore
    case any
  }

  let name: String
  let kind: ValueKind
  let help: String
  let arity: Arity
  let check: @Sendable (String) throws(ValueFault) -> Void

  var usage: String {
    switch arity {
    case .one: name
    case .optional: "[\(name)]"
    case .oneOrMore: "\(name)..."
    case .any: "[\(name)...]"
    }
  }

  var minimum: Int { arity == .one || arity == .oneOrMore ? 1 : 0 }
  var maximum: Int { arity == .one || arity == .optional ? 1 : .max }
}

/// An operand with the type of its value.
struct Operand<Value: Sendable>: Sendable {
  let specification: OperandSpecification
  let parser: ValueParser<Value>

  init(
    _ name: String, _ parser: ValueParser<Value>, help: String, arity: OperandSpecification.Arity = .one
  ) {
    self.parser = parser
    specification = OperandSpecification(
      name: name, kind: parser.kind, help: help, arity: arity,
      check: { text throws(ValueFault) in _ = try parser.parse(text) })
  }
}
