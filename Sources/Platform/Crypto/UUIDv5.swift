/// Name-based UUIDs (RFC 9562 section 5.5): the same namespace and name always give the same one.
public enum UUIDv5 {
  /// The UUID's 16 bytes, in the order of its text.
  ///
  /// - Parameter namespace: the 16 bytes of the namespace's UUID.
  public static func bytes(namespace: [UInt8], name: [UInt8]) -> [UInt8] {
    var bytes = Array(SHA1.hash(namespace + name).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes
  }
}
