/// Sorts the arguments of one command into options and operands.
struct ArgumentCollector {
  let command: CommandSpecification
  let path: [String]
  private var options: [Invocation.GivenOption] = []
  private var words: [String] = []

  init(command: CommandSpecification, path: [String]) {
    self.command = command
    self.path = path
  }

  /// Nil when help is asked for.
  consuming func collect(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation? {
    var rest = arguments
    while let argument = rest.popFirst() {
      if argument == "--" {
        words.append(contentsOf: rest)
        break
      }
      if argument == "--help" || argument == "-h" { return nil }
      if argument.hasPrefix("--") {
        try takeLong(argument, &rest)
      } else if argument.count > 1, argument.hasPrefix("-"), !Self.isNumber(argument) {
        try takeShort(argument, &rest)
      } else {
        words.append(argument)
      }
    }
    return Invocation(path: path, options: options, operands: try operands())
  }

  /// `-122.3` and `-.5` are operands: no short option is a digit.
  private static func isNumber(_ argument: String) -> Bool {
    guard let second = argument.utf8.dropFirst().first else { return false }
    return (second >= 0x30 && second <= 0x39) || second == 0x2E
  }

  private mutating func takeLong(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let body = argument.dropFirst(2)
    let separator = body.firstIndex(of: "=")
    let name = separator.map { body[..<$0] } ?? body
    guard let option = command.option(named: name) else {
      let nearest = Suggestion.nearest(to: name, among: command.options.map(\.name))
      throw UsageError(
        "unknown option '--\(Shown.text(String(name)))'", suggestion: nearest.map { "--\($0)" }, path: path)
    }
    let attached = separator.map { String(body[body.index(after: $0)...]) }
    try take(option, shown: "--\(option.name)", attached: attached, &rest)
  }

  private mutating func takeShort(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let body = argument.dropFirst()
    guard let letter = body.first, let option = command.option(short: letter) else {
      let nearest = Suggestion.nearest(to: body, among: command.options.map(\.name))
      throw UsageError("unknown option '\(Shown.text(argument))'", suggestion: nearest.map { "--\($0)" }, path: path)
    }
    let attached = body.count > 1 ? String(body.dropFirst()) : nil
    if !option.takesValue, attached != nil {
      throw UsageError("-\(letter) takes no value; write short options apart", path: path)
    }
    try take(option, shown: "-\(letter)", attached: attached, &rest)
  }

  private mutating func take(
    _ option: OptionSpecification, shown: String, attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    guard option.takesValue else {
      guard attached == nil else { throw UsageError("\(shown) takes no value", path: path) }
      options.append(Invocation.GivenOption(name: option.name, value: nil))
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError("\(shown) needs a value (\(option.placeholder ?? ""))", path: path)
    }
    if !option.isRepeatable, options.contains(where: { $0.name == option.name }) {
      throw UsageError("\(shown) is given twice", path: path)
    }
    do {
      try option.check(value)
    } catch {
      throw UsageError("\(shown): '\(Shown.text(value))' \(error.message)", path: path)
    }
    options.append(Invocation.GivenOption(name: option.name, value: value))
  }

  /// Gives each word to the operand in whose place it stands.
  private func operands() throws(UsageError) -> [Invocation.GivenOperand] {
    var given: [Invocation.GivenOperand] = []
    var rest = words[...]
    for operand in command.operands {
      let count = min(rest.count, operand.maximum)
      if count < operand.minimum { throw UsageError("\(operand.name) is missing", path: path) }
      for word in rest.prefix(count) {
        do {
          try operand.check(word)
        } catch {
          throw UsageError("\(operand.name): '\(Shown.text(word))' \(error.message)", path: path)
        }
        given.append(Invocation.GivenOperand(name: operand.name, value: word))
      }
      rest = rest.dropFirst(count)
    }
    if let extra = rest.first { throw UsageError("unexpected argument '\(Shown.text(extra))'", path: path) }
    return given
  }
}
