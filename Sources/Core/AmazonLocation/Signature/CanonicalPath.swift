/// The canonical URI of every service but S3: the path as sent, encoded once more.
enum CanonicalPath {
  /// - Parameter normalizes: first resolve `.` and `..` and drop empty segments (RFC 3986 section 5.2.4, and the slashes
  ///   too), as SDKs and the services do.
  static func append(_ path: ArraySlice<UInt8>, normalizes: Bool, to text: inout [UInt8]) {
    guard !path.isEmpty else { return text.append(UInt8(ascii: "/")) }
    guard normalizes, needsNormalizing(path) else {
      return PercentEncoding.append(path, keepingSlash: true, to: &text)
    }
    var segments: [ArraySlice<UInt8>] = []
    for segment in path.split(separator: UInt8(ascii: "/")) {
      if segment.equals(".") { continue }
      if segment.equals("..") {
        _ = segments.popLast()
      } else {
        segments.append(segment)
      }
    }
    if path.first == UInt8(ascii: "/") { text.append(UInt8(ascii: "/")) }
    for (index, segment) in segments.enumerated() {
      if index > 0 { text.append(UInt8(ascii: "/")) }
      PercentEncoding.append(segment, to: &text)
    }
    if path.last == UInt8(ascii: "/"), !segments.isEmpty { text.append(UInt8(ascii: "/")) }
  }

  /// Only a slash followed by a slash or a dot can start something to resolve; a leading dot is rare enough to join them.
  private static func needsNormalizing(_ path: ArraySlice<UInt8>) -> Bool {
    var previous = UInt8(ascii: "/")
    var isFirst = true
    for byte in path {
      if previous == UInt8(ascii: "/"), byte == UInt8(ascii: ".") || (byte == UInt8(ascii: "/") && !isFirst) {
        return true
      }
      previous = byte
      isFirst = false
    }
    return false
  }
}
