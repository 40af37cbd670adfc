/// How long a request's body is, or why the request is refused before it is read (RFC 9112, sections 3.2 and 6).
///
/// Whatever two parsers in a row could read differently is refused: both lengths at once, lengths that disagree,
/// codings other than `chunked`.
enum RequestFraming: Equatable, Sendable {
  case none
  /// 1 or more bytes.
  case declared(Int)
  case chunked
  case refused(status: Int, StaticString)

  init(headers: HTTPHeaders, isHTTP11: Bool) {
    let hosts = headers.count(of: "host")
    if hosts > 1 || (isHTTP11 && hosts == 0) {
      self = .refused(status: 400, "Exactly one Host header is required")
      return
    }
    let codings = headers.allBytes(of: "transfer-encoding")
    let lengths = headers.allBytes(of: "content-length")
    if !codings.isEmpty {
      guard lengths.isEmpty else {
        self = .refused(status: 400, "Content-Length and Transfer-Encoding exclude each other")
        return
      }
      guard codings.count == 1, isHTTP11, codings[0].map(ASCII.lowercased).elementsEqual("chunked".utf8) else {
        self = .refused(status: 501, "The only transfer coding supported is chunked")
        return
      }
      self = .chunked
      return
    }
    guard let first = lengths.first else {
      self = .none
      return
    }
    guard lengths.allSatisfy({ $0 == first }), !first.isEmpty, first.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
    else {
      self = .refused(status: 400, "Content-Length is malformed")
      return
    }
    let length = Int(String(decoding: first, as: UTF8.self)) ?? .max
    self = length == 0 ? .none : .declared(length)
  }

  static func == (left: RequestFraming, right: RequestFraming) -> Bool {
    switch (left, right) {
    case (.none, .none), (.chunked, .chunked): true
    case (.declared(let a), .declared(let b)): a == b
    case (.refused(let a, _), .refused(let b, _)): a == b
    default: false
    }
  }
}
