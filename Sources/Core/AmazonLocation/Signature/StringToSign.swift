/// The text that is signed: algorithm, moment, scope, and the canonical request's hash.
public enum StringToSign {
  /// - Parameters:
  ///   - moment: `YYYYMMDDThhmmssZ`, as in `X-Amz-Date`.
  ///   - canonicalHash: SHA-256 of the canonical request, 32 bytes.
  public static func make(moment: String, scope: CredentialScope, canonicalHash: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(192)
    text.append(text: SignatureText.algorithm)
    text.append(UInt8(ascii: "\n"))
    text.append(text: moment)
    text.append(UInt8(ascii: "\n"))
    for piece in [scope.date, scope.region, scope.service] {
      text.append(text: piece)
      text.append(UInt8(ascii: "/"))
    }
    text.append(text: SignatureText.terminator)
    text.append(UInt8(ascii: "\n"))
    text.append(contentsOf: SignatureText.hexadecimal(canonicalHash))
    return text
  }
}
