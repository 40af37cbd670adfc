/// A request target cut into path and query, nothing decoded (RFC 9112, section 3.2).
struct HTTPTarget: Sendable {
  let bytes: [UInt8]
  let path: Range<Int>
  let query: Range<Int>?

  /// Cuts at the first `?`. Of the absolute form (`http://host/path`) the authority is left out; `*` is its own path.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = 0
    if let first = bytes.first, first != 0x2F, first != 0x2A { start = HTTPTarget.endOfAuthority(bytes) }
    if let mark = bytes[start...].firstIndex(of: 0x3F) {
      path = start..<mark
      query = mark + 1..<bytes.count
    } else {
      path = start..<bytes.count
      query = nil
    }
  }

  /// False when it is empty or holds a space or a control character, which no target may.
  var isWellFormed: Bool {
    !bytes.isEmpty && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  private static func endOfAuthority(_ bytes: [UInt8]) -> Int {
    for scheme in ["http://", "https://"] {
      guard bytes.count >= scheme.utf8.count,
        zip(bytes, scheme.utf8).allSatisfy({ ASCII.lowercased($0) == $1 })
      else { continue }
      return bytes[scheme.utf8.count...].firstIndex { $0 == 0x2F || $0 == 0x3F } ?? bytes.count
    }
    return 0
  }
}
