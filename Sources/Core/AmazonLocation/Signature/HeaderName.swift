/// Compares header names, whose ASCII case does not count.
public enum HeaderName {
  /// - Parameter lowercased: the other name, in lower case.
  public static func equals(_ name: String, _ lowercased: String) -> Bool {
    name.utf8.count == lowercased.utf8.count && hasPrefix(name, lowercased)
  }

  /// - Parameter lowercased: the prefix, in lower case.
  public static func hasPrefix(_ name: String, _ lowercased: String) -> Bool {
    guard name.utf8.count >= lowercased.utf8.count else { return false }
    for (left, right) in zip(name.utf8, lowercased.utf8) where lowercase(left) != right { return false }
    return true
  }

  @inline(__always) static func lowercase(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte + 32 : byte }
}
