/// The key that signs: the secret, narrowed in four steps to a scope.
public enum SigningKey {
  public static func derive(secretKey: String, scope: CredentialScope, hashing: SignatureHashing) -> [UInt8] {
    var key = Array("AWS4\(secretKey)".utf8)
    for piece in [scope.date, scope.region, scope.service, SignatureText.terminator] {
      key = hashing.hmacSHA256(key, Array(piece.utf8))
    }
    return key
  }
}
