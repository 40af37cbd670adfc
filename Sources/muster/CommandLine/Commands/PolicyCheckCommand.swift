internal import MusterValues
internal import Policies

/// `muster policy check FILE...`
struct PolicyCheckCommand: Command, Equatable {
  private static let files = Operand(
    "FILE", .file, help: "Policy documents in JSON; - is standard input.", arity: .oneOrMore)
  private static let trust = Flag("trust", help: "They say who may take on a role, and hold Principal.")

  static let specification = CommandSpecification(
    "check", summary: "Check policy documents, and tell where they are wrong",
    discussion: "Every file is looked at; the command ends with status 1 when any can't be used.",
    operands: [files.specification], options: [trust.specification, GeneralOptions.json.specification],
    examples: [.init("muster policy check guest.json member.json")],
    make: { (invocation) throws(UsageError) in PolicyCheckCommand(invocation) })

  let files: [String]
  let isTrust: Bool
  let isJSON: Bool

  init(_ invocation: Invocation) {
    files = invocation.values(Self.files)
    isTrust = invocation.has(Self.trust)
    isJSON = invocation.has(GeneralOptions.json)
  }

  func run(_ context: CommandContext) throws(CommandFailure) -> ExitCode {
    var checked: [JSONValue] = []
    var isFine = true
    for file in files {
      var result: [JSONValue.Member] = [.init("File", .string(file))]
      do throws(CommandFailure) {
        let count = try context.policy(file, kind: isTrust ? .trust : .identity).statements.count
        result += [.init("Valid", true), .init("Statements", .integer(Int64(count)))]
        if !isJSON { context.console.print("\(Shown.text(file)): fine, \(count) statement\(count == 1 ? "" : "s")") }
      } catch {
        isFine = false
        result += [.init("Valid", false), .init("Message", .string(error.message))]
        if !isJSON { context.console.writeError(error.message + "\n") }
      }
      checked.append(.object(result))
    }
    if isJSON { context.console.print(JSONValue.object([.init("Policies", .array(checked))]).encodedText) }
    return isFine ? .success : .failure
  }
}
