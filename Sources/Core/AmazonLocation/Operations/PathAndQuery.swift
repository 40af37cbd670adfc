/// Reads a request's raw path and query. Splitting comes before decoding: an ARN's `%2F` is no separator.
public enum PathAndQuery {
  /// The segments after the leading `/`, still encoded; nil when the path does not begin with one.
  public static func segments(of path: some Collection<UInt8>) -> [[UInt8]]? {
    guard path.first == 0x2F else { return nil }
    return path.dropFirst().split(separator: 0x2F, omittingEmptySubsequences: false).map { Array($0) }
  }

  /// Decodes `%XX`; nil when an escape is broken or the outcome is not UTF-8. A plus sign stands for itself.
  public static func decoded(_ bytes: some Collection<UInt8>) -> String? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        result.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal) else {
        return nil
      }
      result.append(high << 4 | low)
    }
    return String(validating: result, as: UTF8.self)
  }

  /// The decoded pairs of a query, in order; nil when an escape is broken.
  public static func queryItems(_ query: some Collection<UInt8>) -> [(name: String, value: String)]? {
    var items: [(name: String, value: String)] = []
    for part in query.split(separator: 0x26) {
      let pair = part.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decoded(pair[0]), let value = decoded(pair.count > 1 ? Array(pair[1]) : []) else { return nil }
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
