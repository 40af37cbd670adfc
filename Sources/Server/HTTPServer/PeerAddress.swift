// The C headers of sockets may be seen as part of either module.
internal import CMicroHTTPD
internal import Glibc

/// A peer's numeric address: as text for people, and as the key that connection limits count by.
struct PeerAddress: Sendable {
  /// An IPv4 address, or the first 64 bits of an IPv6 one, since a whole /64 commonly belongs to one customer.
  struct Key: Hashable, Sendable {
    let isIPv6: Bool
    let bits: UInt64
  }

  let text: String
  let key: Key
  let isLoopback: Bool

  /// nil for a family that is neither IPv4 nor IPv6.
  init?(_ address: UnsafePointer<sockaddr>) {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      let bytes = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self).sin_addr
      self.init(ipv4: withUnsafeBytes(of: bytes) { Array($0) })
    case AF_INET6:
      let bytes = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self).sin6_addr
      self.init(ipv6: withUnsafeBytes(of: bytes) { Array($0) })
    default: return nil
    }
  }

  private init(text: String, key: Key, isLoopback: Bool) {
    self.text = text
    self.key = key
    self.isLoopback = isLoopback
  }

  /// Four bytes, in network order.
  init(ipv4 bytes: [UInt8]) {
    self.init(
      text: bytes.map { String($0) }.joined(separator: "."),
      key: Key(isIPv6: false, bits: bytes.reduce(0) { $0 << 8 | UInt64($1) }), isLoopback: bytes.first == 127)
  }

  /// Sixteen bytes, in network order. An IPv4 address mapped into IPv6 is that IPv4 address.
  init(ipv6 bytes: [UInt8]) {
    if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
      self.init(ipv4: Array(bytes[12...]))
      return
    }
    var storage = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    _ = inet_ntop(AF_INET6, bytes, &storage, socklen_t(storage.count))
    self.init(
      text: String(decoding: storage.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self),
      key: Key(isIPv6: true, bits: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }),
      isLoopback: bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1)
  }
}
