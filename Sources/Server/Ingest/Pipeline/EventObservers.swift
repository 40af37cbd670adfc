internal import MusterRuntime

/// Who wants to know that the event log grew.
final class EventObservers: Sendable {
  private struct State {
    var next = 0
    var wakes: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Locked(State())

  func add(_ wake: @escaping @Sendable () -> Void) -> EventObservation {
    let number = state.withLock { state in
      state.next += 1
      state.wakes[state.next] = wake
      return state.next
    }
    return EventObservation { [weak self] in
      self?.state.withLock { _ = $0.wakes.removeValue(forKey: number) }
    }
  }

  func wake() {
    let wakes = state.withLock { Array($0.wakes.values) }
    for wake in wakes { wake() }
  }
}
