/// Compares header names, whose ASCII case does not count.
public enum HeaderName {
  /// - Parameter lowercased: the other name, in lower case.
  public static func equals(_ name: ArraySlice<UInt8>, _ lowercased: StaticString) -> Bool {
    name.count == lowercased.utf8CodeUnitCount && hasPrefix(name, lowercased)
  }

  /// - Parameter lowercased: the prefix, in lower case.
  public static func hasPrefix(_ name: ArraySlice<UInt8>, _ lowercased: StaticString) -> Bool {
    let prefix = UnsafeBufferPointer(start: lowercased.utf8Start, count: lowercased.utf8CodeUnitCount)
    return name.withUnsafeBufferPointer { hasPrefix($0, prefix) }
  }

  /// - Parameter lowercased: the other name, in lower case.
  static func equals(_ name: ArraySlice<UInt8>, _ lowercased: ArraySlice<UInt8>) -> Bool {
    guard name.count == lowercased.count else { return false }
    return name.withUnsafeBufferPointer { name in lowercased.withUnsafeBufferPointer { hasPrefix(name, $0) } }
  }

  private static func hasPrefix(_ name: UnsafeBufferPointer<UInt8>, _ prefix: UnsafeBufferPointer<UInt8>) -> Bool {
    guard name.count >= prefix.count else { return false }
    for index in prefix.indices where lowercase(name[index]) != prefix[index] { return false }
    return true
  }

  @inline(__always) static func lowercase(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte + 32 : byte }
}
