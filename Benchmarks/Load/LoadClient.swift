internal import CMicroHTTPD
internal import Foundation

/// Keep-alive connections that each send one request, wait for its answer, and send the next.
final class LoadClient: @unchecked Sendable {
  struct Result: Sendable {
    var requests = 0
    var failures = 0
    var firstFailure: String?
    var seconds = 0.0
    /// Microseconds, unsorted.
    var latencies: [UInt32] = []

    var perSecond: Double { Double(requests) / seconds }

    /// In milliseconds.
    func percentile(_ share: Double) -> Double {
      guard !latencies.isEmpty else { return 0 }
      let sorted = latencies.sorted()
      return Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]) / 1000
    }
  }

  private struct Connection {
    let descriptor: Int32
    var sentAt = ContinuousClock.now
    var received: [UInt8] = []
  }

  private let port: UInt16
  /// Whole requests; sent in order, around again when `repeats`.
  private let requests: [[UInt8]]
  private let repeats: Bool
  private let lock = NSLock()
  private var next = 0

  init(port: UInt16, requests: [[UInt8]], repeats: Bool = false) {
    self.port = port
    self.requests = requests
    self.repeats = repeats
  }

  /// Runs `threads` threads of `connections` connections each until the time is over or the requests are used up.
  func run(threads: Int, connections: Int, seconds: Double) -> Result {
    var total = Result()
    let results = UnsafeMutablePointer<Result>.allocate(capacity: threads)
    results.initialize(repeating: Result(), count: threads)
    defer {
      results.deinitialize(count: threads)
      results.deallocate()
    }
    nonisolated(unsafe) let shared = results
    let started = ContinuousClock.now
    DispatchQueue.concurrentPerform(iterations: threads) { index in
      shared[index] = self.work(connections: connections, seconds: seconds)
    }
    total.seconds = Double((ContinuousClock.now - started) / .microseconds(1)) / 1e6
    for index in 0..<threads {
      total.requests += results[index].requests
      total.failures += results[index].failures
      total.firstFailure = total.firstFailure ?? results[index].firstFailure
      total.latencies += results[index].latencies
    }
    return total
  }

  private func take() -> [UInt8]? {
    lock.lock()
    defer { lock.unlock() }
    guard repeats || next < requests.count else { return nil }
    defer { next += 1 }
    return requests[next % requests.count]
  }

  private func work(connections count: Int, seconds: Double) -> Result {
    var result = Result()
    result.latencies.reserveCapacity(1 << 20)
    var connections: [Connection] = []
    for _ in 0..<count {
      guard let descriptor = connect() else { continue }
      connections.append(Connection(descriptor: descriptor))
    }
    defer { for connection in connections { close(connection.descriptor) } }
    let end = ContinuousClock.now + .microseconds(Int(seconds * 1e6))
    var open = 0
    for index in connections.indices where send(&connections[index]) { open += 1 }
    var polled = connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while open > 0 {
      let ready = poll(&polled, nfds_t(polled.count), 1000)
      if ready <= 0, ContinuousClock.now > end { break }
      for index in polled.indices where polled[index].revents != 0 {
        let length = recv(connections[index].descriptor, &buffer, buffer.count, 0)
        guard length > 0 else {
          polled[index].fd = -1
          result.failures += 1
          open -= 1
          continue
        }
        connections[index].received += buffer[..<length]
        guard let status = Self.takeAnswer(&connections[index].received) else { continue }
        let now = ContinuousClock.now
        result.requests += 1
        result.latencies.append(UInt32(clamping: Int((now - connections[index].sentAt) / .microseconds(1))))
        if status.code != 200 {
          result.failures += 1
          result.firstFailure = result.firstFailure ?? status.text
        }
        if now >= end || !send(&connections[index]) {
          polled[index].fd = -1
          open -= 1
        }
      }
    }
    return result
  }

  private func send(_ connection: inout Connection) -> Bool {
    guard let request = take() else { return false }
    connection.sentAt = .now
    var sent = 0
    while sent < request.count {
      let count = request[sent...].withUnsafeBytes {
        Glibc.send(connection.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Takes one whole answer out of what was received; nil when more must come.
  private static func takeAnswer(_ bytes: inout [UInt8]) -> (code: Int, text: String)? {
    guard let headEnd = bytes.firstRange(of: [13, 10, 13, 10]) else { return nil }
    let head = String(decoding: bytes[..<headEnd.lowerBound], as: UTF8.self).lowercased()
    var length = 0
    if let range = head.range(of: "content-length:") {
      length = Int(head[range.upperBound...].prefix { $0 != "\r\n" }.trimmingCharacters(in: .whitespaces)) ?? 0
    }
    let total = headEnd.upperBound + length
    guard bytes.count >= total else { return nil }
    let code = Int(head.dropFirst(9).prefix(3)) ?? 0
    let text = code == 200 ? "" : String(decoding: bytes[..<min(total, 2000)], as: UTF8.self)
    bytes.removeFirst(total)
    return (code, text)
  }

  private func connect() -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let outcome = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard outcome == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
