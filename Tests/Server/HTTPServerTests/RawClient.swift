import Foundation

/// A TCP client without manners: sends the bytes it is told to, reads what comes.
final class RawClient {
  struct Failure: Error { let text: String }

  struct Answer {
    var status: Int
    var head: String
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    func header(_ name: String) -> String? {
      for line in head.components(separatedBy: "\r\n").dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2, parts[0].lowercased() == name.lowercased() {
          return parts[1].trimmingCharacters(in: .whitespaces)
        }
      }
      return nil
    }
  }

  private let descriptor: Int32
  private var received: [UInt8] = []
  private(set) var isAtEnd = false

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      let number = errno
      Foundation.close(descriptor)
      throw Failure(text: "connect: \(number)")
    }
  }

  deinit { Foundation.close(descriptor) }

  /// False when the peer takes no more.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Reads once; false at the end or when nothing came for so many seconds.
  func receive(seconds: Double = 10) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, Int32(seconds * 1000)) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else {
      isAtEnd = true
      return false
    }
    received.append(contentsOf: buffer[..<count])
    return true
  }

  /// Reads until the peer closes; false when it does not within so many seconds.
  func waitForEnd(seconds: Double = 10) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while !isAtEnd, Date() < end { _ = receive(seconds: max(0.01, end.timeIntervalSinceNow)) }
    return isAtEnd
  }

  /// What has come and was not taken by `answer`.
  var text: String { String(decoding: received, as: UTF8.self) }

  /// Reads until `text` contains the words.
  func wait(for words: String, seconds: Double = 10) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while !text.contains(words) {
      if isAtEnd || Date() > end { return false }
      _ = receive(seconds: max(0.01, end.timeIntervalSinceNow))
    }
    return true
  }

  /// The next answer: by Content-Length, else up to the end. A HEAD's has no body.
  func answer(isHead: Bool = false, seconds: Double = 10) throws -> Answer {
    guard wait(for: "\r\n\r\n", seconds: seconds) else { throw Failure(text: "no answer: \(text)") }
    guard let range = received.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Failure(text: "no head") }
    let head = String(decoding: received[..<range.lowerBound], as: UTF8.self)
    received.removeSubrange(..<range.upperBound)
    let words = head.split(separator: " ")
    var answer = Answer(status: words.count > 1 ? Int(words[1]) ?? 0 : 0, head: head, body: [])
    if isHead || answer.status == 100 { return answer }
    if let length = answer.header("Content-Length").flatMap({ Int($0) }) {
      while received.count < length { if !receive(seconds: seconds) { throw Failure(text: "short body") } }
      answer.body = Array(received[..<length])
      received.removeSubrange(..<length)
    } else {
      _ = waitForEnd(seconds: seconds)
      answer.body = received
      received = []
    }
    return answer
  }
}
