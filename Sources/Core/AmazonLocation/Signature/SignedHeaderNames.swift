/// The names of the headers a signature covers: lower case, each once, in byte order, joined by `;`.
public struct SignedHeaderNames: Sendable {
  /// More names than any client signs; bounds the work a stranger can ask for.
  static let greatestCount = 64

  public let names: [ArraySlice<UInt8>]
  let bytes: ArraySlice<UInt8>

  public var text: String { bytes.text }

  /// Reads `host;x-amz-date`; nil unless it has exactly the form above and 1 to 64 names.
  init?(_ text: ArraySlice<UInt8>) {
    var names: [ArraySlice<UInt8>] = []
    names.reserveCapacity(8)
    var start = text.startIndex
    while true {
      let end = text[start...].firstIndex(of: UInt8(ascii: ";")) ?? text.endIndex
      let name = text[start..<end]
      guard names.count < Self.greatestCount, !name.isEmpty, name.allSatisfy(Self.isNameByte) else { return nil }
      if let previous = names.last, !previous.lexicographicallyPrecedes(name) { return nil }
      names.append(name)
      if end == text.endIndex { break }
      start = end + 1
    }
    self.names = names
    bytes = text
  }

  /// Reads `host;x-amz-date`; nil unless it has exactly the form above and 1 to 64 names.
  init?(_ text: String) { self.init(Array(text.utf8)[...]) }

  /// The names a client signs: all it sends, but those that proxies change.
  init(signing headers: [(name: String, value: String)]) {
    var names: [String] = []
    for header in headers {
      let name = String(decoding: header.name.utf8.map(HeaderName.lowercase), as: UTF8.self)
      if !Self.unsigned.contains(name), !names.contains(name) { names.append(name) }
    }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    self.names = names.map { Array($0.utf8)[...] }
    bytes = Array(names.joined(separator: ";").utf8)[...]
  }

  /// Whether the header of that name, in any case, is covered.
  public func covers(_ name: ArraySlice<UInt8>) -> Bool {
    names.contains { HeaderName.equals(name, $0) }
  }

  /// Whether a header of that name, given in lower case, is covered.
  public func covers(_ name: StaticString) -> Bool {
    names.contains { $0.equals(name) }
  }

  private static let unsigned: Set<String> = [
    "authorization", "connection", "expect", "transfer-encoding", "user-agent", "x-amzn-trace-id",
  ]

  /// A token's characters (RFC 9110 section 5.6.2) but capitals.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"): true
    default: "!#$%&'*+.^_`|~".utf8.contains(byte)
    }
  }
}
