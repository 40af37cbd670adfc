internal import MusterJSON
internal import MusterValues

/// A client of Amazon Location's API. Every call blocks.
struct LocationClient: Sendable {
  let transport: any HTTPTransport
  let signer: any RequestSigner
  let now: @Sendable () -> Timestamp

  /// Sends a request and returns the answer's body; an empty one reads as `{}`.
  @discardableResult
  func call(_ operation: LocationOperation) throws(CommandFailure) -> JSONValue {
    var call = HTTPCall(method: operation.method, target: operation.path)
    if let body = operation.body {
      call.headers = [HTTPCall.Header(name: "Content-Type", value: "application/json")]
      call.body = body.encoded
    }
    let answer = try transport.send(try signer.sign(call, host: transport.host, at: now()))
    guard (200..<300).contains(answer.status) else { throw ServiceFailure(answer).failure(of: operation.name) }
    return try Self.decode(answer.body, of: operation.name)
  }

  /// Calls page after page and hands each one over.
  func pages(
    _ operation: (_ next: String?) -> LocationOperation, visit: (JSONValue) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    var next: String?
    repeat {
      let page = try call(operation(next))
      try visit(page)
      let following = page["NextToken"]?.text
      if let following, let next, following.utf8.elementsEqual(next.utf8) {
        throw CommandFailure(.unexpectedAnswer, "the server gave the same page token twice")
      }
      next = following
    } while next != nil
  }

  /// The elements of the member `name` of every page.
  func elements(
    _ name: String, _ operation: (_ next: String?) -> LocationOperation
  ) throws(CommandFailure) -> [JSONValue] {
    var all: [JSONValue] = []
    try pages(operation) { (page) throws(CommandFailure) in all += page[name]?.elements ?? [] }
    return all
  }

  static func decode(_ body: [UInt8], of name: String) throws(CommandFailure) -> JSONValue {
    guard !body.isEmpty else { return .object([]) }
    do {
      return try JSON.parse(body)
    } catch {
      throw CommandFailure(.unexpectedAnswer, "\(name): the answer is not JSON", details: "\(error)")
    }
  }
}
