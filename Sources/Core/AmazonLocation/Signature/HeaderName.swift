/// Compares header names, whose ASCII case does not count.
public enum HeaderName {
  /// - Parameter lowercased: the other name, in lower case.
  public static func equals(_ name: String, _ lowercased: String) -> Bool {
    name.utf8.count == lowercased.utf8.count && hasPrefix(name, lowercased)
  }

  /// - Parameter lowercased: the prefix, in lower case.
  public static func hasPrefix(_ name: String, _ lowercased: String) -> Bool {
    guard name.utf8.count >= lowercased.utf8.count else { return false }
    // Runs some hundred times a request; native strings always lend their bytes.
    return name.utf8.withContiguousStorageIfAvailable { name in
      lowercased.utf8.withContiguousStorageIfAvailable { prefix in
        var index = 0
        while index < prefix.count {
          if lowercase(name[index]) != prefix[index] { return false }
          index += 1
        }
        return true
      }
    }.flatMap { $0 } ?? name.utf8.prefix(lowercased.utf8.count).map(lowercase).elementsEqual(lowercased.utf8)
  }

  @inline(__always) static func lowercase(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte + 32 : byte }
}
