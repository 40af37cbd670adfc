internal import CMicroHTTPD
internal import Glibc
internal import MusterRuntime

/// One connection of a client: reads requests for the handler and carries its replies back.
///
/// What is not under `state` is touched only by the library's thread that serves the connection. Suspending and
/// resuming happen under the lock, together with the state that says so: the library aborts the process when it is
/// stopped while a connection is suspended, and forgets a closed connection's handle. It takes no lock of ours.
final class HTTPConnection: @unchecked Sendable {
  private enum Stage { case head, body, dispatched }

  let shared: ServerShared
  let peer: PeerAddress
  private let handle: OpaquePointer
  private let socket: Int32
  private let isTLS: Bool
  private let state: Locked<ConnectionState>

  private var stage = Stage.head
  private var target: [UInt8] = []
  private var method = ""
  private var headers = HTTPHeaders()
  private var body: BodyCollector?
  private var requestID = ""
  /// Rounds of the housekeeper in which the client could send no more; under `state`'s lock.
  private var ticksStuck = 0

  init(shared: ServerShared, peer: PeerAddress, handle: OpaquePointer, socket: Int32) {
    self.shared = shared
    self.peer = peer
    self.handle = handle
    self.socket = socket
    isTLS = shared.configuration.tls != nil
    let patience = min(shared.configuration.firstRequestTimeout, shared.configuration.idleTimeout)
    state = Locked(ConnectionState(deadline: shared.deadline(in: patience)))
  }

  private var sendDeadline: UInt64 { shared.deadline(in: shared.configuration.sendTimeout) }

  // MARK: Called by the library's thread

  /// The request line has come.
  func begin(target: [UInt8]) {
    self.target = target
    stage = .head
    let deadline = shared.deadline(in: shared.configuration.requestTimeout)
    state.withLock { $0.begin(deadline: deadline) }
  }

  /// The head has not been received.
  var isNew: Bool { stage == .head }

