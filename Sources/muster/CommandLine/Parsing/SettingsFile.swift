internal import MusterValues

/// A JSON object with the long names of options and their values, read below the command line and the environment.
struct SettingsFile: Equatable, Sendable {
  static let option = Option(
    "config", "FILE", .file,
    help: "A JSON object of these options' long names and values, for what is not given otherwise.",
    environment: ["MUSTER_CONFIG"])

  let json: JSONValue

  /// Every member as if it had been given, an array as often as it has elements. A member that is no option of the
  /// command is a fault.
  func options(of command: CommandSpecification) throws(ValueFault) -> [Invocation.GivenOption] {
    guard let members = json.members else { throw ValueFault(message: "must hold a JSON object") }
    var given: [Invocation.GivenOption] = []
    for member in members {
      let known = command.options.filter { $0.group != .general && $0.name != Self.option.specification.name }
      guard let option = known.first(where: { $0.name == member.name }) else {
        let nearest = Suggestion.nearest(to: member.name, among: known.map(\.name)).map { "; did you mean '\($0)'?" }
        throw ValueFault(message: "'\(Shown.text(member.name))' is no option of this command\(nearest ?? "")")
      }
      guard !given.contains(where: { $0.name == option.name }) else {
        throw ValueFault(message: "'\(option.name)' is there twice")
      }
      given += try Self.values(member.value, of: option)
    }
    return given
  }

  private static func values(
    _ value: JSONValue, of option: OptionSpecification
  ) throws(ValueFault) -> [Invocation.GivenOption] {
    guard option.takesValue else {
      guard let flag = value.flag else { throw ValueFault(message: "'\(option.name)' must be true or false") }
      return flag ? [Invocation.GivenOption(name: option.name, value: nil, variable: "--config")] : []
    }
    var given: [Invocation.GivenOption] = []
    for element in option.isRepeatable ? value.elements ?? [value] : [value] {
      let text: String
      switch element {
      case .string(let string): text = string
      case .integer(let integer): text = String(integer)
      case .number(let number): text = NumberText.shortest(number)
      default: throw ValueFault(message: "'\(option.name)' must be a string or a number")
      }
      do {
        try option.check(text)
      } catch {
        throw ValueFault(message: "'\(option.name)': '\(Shown.text(text))' \(error.message)")
      }
      given.append(Invocation.GivenOption(name: option.name, value: text, variable: "--config"))
    }
    return given
  }
}
