/// The names of the headers a signature covers: lower case, each once, in byte order, joined by `;`.
public struct SignedHeaderNames: Sendable {
  /// More names than any client signs; bounds the work a stranger can ask for.
  static let greatestCount = 64

  public let names: [String]
  public let text: String

  /// Reads `host;x-amz-date`; nil unless it has exactly the form above and 1 to 64 names.
  init?(_ text: String) {
    var names: [String] = []
    for name in Array(text.utf8).split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
      guard names.count < Self.greatestCount, !name.isEmpty, name.allSatisfy(Self.isNameByte) else { return nil }
      let name = name.text
      if let previous = names.last, !previous.utf8.lexicographicallyPrecedes(name.utf8) { return nil }
      names.append(name)
    }
    self.names = names
    self.text = text
  }

  /// The names a client signs: all it sends, but those that proxies change.
  init(signing headers: [(name: String, value: String)]) {
    var names: [String] = []
    for header in headers {
      let name = String(decoding: header.name.utf8.map(HeaderName.lowercase), as: UTF8.self)
      if !Self.unsigned.contains(name), !names.contains(name) { names.append(name) }
    }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    self.names = names
    text = names.joined(separator: ";")
  }

  /// Whether the header of that name, in any case, is covered.
  public func covers(_ name: String) -> Bool {
    names.contains { HeaderName.equals(name, $0) }
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
