/// What one answer brought so far; libcurl's callbacks fill it.
final class Transfer {
  private(set) var headers: [(name: String, value: String)] = []
  private(set) var body: [UInt8] = []
  private(set) var isCancelled = false
  private(set) var isTooLarge = false
  private let limit: Int
  private let onChunk: (([UInt8]) -> Bool)?

  init(limit: Int, onChunk: (([UInt8]) -> Bool)?) {
    self.limit = limit
    self.onChunk = onChunk
  }

  /// Returns false to end the transfer.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if let onChunk {
      if !onChunk(Array(bytes)) { isCancelled = true }
      return !isCancelled
    }
    guard bytes.count <= limit - body.count else {
      isTooLarge = true
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// One line of the head; a status line (of an interim answer, say) starts the headers anew.
  func receiveHeaderLine(_ bytes: UnsafeRawBufferPointer) {
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      headers = []
    } else if let colon = line.utf8.firstIndex(of: 0x3A) {
      let value = line[line.index(after: colon)...]
      headers.append((String(line[..<colon]), Transfer.trimmed(value)))
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
    var bytes = Array(text.utf8)[...]
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
