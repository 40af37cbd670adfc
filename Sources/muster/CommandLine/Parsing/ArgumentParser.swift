/// What a command line means.
enum ParsedCommand: Sendable {
  case run(any Command, Invocation)
  case help(path: [String])
  case version
}

/// Turns arguments into a value, by the table and nothing else.
///
/// Accepted: `--name value`, `--name=value`, `-n value`, `-nvalue`, options anywhere after their command, `--` before
/// operands that begin with a dash. A negative number is an operand.
struct ArgumentParser: Sendable {
  let root: CommandSpecification
  let environment: [String: String]
  /// Reads the file that `--config` names.
  var readSettings: @Sendable (_ path: String) throws(ValueFault) -> SettingsFile = { _ throws(ValueFault) in
    throw ValueFault(message: "can't be read")
  }

  func parse(_ arguments: [String]) throws(UsageError) -> ParsedCommand {
    var command = root
    var path: [String] = []
    var rest = arguments[...]
    while !command.subcommands.isEmpty {
      guard let word = rest.popFirst() else { return .help(path: path) }
      if word == "--help" || word == "-h" { return .help(path: path) }
      if path.isEmpty, word == "--version" { return .version }
      guard let next = command.subcommand(named: word) else { throw unknown(word, in: command, path: path) }
      command = next
      path.append(word)
    }
    guard let collected = try ArgumentCollector(command: command, path: path).collect(rest) else {
      return .help(path: path)
    }
    let invocation = try complete(collected, of: command)
    guard let make = command.make else { return .help(path: path) }
    return .run(try make(invocation), invocation)
  }

  private func unknown(_ word: String, in command: CommandSpecification, path: [String]) -> UsageError {
    let shown = Shown.text(word)
    guard !word.hasPrefix("-") else {
      let example = (path + [command.subcommands.first?.name ?? ""]).joined(separator: " ")
      return UsageError("\(shown) comes before the command; write 'muster \(example) \(shown)'", path: path)
    }
    return UsageError(
      "there is no command '\(shown)'",
      suggestion: Suggestion.nearest(to: word, among: command.subcommands.map(\.name)), path: path)
  }

  /// Adds what variables and then what the settings file give, and checks that nothing required is missing.
  private func complete(
    _ collected: Invocation, of command: CommandSpecification
  ) throws(UsageError) -> Invocation {
    var options = collected.options
    func isGiven(_ option: OptionSpecification) -> Bool { options.contains { $0.name == option.name } }
    for option in command.options where !isGiven(option) {
      if let given = try variable(for: option, path: collected.path) { options.append(given) }
    }
    let settingsName = SettingsFile.option.specification.name
    if command.option(named: settingsName[...]) != nil,
      let path = options.last(where: { $0.name == settingsName })?.value
    {
      do {
        for given in try readSettings(path).options(of: command)
        where !options.contains(where: { $0.name == given.name }) {
          options.append(given)
        }
      } catch {
        throw UsageError("\(Shown.text(path)): \(error.message)", path: collected.path)
      }
    }
    for option in command.options where option.isRequired && !isGiven(option) {
      throw UsageError("--\(option.name) is required", path: collected.path)
    }
    return Invocation(path: collected.path, options: options, operands: collected.operands)
  }

  private func variable(
    for option: OptionSpecification, path: [String]
  ) throws(UsageError) -> Invocation.GivenOption? {
    for variable in option.environment {
      guard let value = environment[variable], !value.isEmpty else { continue }
      do {
        try option.check(value)
      } catch {
        throw UsageError("\(variable): '\(Shown.text(value))' \(error.message)", path: path)
      }
      return Invocation.GivenOption(name: option.name, value: value, variable: variable)
    }
    return nil
  }
}
