/// Reads a request's raw path and query. Splitting comes before decoding: an ARN's `%2F` is no separator.
///
/// The path is an array slice, not any collection: generic code is not specialised in other modules, and costs there ten
/// times as much.
public enum PathAndQuery {
  /// The segments after the leading `/`, still encoded; nil when the path does not begin with one.
  public static func segments(of path: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    guard path.first == 0x2F else { return nil }
    return path.dropFirst().split(separator: 0x2F, omittingEmptySubsequences: false)
  }

  /// Decodes `%XX`; nil when an escape is broken or the outcome is not UTF-8.
  ///
  /// - Parameter plusIsSpace: in a query it is, as botocore sends it; in a path a plus sign stands for itself.
  static func decoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = bytes.startIndex
    while at < bytes.endIndex {
      let byte = bytes[at]
      at += 1
      guard byte == 0x25 else {
        result.append(plusIsSpace && byte == 0x2B ? 0x20 : byte)
        continue
      }
      guard bytes.endIndex - at >= 2, let high = hexadecimal(bytes[at]), let low = hexadecimal(bytes[at + 1]) else {
        return nil
      }
      result.append(high << 4 | low)
      at += 2
    }
    return String(validating: result, as: UTF8.self)
  }

  /// The decoded pairs of a query, in order; nil when an escape is broken.
  public static func queryItems(_ query: ArraySlice<UInt8>) -> [(name: String, value: String)]? {
    var items: [(name: String, value: String)] = []
    for part in query.split(separator: 0x26) {
      let mark = part.firstIndex(of: 0x3D) ?? part.endIndex
      guard let name = decoded(part[..<mark], plusIsSpace: true),
        let value = decoded(part[mark...].dropFirst(), plusIsSpace: true)
      else { return nil }
      items.append((name, value))
    }
    return items
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
