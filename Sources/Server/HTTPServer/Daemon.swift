internal import CMicroHTTPD
internal import Glibc
internal import MusterRuntime
internal import MusterValues

/// One thread of the library, which serves the connections added to it.
final class Daemon: @unchecked Sendable {
  private let daemon: OpaquePointer
  private let options: UnsafeMutablePointer<muster_http_options>
  private let shared: ServerShared

  /// - Throws: `badCertificate` when TLS is asked for and can't be set up, else `systemFailure`.
  init(shared: ServerShared, credentials: TLSCredentials?) throws(HTTPServerError) {
    self.shared = shared
    let configuration = shared.configuration
    options = .allocate(capacity: 1)
    options.initialize(
      to: muster_http_options(
        // Connections are limited before they get here.
        connection_limit: UInt32(clamping: configuration.connectionLimit + 1024),
        inactivity_seconds: UInt32(max(1, min(configuration.idleTimeout, 1e6).rounded(.up))),
        connection_memory: configuration.connectionMemory, certificate_pem: credentials?.certificate,
        key_pem: credentials?.key, context: Unmanaged.passUnretained(shared).toOpaque(), handle: Daemon.handle,
        target: Daemon.target, completed: Daemon.completed, connection: Daemon.connection, log: Daemon.log))
    guard let daemon = muster_http_start(options) else {
      options.deinitialize(count: 1)
      options.deallocate()
      if credentials != nil {
        throw HTTPServerError(
          .badCertificate, "the TLS certificate or key can't be used, or they don't belong together")
      }
      throw HTTPServerError(.systemFailure, "the HTTP library can't start a thread")
    }
    self.daemon = daemon
  }

  /// Takes the socket over, whatever comes of it. False: it has been closed.
  func add(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Bool {
    MHD_add_connection(daemon, socket, address, length) == muster_http_yes()
  }

  /// Closes every connection and ends the thread. No connection may be suspended. Once only.
  func stop() {
    MHD_stop_daemon(daemon)
    options.deinitialize(count: 1)
    options.deallocate()
  }

  // MARK: Callbacks, on the library's thread

  private static let connection:
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      MHD_ConnectionNotificationCode
    ) -> Void = { context, handle, slot, code in
      guard let context, let handle, let slot else { return }
      let shared = Unmanaged<ServerShared>.fromOpaque(context).takeUnretainedValue()
      if muster_http_is_start(code) != 0 {
        guard let peer = muster_http_client_address(handle).flatMap({ PeerAddress($0) }) else { return }
        let connection = HTTPConnection(
          shared: shared, peer: peer, handle: handle, socket: muster_http_socket(handle))
        slot.pointee = Unmanaged.passRetained(connection).toOpaque()
        let isStopping = shared.connections.withLock { registry in
          registry.insert(connection)
          return registry.isStopping
        }
        if isStopping { connection.stop() }
      } else if let pointer = slot.pointee {
        slot.pointee = nil
        let connection = Unmanaged<HTTPConnection>.fromOpaque(pointer).takeRetainedValue()
        connection.close()
        shared.connections.withLock { $0.remove(connection) }
        shared.admission.withLock { $0.release(connection.peer.key) }
      }
    }

  private static let target: muster_http_target_callback = { _, text, handle in
    guard let text, let handle, let pointer = muster_http_socket_context(handle) else { return nil }
    let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
    Unmanaged<HTTPConnection>.fromOpaque(pointer).takeUnretainedValue().begin(target: Array(bytes))
    return pointer
  }

  private static let handle: MHD_AccessHandlerCallback = { _, _, _, method, version, data, size, request in
    guard let pointer = request?.pointee, let method, let size else { return muster_http_no() }
    let connection = Unmanaged<HTTPConnection>.fromOpaque(pointer).takeUnretainedValue()
    let goesOn: Bool
    if size.pointee > 0 {
      goesOn = connection.receiveBody(UnsafeRawBufferPointer(start: data, count: size.pointee))
      size.pointee = 0
    } else if connection.isNew {
      goesOn = connection.receiveHead(method: method, isHTTP11: version.map { strcmp($0, "HTTP/1.1") == 0 } ?? false)
    } else {
      goesOn = connection.advance()
    }
    return goesOn ? muster_http_yes() : muster_http_no()
  }

  private static let completed: MHD_RequestCompletedCallback = { _, _, request, _ in
    guard let pointer = request?.pointee else { return }
    request?.pointee = nil
    Unmanaged<HTTPConnection>.fromOpaque(pointer).takeUnretainedValue().complete()
  }

  private static let log: muster_http_log_callback = { context, text in
    guard let context, let text else { return }
    let shared = Unmanaged<ServerShared>.fromOpaque(context).takeUnretainedValue()
    shared.logger.debug("HTTP library", [("detail", .string(String(cString: text)))])
  }
}
