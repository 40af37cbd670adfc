internal import MusterValues

/// A request as it goes out: `target` is percent-encoded and is sent as it stands.
struct HTTPCall: Equatable, Sendable {
  struct Header: Equatable, Sendable {
    let name: String
    let value: String
  }

  var method: String
  var target: String
  var headers: [Header] = []
  var body: [UInt8] = []
}

struct HTTPAnswer: Equatable, Sendable {
  let status: Int
  let headers: [HTTPCall.Header]
  let body: [UInt8]

  /// The first value of a header; names are compared without case.
  func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
}

/// The wire to one server.
protocol HTTPTransport: Sendable {
  /// `HOST[:PORT]` as it stands in the Host header, which is signed.
  var host: String { get }

  func send(_ call: HTTPCall) throws(CommandFailure) -> HTTPAnswer

  /// Reads a successful answer piece by piece until it ends or `receive` returns false; any other is returned whole.
  func stream(
    _ call: HTTPCall, receive: @escaping @Sendable ([UInt8]) -> Bool
  ) throws(CommandFailure) -> HTTPAnswer
}

/// Adds what authenticates a request.
protocol RequestSigner: Sendable {
  func sign(_ call: HTTPCall, host: String, at moment: Timestamp) throws(CommandFailure) -> HTTPCall
}
