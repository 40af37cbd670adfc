internal import CCrypto

/// Bytes nobody can predict, from libcrypto's generator.
public enum RandomBytes {
  /// - Parameter count: how many; negative counts as 0.
  /// - Throws: `RandomBytesError` when the system has no entropy to give.
  public static func make(_ count: Int) throws(RandomBytesError) -> [UInt8] {
    guard count > 0 else { return [] }
    guard let length = Int32(exactly: count) else { throw RandomBytesError() }
    var bytes = [UInt8](repeating: 0, count: count)
    guard RAND_bytes(&bytes, length) == 1 else { throw RandomBytesError() }
    return bytes
  }
}

public struct RandomBytesError: Error, Equatable, Sendable, CustomStringConvertible {
  public let code = "RandomUnavailable"
  public var description: String { "the system gave no random bytes" }
}
