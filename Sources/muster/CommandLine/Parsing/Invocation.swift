/// The arguments of one command, checked against its row of the table.
struct Invocation: Equatable, Sendable {
  struct GivenOption: Equatable, Sendable {
    let name: String
    /// Nil for a flag.
    let value: String?
    /// The variable that it came from, or nil when it was on the command line.
    var variable: String?
  }

  struct GivenOperand: Equatable, Sendable {
    let name: String
    let value: String
  }

  /// The names that lead to the command, the program's excluded: `["fence", "put"]`.
  let path: [String]
  let options: [GivenOption]
  let operands: [GivenOperand]

  func has(_ flag: Flag) -> Bool { options.contains { $0.name == flag.specification.name } }

  /// The value given last, or the default, or nil.
  func value<Value>(_ option: Option<Value>) -> Value? { values(option).last ?? option.defaultValue }

  /// Every value given, in order. Values were checked when the line was parsed.
  func values<Value>(_ option: Option<Value>) -> [Value] {
    options.filter { $0.name == option.specification.name }
      .compactMap { given in given.value.flatMap { try? option.parser.parse($0) } }
  }

  func value<Value>(_ operand: Operand<Value>) -> Value? { values(operand).first }

  func values<Value>(_ operand: Operand<Value>) -> [Value] {
    operands.filter { $0.name == operand.specification.name }.compactMap { try? operand.parser.parse($0.value) }
  }

  /// The value of an option that the table calls required.
  func required<Value>(_ option: Option<Value>) throws(UsageError) -> Value {
    guard let value = value(option) else {
      throw UsageError("--\(option.specification.name) is required", path: path)
    }
    return value
  }

  func required<Value>(_ operand: Operand<Value>) throws(UsageError) -> Value {
    guard let value = value(operand) else { throw UsageError("\(operand.specification.name) is missing", path: path) }
    return value
  }
}
