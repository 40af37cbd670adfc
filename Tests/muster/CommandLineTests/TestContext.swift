import MusterRuntime
import MusterValues
import Testing

@testable import MusterCommandLine

/// A command's surroundings without terminal, files, clock or network.
final class TestContext: Sendable {
  private struct State {
    var output: [UInt8] = []
    var error: [UInt8] = []
    var written: [String: [UInt8]] = [:]
    var now = Timestamp(milliseconds: 1_700_000_000_000)
  }

  private let state = Locked(State())
  let interruption = Interruption()
  let transport: TestTransport
  let environment: [String: String]
  let files: [String: String]

  init(
    environment: [String: String] = ["AWS_ACCESS_KEY_ID": "AKIATEST", "AWS_SECRET_ACCESS_KEY": "secret"],
    files: [String: String] = [:], transport: TestTransport = TestTransport { _ in .json("{}") }
  ) {
    self.environment = environment
    self.files = files
    self.transport = transport
  }

  var output: String { String(decoding: state.withLock { $0.output }, as: UTF8.self) }
  var error: String { String(decoding: state.withLock { $0.error }, as: UTF8.self) }

  /// The bytes that were written to a file.
  func written(_ path: String) -> [UInt8]? { state.withLock { $0.written[path] } }

  var context: CommandContext {
    let console = Console(
      output: { [self] bytes in
        state.withLock { $0.output += bytes }
        return true
      },
      error: { [self] bytes in
        state.withLock { $0.error += bytes }
        return true
      }, isOutputTerminal: false, isErrorTerminal: false, columns: 80, usesColour: false)
    return CommandContext(
      console: console, environment: environment, now: { [self] in state.withLock { $0.now } },
      interruption: interruption,
      read: { [files] (path) throws(CommandFailure) in
        guard let text = files[path] else { throw CommandFailure(.file, "can't read \(path)") }
        return Array(text.utf8)
      },
      write: { [self] (path, bytes) throws(CommandFailure) in state.withLock { $0.written[path] = bytes } },
      connect: { [transport] (_) throws(CommandFailure) in transport },
      sign: { credentials, region in TestSigner(text: "\(credentials.accessKey)/\(region)") },
      secondsFromGreenwich: { _ in 3600 }, catchSignals: { _ in })
  }

  func run(_ arguments: String...) -> ExitCode { run(arguments) }
  @discardableResult func run(_ arguments: [String]) -> ExitCode { runMuster(arguments: arguments, context: context) }
}

struct TestSigner: RequestSigner {
  let text: String

  func sign(_ call: HTTPCall, host: String, at moment: Timestamp) throws(CommandFailure) -> HTTPCall {
    var signed = call
    signed.headers.append(HTTPCall.Header(name: "Authorization", value: text))
    return signed
  }
}

/// Answers from a function and remembers what was asked.
final class TestTransport: HTTPTransport {
  let host = "test:8080"
  private let answer: @Sendable (HTTPCall) throws(CommandFailure) -> HTTPAnswer
  private let asked = Locked<[HTTPCall]>([])

  init(_ answer: @escaping @Sendable (HTTPCall) throws(CommandFailure) -> HTTPAnswer) { self.answer = answer }

  var calls: [HTTPCall] { asked.withLock { $0 } }

  func send(_ call: HTTPCall) throws(CommandFailure) -> HTTPAnswer {
    asked.withLock { $0.append(call) }
    return try answer(call)
  }

  /// Hands a successful answer's body over in pieces of 7 bytes.
  func stream(_ call: HTTPCall, receive: @escaping @Sendable ([UInt8]) -> Bool) throws(CommandFailure) -> HTTPAnswer {
    let answer = try send(call)
    guard answer.status == 200 else { return answer }
    for start in stride(from: 0, to: answer.body.count, by: 7) {
      let piece = Array(answer.body[start..<min(start + 7, answer.body.count)])
      guard receive(piece) else { break }
    }
    return answer
  }
}

extension HTTPAnswer {
  static func json(_ text: String, status: Int = 200, type: String? = nil) -> HTTPAnswer {
    HTTPAnswer(
      status: status, headers: type.map { [HTTPCall.Header(name: "x-amzn-ErrorType", value: $0)] } ?? [],
      body: Array(text.utf8))
  }
}

extension HTTPCall {
  var text: String { String(decoding: body, as: UTF8.self) }
}
