/// Name-based UUIDs (RFC 9562 section 5.5): the same namespace and name always give the same one.
public enum UUIDv5 {
  /// The UUID's text in lower case.
  ///
  /// - Parameter namespace: the 16 bytes of the namespace's UUID.
  public static func make(namespace: [UInt8], name: [UInt8]) -> String {
    var bytes = Array(SHA1.hash(namespace + name).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    return format(bytes)
  }

  public static func make(namespace: [UInt8], name: String) -> String {
    make(namespace: namespace, name: Array(name.utf8))
  }

  private static func format(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
      text.append(contentsOf: Hexadecimal.encode([byte]))
    }
    return String(decoding: text, as: UTF8.self)
  }
}
