internal import AmazonLocation
internal import MusterCrypto
internal import MusterRuntime
internal import MusterValues

/// Signing keys that were derived before, ready to authenticate with.
///
/// Two generations bound it: when the young one is full it becomes the old one, and what the old one then held is
/// forgotten unless it was used since.
final class SigningKeyCache: Sendable {
  private struct Key: Hashable {
    let accessKey: Identifier
    let scope: CredentialScope
  }

  private struct Generations {
    var young: [Key: HMACSHA256] = [:]
    var old: [Key: HMACSHA256] = [:]
  }

  private let generationSize: Int
  private let generations = Locked(Generations())

  /// - Parameter capacity: the greatest number of keys held.
  init(capacity: Int) { generationSize = max(capacity / 2, 1) }

  var count: Int { generations.withLock { $0.young.count + $0.old.count } }

  /// The signing key of an access key and scope, derived from `secretKey` if it is not at hand.
  func key(accessKey: Identifier, secretKey: String, scope: CredentialScope) -> HMACSHA256 {
    let key = Key(accessKey: accessKey, scope: scope)
    if let known = generations.withLock({ Self.find(key, in: &$0, generationSize) }) { return known }
    let derived = HMACSHA256(key: SigningKey.derive(secretKey: secretKey, scope: scope, hashing: .libcrypto))
    generations.withLock { Self.insert(key, derived, into: &$0, generationSize) }
    return derived
  }

  private static func find(_ key: Key, in generations: inout Generations, _ size: Int) -> HMACSHA256? {
    if let known = generations.young[key] { return known }
    guard let known = generations.old.removeValue(forKey: key) else { return nil }
    insert(key, known, into: &generations, size)
    return known
  }

  private static func insert(_ key: Key, _ value: HMACSHA256, into generations: inout Generations, _ size: Int) {
    if generations.young.count >= size {
      generations.old = generations.young
      generations.young = [:]
    }
    generations.young[key] = value
  }
}

extension SignatureHashing {
  static let libcrypto = SignatureHashing(
    sha256: { SHA256.hash($0) }, hmacSHA256: { HMACSHA256.authenticate(key: $0, message: $1) })
}
