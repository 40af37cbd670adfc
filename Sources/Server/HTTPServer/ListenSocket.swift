// The C headers of sockets may be seen as part of either module.
internal import CMicroHTTPD
internal import Glibc

/// A socket that listens on a TCP address.
struct ListenSocket: Sendable {
  let descriptor: Int32
  let port: UInt16
  let isLoopback: Bool

  /// Listens on the first address of the host that works, IPv4 ones first (`localhost` has both).
  ///
  /// - Throws: `unknownHost`, `plainHTTPRefused`, `addressInUse`, `permissionDenied` or `systemFailure`.
  static func open(
    host: String, port: UInt16, allowsOnlyLoopback: Bool
  ) throws(HTTPServerError) -> ListenSocket {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &list)
    guard status == 0, let list else {
      throw HTTPServerError(.unknownHost, "\(host) has no address: \(String(cString: gai_strerror(status)))")
    }
    defer { freeaddrinfo(list) }
    var candidates: [addrinfo] = []
    var next: UnsafeMutablePointer<addrinfo>? = list
    while let entry = next {
      candidates.append(entry.pointee)
      next = entry.pointee.ai_next
    }
    candidates.sort { $0.ai_family == AF_INET && $1.ai_family != AF_INET }
    var failure = HTTPServerError(.unknownHost, "\(host) has no IPv4 or IPv6 address")
    for candidate in candidates {
      do throws(HTTPServerError) {
        return try open(candidate, host: host, port: port, allowsOnlyLoopback: allowsOnlyLoopback)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private static func open(
    _ entry: addrinfo, host: String, port: UInt16, allowsOnlyLoopback: Bool
  ) throws(HTTPServerError) -> ListenSocket {
    guard let address = entry.ai_addr, let named = PeerAddress(address) else {
      throw HTTPServerError(.unknownHost, "\(host) has no IPv4 or IPv6 address")
    }
    if allowsOnlyLoopback, !named.isLoopback {
      throw HTTPServerError(
        .plainHTTPRefused,
        "\(host) can be reached from other machines: set a TLS certificate, or say that a proxy in front speaks TLS")
    }
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(entry.ai_family, kind, 0)
    guard descriptor >= 0 else { throw error("can't make a socket", errno) }
    var on: Int32 = 1
    var off: Int32 = 0
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if entry.ai_family == AF_INET6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, size) }
    guard bind(descriptor, address, entry.ai_addrlen) == 0, listen(descriptor, 4096) == 0 else {
      let number = errno
      close(descriptor)
      throw error("can't listen on \(host):\(port)", number)
    }
    return ListenSocket(descriptor: descriptor, port: boundPort(descriptor) ?? port, isLoopback: named.isLoopback)
  }

  private static func boundPort(_ descriptor: Int32) -> UInt16? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard status == 0 else { return nil }
    // Both families keep the port in the same place.
    return withUnsafeBytes(of: storage) { $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self) }.bigEndian
  }

  private static func error(_ action: String, _ number: Int32) -> HTTPServerError {
    let code: HTTPServerError.Code =
      switch number {
      case EADDRINUSE: .addressInUse
      case EACCES, EPERM: .permissionDenied
      case EADDRNOTAVAIL: .unknownHost
      default: .systemFailure
      }
    return HTTPServerError(code, "\(action): \(String(cString: strerror(number)))")
  }
}
