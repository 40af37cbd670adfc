/// Where a server listens: a host name, an IPv4 address or a bracketed IPv6 address, and a port (0: any free one).
struct ListenAddress: Equatable, Sendable {
  let host: String
  let port: UInt16
}

extension ValueParser where Value == ListenAddress {
  static let listenAddress = ValueParser { text throws(ValueFault) in
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      throw ValueFault(message: "must be HOST:PORT with a port from 0 to 65535")
    }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      throw ValueFault(message: "must hold an IPv6 address in brackets, as in [::1]:8080")
    }
    guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw ValueFault(message: "must be HOST:PORT with a host")
    }
    return ListenAddress(host: String(host), port: port)
  }
}
