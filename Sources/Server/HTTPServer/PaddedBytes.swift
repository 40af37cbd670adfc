/// Byte arrays whose storage goes on, initialised, for `HTTPRequest.bodyPadding` bytes past the last element.
enum PaddedBytes {
  /// An empty array with room for `capacity` bytes and the padding.
  static func make(capacity: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: capacity + HTTPRequest.bodyPadding)
    bytes.removeAll(keepingCapacity: true)
    return bytes
  }
}
