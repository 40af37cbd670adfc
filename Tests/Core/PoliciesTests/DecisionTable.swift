import Foundation
import MusterJSON
import Policies

/// A decision of a table, or one that the plain evaluator made.
struct ExpectedDecision: CustomStringConvertible {
  let place: String
  let policy: String
  let request: PolicyRequest
  /// `allow`, `refuse` or `none`.
  let expected: String

  var description: String { "\(place): \(expected) \(request.action) \(request.resource)" }

  func decided() throws -> String {
    let document = try PolicyDocument(JSON.parse(policy))
    return switch PolicySet([NamedPolicy("p", document)]).decide(request) {
    case .allowed: "allow"
    case .deniedExplicitly: "refuse"
    case .deniedByDefault: "none"
    case .deniedByCap(let name): "cap \(name)"
    }
  }
}

/// The tables in `Decisions`: blocks of where a policy is from, the policy, and requests.
enum DecisionTable {
  struct Unreadable: Error { let place: String }

  static func read() throws -> [ExpectedDecision] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Decisions")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.sorted { $0.path < $1.path }.flatMap(read)
  }

  private static func read(_ file: URL) throws -> [ExpectedDecision] {
    var decisions: [ExpectedDecision] = []
    var (source, policy) = ("", "")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let words = line.split(separator: " ").map(String.init)
      if line.hasPrefix("from: ") {
        source = String(line.dropFirst(6))
      } else if line.hasPrefix("{") {
        policy = String(line)
      } else if let expected = words.first, ["allow", "refuse", "none"].contains(expected), words.count >= 3 {
        let context = words[3...].map { pair in
          let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          return (ContextKey(String(parts[0])), parts[1].split(separator: "|").map(String.init))
        }
        decisions.append(
          ExpectedDecision(
            place: "\(file.lastPathComponent):\(number + 1), \(source)", policy: policy,
            request: PolicyRequest(action: words[1], resource: words[2], context: PolicyContext(context)),
            expected: expected))
      } else if !line.isEmpty, !line.hasPrefix("#") {
        throw Unreadable(place: "\(file.lastPathComponent):\(number + 1)")
      }
    }
    return decisions
  }
}