  /// The head is complete. False: close the connection.
  func receiveHead(method: UnsafePointer<CChar>, isHTTP11: Bool) -> Bool {
    stage = .body
    requestID = shared.makeIdentifier()
    self.method = String(cString: method)
    headers = HTTPHeaders()
    headers.reserveCapacity(fields: 16, bytes: 512)
    withUnsafeMutablePointer(to: &headers) { pointer in
      _ = muster_http_each_header(
        handle,
        { context, _, name, nameSize, value, valueSize in
          if let headers = context?.assumingMemoryBound(to: HTTPHeaders.self) {
            headers.pointee.append(
              name: UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : nameSize),
              value: UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize))
          }
          return muster_http_yes()
        }, pointer)
    }
    let parts = HTTPTarget(target)
    guard parts.isWellFormed else { return refuse(.refusal(status: 400, "The request target is malformed")) }
    switch RequestFraming(headers: headers, isHTTP11: isHTTP11) {
    case .none: body = nil
    case .refused(let status, let message): return refuse(.refusal(status: status, message))
    case .chunked: body = collector(declared: nil, parts)
    case .declared(let length):
      let collector = collector(declared: length, parts)
      guard length <= collector.limit else { return refuse(HTTPConnection.tooLarge) }
      body = collector
    }
    return true
  }

  private func collector(declared: Int?, _ parts: HTTPTarget) -> BodyCollector {
    let limit = shared.handler.bodyLimit(method: method, path: parts.bytes[parts.path])
    return BodyCollector(
      limit: max(0, min(limit, shared.configuration.bodyLimit)), declared: declared, budget: shared.bodies)
  }

  /// A piece of the body. False: close the connection.
  func receiveBody(_ buffer: UnsafeRawBufferPointer) -> Bool {
    guard body != nil else { return false }
    return body?.append(buffer) ?? false
  }

  /// The request is complete, or a suspended connection goes on. False: close the connection.
  func advance() -> Bool {
    switch stage {
    case .head: return false
    case .body:
      switch body?.refusal {
      case .tooLarge: return refuse(HTTPConnection.tooLarge)
      case .outOfMemory: return refuse(HTTPConnection.outOfMemory)
      case nil: return dispatch()
      }
    case .dispatched:
      let deadline = sendDeadline
      guard let reply = state.withLock({ $0.takeReply(sendDeadline: deadline) }) else { return false }
      return send(reply)
    }
  }

  private func dispatch() -> Bool {
    stage = .dispatched
    let exchange = state.withLock { $0.handle() }
    let request = HTTPRequest(
      method: method, target: target, headers: headers, body: body?.bytes ?? [], peerAddress: peer.text, isTLS: isTLS,
      id: requestID)
    shared.handler.handle(request, reply: HTTPReplier(self, exchange: exchange))
    let replyDeadline = shared.deadline(in: shared.configuration.replyTimeout)
    let sendDeadline = sendDeadline
    let next = state.withLock { state in
      let next = state.handled(replyDeadline: replyDeadline, sendDeadline: sendDeadline)
      if case .suspend = next { MHD_suspend_connection(handle) }
      return next
    }
    switch next {
    case .suspend: return true
    case .send(let reply): return send(reply)
    }
  }

  /// The reply has been sent, or never will be.
  func complete() {
    body?.release()
    body = nil
    headers = HTTPHeaders()
    let deadline = shared.deadline(in: shared.configuration.idleTimeout)
    if let unsent = state.withLock({ $0.complete(deadline: deadline) }) { HTTPConnection.discard(unsent) }
  }

  /// The socket is about to be closed.
  func close() {
    state.withLock { $0.close() }
  }

  // MARK: Sending

  private func refuse(_ response: HTTPResponse) -> Bool {
    let deadline = sendDeadline
    state.withLock { $0.refuse(sendDeadline: deadline) }
    return writer.queue(response, closes: true)
  }

  private func send(_ reply: HTTPReply) -> Bool {
    switch reply {
    case .response(let response): return writer.queue(response, closes: false)
    case .stream(let status, let headers, let source):
      guard shared.streams.take(1) else {
        source.cancelled()
        return writer.queue(HTTPConnection.tooManyStreams, closes: false)
      }
      let exchange = state.withLock { state in
        state.beginStream()
        return state.exchange
      }
      source.attach { [weak self] in self?.wake(exchange: exchange) }
      return writer.queue(status: status, headers: headers, StreamReader(source: source, connection: self))
    }
  }

  private var writer: ResponseWriter {
    ResponseWriter(
      handle: handle, requestID: requestID, isDraining: shared.isDraining.isSet, logger: shared.logger)
  }

  private static func discard(_ reply: HTTPReply) {
    if case .stream(_, _, let source) = reply { source.cancelled() }
  }

  private static let tooLarge = HTTPResponse.refusal(status: 413, "The request body is too large")
  private static let outOfMemory = HTTPResponse.refusal(
    status: 503, "Too many request bodies at once", headers: [("Retry-After", "1")])
  private static let tooManyStreams = HTTPResponse.refusal(
    status: 503, "Too many open streams", headers: [("Retry-After", "5")])

  // MARK: Streams, called by the library's thread

  /// Non-nil: the stream is to end so, and its source not to be asked.
  func askSource() -> ConnectionState.StreamEnd? {
    state.withLock { $0.askSource() }
  }

  /// The source had nothing. Non-nil: the stream is to end so; else the connection has been suspended.
  func pauseStream() -> ConnectionState.StreamEnd? {
    let nextLook = shared.deadline(in: HTTPConnection.lookInterval)
    return state.withLock { state in
      switch state.pauseStream(nextLook: nextLook) {
      case .end(let end): return end
      case .suspend: MHD_suspend_connection(handle)
      case .suspendAndResume:
        // Other connections get their turn before this one is asked again.
        MHD_suspend_connection(handle)
        MHD_resume_connection(handle)
      }
      return nil
    }
  }

  /// Seconds between two looks whether a waiting stream's client is still there.
  private static let lookInterval = 1.0

  // MARK: Called by any thread

  func accept(_ reply: HTTPReply, exchange: UInt64) {
    let verdict = state.withLock { state in
      let verdict = state.accept(reply, exchange: exchange)
      if verdict == .resume { MHD_resume_connection(handle) }
      return verdict
    }
    if verdict == .tooLate { HTTPConnection.discard(reply) }
  }

  private func wake(exchange: UInt64) {
    state.withLock { if $0.wake(exchange: exchange) { MHD_resume_connection(handle) } }
  }

  /// Time has passed: enforces deadlines and looks for vanished clients.
  func tick(now: UInt64) {
    state.withLock { state in
      switch state.expire(now: now, nextLook: shared.deadline(in: HTTPConnection.lookInterval)) {
      case .none: break
      case .close: shutdown(socket, Int32(SHUT_RDWR))
      case .resume: MHD_resume_connection(handle)
      case .lookAtSocket:
        if muster_peer_has_gone(socket) != 0, state.endStream(.clientGone) { MHD_resume_connection(handle) }
      }
      // The library waits for the rest of a body even when the client can send no more.
      let isStuck = state.phase == .receiving && muster_peer_has_finished(socket) != 0
      ticksStuck = isStuck ? ticksStuck + 1 : 0
      if ticksStuck == HTTPConnection.patience { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }

  /// Rounds after which half a request whose client has gone is given up: long enough for bytes that were read just now to
  /// be looked at.
  private static let patience = 20

  /// Ends what would not end by itself. True while a request is in progress.
  func drain(givesUpWaiting: Bool) -> Bool {
    state.withLock { state in
      if state.phase == .idle { shutdown(socket, Int32(SHUT_RDWR)) }
      if state.endStream(.serverStops) || (givesUpWaiting && state.giveUpWaiting()) { MHD_resume_connection(handle) }
      return state.isBusy
    }
  }

  /// The server is about to stop: from now on the connection is not suspended.
  func stop() {
    state.withLock { if $0.stop() { MHD_resume_connection(handle) } }
  }
}
