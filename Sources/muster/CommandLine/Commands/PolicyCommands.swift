internal import MusterJSON
internal import Policies

/// The rows of `muster policy`.
enum PolicyCommands {
  static let specification = CommandSpecification(
    group: "policy", summary: "Check IAM policies and ask what they decide",
    discussion: """
      Both commands read files and need no server. They tell what a policy of Amazon's form says; this server does not yet \
      hold policies.
      """,
    examples: [.init("muster policy check guest.json")],
    subcommands: [PolicyCheckCommand.specification, PolicyExplainCommand.specification])
}

extension CommandContext {
  /// Reads a policy document; `-` is standard input.
  func policy(_ file: String, kind: PolicyDocument.Kind = .identity) throws(CommandFailure) -> PolicyDocument {
    let shown = Shown.text(file)
    let bytes = try read(file == "-" ? "/dev/stdin" : file)
    do {
      return try PolicyDocument(JSON.parse(bytes), kind: kind)
    } catch let fault as JSONError {
      throw CommandFailure(.policy, "\(shown): \(Self.place(fault.offset, in: bytes)): \(fault)")
    } catch {
      throw CommandFailure(.policy, "\(shown): \(error)")
    }
  }

  private static func place(_ offset: Int, in bytes: [UInt8]) -> String {
    let before = bytes.prefix(offset)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let column = offset - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
    return "line \(line), column \(column)"
  }
}
