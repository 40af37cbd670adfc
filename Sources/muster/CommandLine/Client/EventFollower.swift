internal import MusterRuntime
internal import MusterValues

/// Follows a server's event stream, over broken connections, without repeats.
final class EventFollower: Sendable {
  private struct State {
    var position: EventStart
    var recent = RecentIdentifiers(capacity: 65_536)
    var parser = ServerSentEventParser()
    var failures = 0
    var isDone = false
    var isConnected = false
    var failure: CommandFailure?
  }

  private let client: LocationClient
  private let context: CommandContext
  private let state: Locked<State>
  private let onConnect: @Sendable () -> Void

  /// - Parameter onConnect: runs once, when the server has answered for the first time.
  init(
    client: LocationClient, start: EventStart, context: CommandContext, onConnect: @escaping @Sendable () -> Void = {}
  ) {
    self.client = client
    self.context = context
    self.onConnect = onConnect
    state = Locked(State(position: start))
  }

  /// Follows on a thread of its own until `onEvent` returns false or the program is interrupted.
  func runUntilInterrupted(
    onEvent: @escaping @Sendable (LocationEvent) -> Bool
  ) throws(CommandFailure) -> ExitCode {
    start(onEvent: onEvent) { [context] in context.interruption.raise() }
    while !context.interruption.wait(milliseconds: 3_600_000) {}
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return .success
  }

  /// Follows on a thread of its own; `onEnd` runs when that thread ends.
  func start(onEvent: @escaping @Sendable (LocationEvent) -> Bool, onEnd: @escaping @Sendable () -> Void) {
    BackgroundThread.start("muster-events") { [self] in
      follow(onEvent)
      onEnd()
    }
  }

  /// Whether the server has answered: from here on every event is seen.
  var isConnected: Bool { state.withLock { $0.isConnected } }

  /// What ended the following, if it was a failure.
  var failure: CommandFailure? { state.withLock { $0.failure } }

  private func follow(_ onEvent: @escaping @Sendable (LocationEvent) -> Bool) {
    while !context.interruption.hasHappened {
      var broken = "the connection ended"
      do {
        let answer = try connect(onEvent)
        if !(200..<300).contains(answer.status) {
          let failure = ServiceFailure(answer).failure(of: "events")
          // Asking again won't help, except when the server is busy or restarting.
          guard answer.status >= 500 || answer.status == 429 else { return end(failure) }
          broken = failure.message
        }
      } catch {
        guard error.code == .unreachable else { return end(error) }
        broken = error.message
      }
      if state.withLock({ $0.isDone }) { return }
      pause(after: broken)
    }
  }

  private func end(_ failure: CommandFailure) { state.withLock { $0.failure = failure } }

  private func connect(_ onEvent: @escaping @Sendable (LocationEvent) -> Bool) throws(CommandFailure) -> HTTPAnswer {
    let start = state.withLock { state in
      state.parser = ServerSentEventParser()
      return state.position
    }
    var call = HTTPCall(method: "GET", target: "/muster/v1/events?" + start.query)
    call.headers = [HTTPCall.Header(name: "Accept", value: "text/event-stream")]
    let signed = try client.signer.sign(call, host: client.transport.host, at: client.now())
    return try client.transport.stream(signed) { [self] bytes in take(bytes, onEvent) }
  }

  /// False ends the stream.
  private func take(_ bytes: [UInt8], _ onEvent: (LocationEvent) -> Bool) -> Bool {
    let isFirst = state.withLock { state in
      defer { state.isConnected = true }
      return !state.isConnected
    }
    if isFirst { onConnect() }
    let events = state.withLock { state in
      state.failures = 0
      return state.parser.take(bytes).filter { message in
        guard !message.id.isEmpty else { return true }
        state.position = .after(message.id)
        return state.recent.insert(Identifier(message.id))
      }
    }
    for message in events {
      guard let event = LocationEvent(json: message.data) else { continue }
      guard onEvent(event) else {
        state.withLock { $0.isDone = true }
        return false
      }
    }
    return !context.interruption.hasHappened
  }

  /// Waits longer after each failure in a row: 0.25 s, 0.5 s ... 5 s.
  private func pause(after message: String) {
    let failures = state.withLock { state in
      state.failures = min(state.failures + 1, 16)
      return state.failures
    }
    if failures == 2 { context.console.report("muster: \(message); trying again") }
    context.interruption.wait(milliseconds: min(250 << Int64(min(failures - 1, 5)), 5000))
  }
}
