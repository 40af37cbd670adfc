import MusterHTTPServer
import MusterRuntime

/// A stream whose pieces the test pushes.
final class TestStream: HTTPStreamSource {
  struct State {
    var pieces: [HTTPStreamChunk] = []
    var wake: (@Sendable () -> Void)?
    var asked = 0
    var cancellations = 0
  }

  let state = Locked(State())

  func next(maximum: Int) -> HTTPStreamChunk {
    state.withLock { state in
      state.asked += 1
      return state.pieces.isEmpty ? .wait : state.pieces.removeFirst()
    }
  }

  func attach(wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  func cancelled() { state.withLock { $0.cancellations += 1 } }

  func push(_ chunk: HTTPStreamChunk) {
    let wake = state.withLock { state in
      state.pieces.append(chunk)
      return state.wake
    }
    wake?()
  }

  func push(_ text: String) { push(.bytes(Array(text.utf8))) }

  var isWaiting: Bool { state.withLock { $0.asked > 0 && $0.pieces.isEmpty } }
  var cancellations: Int { state.withLock { $0.cancellations } }
}
