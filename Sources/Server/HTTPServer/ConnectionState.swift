/// Where one connection stands, as a state machine: events in, what to do out. It touches neither socket nor library.
///
/// Exchanges (a request and its reply) are numbered, so that a reply or a wake-up that comes too late is known as such.
struct ConnectionState {
  enum Phase: Equatable, Sendable {
    /// Between requests: before the first line of the next one.
    case idle
    /// The head or the body is on its way.
    case receiving
    /// The handler has been called and has not returned.
    case handling
    /// The handler returned without a reply; the connection is suspended.
    case waiting
    /// A reply has been accepted or is being sent.
    case replying
    /// A stream is being sent.
    case streaming
    /// The stream's source had nothing; the connection is suspended.
    case streamWaiting
    /// The socket is about to be closed, or is.
    case closed
  }

  /// How a stream is to end before its source says so.
  enum StreamEnd: Equatable, Sendable { case clientGone, serverStops }

  enum ReplyVerdict: Equatable, Sendable { case tooLate, kept, resume }
  enum AfterHandler { case send(HTTPReply), suspend }
  enum StreamPause: Equatable, Sendable { case suspend, suspendAndResume, end(StreamEnd) }
  enum Expiry: Equatable, Sendable { case none, close, resume, lookAtSocket }

  private(set) var phase = Phase.idle
  private(set) var exchange: UInt64 = 0
  private(set) var deadline: UInt64
  private var reply: HTTPReply?
  private var wakePending = false
  private var streamEnd: StreamEnd?
  private var isStopping = false

  init(deadline: UInt64) { self.deadline = deadline }

  /// The library waits for its thread to be told to go on.
  var isSuspended: Bool { phase == .waiting || phase == .streamWaiting }

  /// A request is in progress.
  var isBusy: Bool { phase != .idle && phase != .closed }

  /// The first line of a request has come.
  mutating func begin(deadline: UInt64) {
    exchange &+= 1
    phase = .receiving
    self.deadline = deadline
    reply = nil
    wakePending = false
    streamEnd = nil
  }

  /// The handler is about to be called. Returns the exchange's number.
  mutating func handle() -> UInt64 {
    phase = .handling
    return exchange
  }

  /// A reply was given, on whatever thread. After `resume` the connection must be resumed.
  mutating func accept(_ reply: HTTPReply, exchange: UInt64) -> ReplyVerdict {
    guard exchange == self.exchange, self.reply == nil, phase == .handling || phase == .waiting else { return .tooLate }
    self.reply = reply
    guard phase == .waiting else { return .kept }
    phase = .replying
    return .resume
  }

  /// The handler returned.
  mutating func handled(replyDeadline: UInt64, sendDeadline: UInt64) -> AfterHandler {
    if let reply = takeReply(sendDeadline: sendDeadline) { return .send(reply) }
    if isStopping {
      phase = .replying
      return .send(.response(ConnectionState.noReply))
    }
    phase = .waiting
    deadline = replyDeadline
    return .suspend
  }

  /// The reply to send, if there is one.
  mutating func takeReply(sendDeadline: UInt64) -> HTTPReply? {
    guard let reply else { return nil }
    self.reply = nil
    phase = .replying
    deadline = sendDeadline
    return reply
  }

  /// The server answers by itself, before or instead of the handler.
  mutating func refuse(sendDeadline: UInt64) {
    phase = .replying
    deadline = sendDeadline
  }

  mutating func beginStream() { phase = .streaming }

  /// The source is about to be asked. Non-nil: don't; end the stream so.
  mutating func askSource() -> StreamEnd? {
    wakePending = false
    if streamEnd == nil, isStopping { streamEnd = .serverStops }
    return streamEnd
  }

  /// The source had nothing.
  mutating func pauseStream(nextLook: UInt64) -> StreamPause {
    if isStopping, streamEnd == nil { streamEnd = .serverStops }
    if let streamEnd { return .end(streamEnd) }
    if wakePending {
      wakePending = false
      return .suspendAndResume
    }
    phase = .streamWaiting
    deadline = nextLook
    return .suspend
  }

  /// The source has something. True: resume the connection.
  mutating func wake(exchange: UInt64) -> Bool {
    guard exchange == self.exchange else { return false }
    if phase == .streamWaiting {
      phase = .streaming
      return true
    }
    wakePending = true
    return false
  }

  /// The stream must end. True: resume the connection.
  mutating func endStream(_ end: StreamEnd) -> Bool {
    guard phase == .streaming || phase == .streamWaiting else { return false }
    if streamEnd == nil { streamEnd = end }
    guard phase == .streamWaiting else { return false }
    phase = .streaming
    return true
  }

  /// Time passes. `close`: shut the socket; `resume`: a 503 has been put in the reply's place.
  mutating func expire(now: UInt64, nextLook: UInt64) -> Expiry {
    guard now >= deadline else { return .none }
    switch phase {
    case .idle, .receiving, .replying:
      deadline = .max
      return .close
    case .waiting: return giveUpWaiting() ? .resume : .none
    case .streamWaiting:
      deadline = nextLook
      return .lookAtSocket
    case .handling, .streaming, .closed: return .none
    }
  }

  /// Answers 503 in place of a reply that has not come. True: resume the connection.
  mutating func giveUpWaiting() -> Bool {
    guard phase == .waiting else { return false }
    reply = .response(ConnectionState.noReply)
    phase = .replying
    return true
  }

  /// From now on nothing suspends the connection. True: resume it.
  mutating func stop() -> Bool {
    isStopping = true
    return giveUpWaiting() || endStream(.serverStops)
  }

  /// The exchange is over. Returns a reply that was never sent.
  mutating func complete(deadline: UInt64) -> HTTPReply? {
    defer { reply = nil }
    // The number moves on, so that a late reply or wake-up can't meet the next request.
    exchange &+= 1
    phase = .idle
    self.deadline = deadline
    return reply
  }

  mutating func close() { phase = .closed }

  private static let noReply = HTTPResponse.refusal(
    status: 503, "The request was not answered in time", headers: [("Retry-After", "1")])
}
