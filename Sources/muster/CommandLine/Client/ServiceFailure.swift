internal import MusterJSON
internal import MusterValues

/// What a server says of a request that it refused.
struct ServiceFailure: Equatable, Sendable {
  let status: Int
  /// The exception's name, or empty.
  let type: String
  let message: String
  /// `field: fault` of each broken constraint.
  let fields: [String]

  init(_ answer: HTTPAnswer) {
    status = answer.status
    let body = (try? JSON.parse(answer.body)) ?? .null
    let named = answer.header("x-amzn-errortype") ?? body["__type"]?.text ?? ""
    // `Name`, `Name:uri` or `prefix#Name`.
    let short = named.split(separator: ":").first?.split(separator: "#").last ?? ""
    type = Shown.text(String(short), limit: 100)
    message = Shown.text(body["message"]?.text ?? body["Message"]?.text ?? "", limit: 500)
    let said = message
    // Services repeat a single fault in the message: it is not said twice.
    fields = (body["fieldList"]?.elements ?? []).prefix(20)
      .map { Shown.text("\($0["name"]?.text ?? "?"): \($0["message"]?.text ?? "")", limit: 300) }
      .filter { !said.contains($0) }
  }

  func failure(of operation: String) -> CommandFailure {
    var line = operation + ": " + (type.isEmpty ? "status \(status)" : type)
    if !message.isEmpty { line += ": " + message }
    if !fields.isEmpty { line += " (" + fields.joined(separator: "; ") + ")" }
    return CommandFailure(.refused, line, hint: hint, details: "status \(status)")
  }

  private var hint: String? {
    switch status {
    case 403: "Check --credentials, --region and this machine's clock."
    case 429, 503: "The server is busy or not ready; try again."
    default: nil
    }
  }
}
