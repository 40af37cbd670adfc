internal import CMicroHTTPD
internal import Glibc
internal import MusterRuntime

/// Accepts connections on a thread of its own, refuses those beyond the limits, and deals the rest out in turn.
final class Acceptor: Sendable {
  private let shared: ServerShared
  private let listener: ListenSocket
  private let daemons: [Daemon]
  private let thread = ServerThread()
  /// Written to, to end the wait for connections.
  private let wakeDescriptor: Int32

  /// - Throws: `systemFailure` without a free descriptor.
  init(shared: ServerShared, listener: ListenSocket, daemons: [Daemon]) throws(HTTPServerError) {
    self.shared = shared
    self.listener = listener
    self.daemons = daemons
    wakeDescriptor = muster_event_make()
    guard wakeDescriptor >= 0 else { throw HTTPServerError(.systemFailure, "no descriptor is left") }
    thread.start("muster-accept") { [self] thread in run(thread) }
  }

  deinit { close(wakeDescriptor) }

  /// Closes the listening socket: later connections are refused by the system.
  func stop() {
    thread.ask()
    muster_event_signal(wakeDescriptor)
    thread.join()
  }

  private func run(_ thread: ServerThread) {
    var turn = 0
    while !thread.isAskedToStop {
      var waits = [
        pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&waits, 2, -1)
      // A bounded number at a time, so that a flood of connections can't keep the thread from stopping.
      for _ in 0..<256 {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let socket = muster_accept(listener.descriptor, &address, &length)
        if socket < 0 {
          if isExhausted(errno) {
            shared.logger.error("connections wait: the process has too many open files or too little memory")
            _ = thread.pause(seconds: 0.1)
          }
          break
        }
        turn &+= 1
        take(socket, address, length, daemons[turn % daemons.count])
      }
    }
    close(listener.descriptor)
  }

  private func isExhausted(_ number: Int32) -> Bool {
    number == EMFILE || number == ENFILE || number == ENOBUFS || number == ENOMEM
  }

  private func take(_ socket: Int32, _ address: sockaddr_storage, _ length: socklen_t, _ daemon: Daemon) {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard let peer = PeerAddress(address) else {
          close(socket)
          return
        }
        switch shared.admission.withLock({ $0.admit(peer.key) }) {
        case .tooMany: refuse(socket, "503 Service Unavailable")
        case .tooManyOfPeer: refuse(socket, "429 Too Many Requests")
        case .admitted:
          if !daemon.add(socket, address, length) { shared.admission.withLock { $0.release(peer.key) } }
        }
      }
    }
  }

  /// Says why and closes; a TLS client just sees the connection closed.
  private func refuse(_ socket: Int32, _ status: String) {
    if shared.configuration.tls == nil {
      let text = """
        HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nx-amzn-RequestId: \(shared.makeIdentifier())\r\n\
        Retry-After: 1\r\nContent-Length: 34\r\nConnection: close\r\n\r\n{"message":"Too many connections"}
        """
      let bytes = Array(text.utf8)
      _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      shutdown(socket, Int32(SHUT_WR))
    }
    close(socket)
  }
}
