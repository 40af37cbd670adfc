/// `AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…`: parts in any order, each once.
struct AuthorizationHeader {
  let credential: String
  let signedHeaders: String
  let signature: String

  init(_ text: String) throws(SignatureClaimError) {
    let bytes = Array(text.utf8)
    guard let end = bytes.firstIndex(where: SignatureText.isSpace), bytes[..<end].equals("AWS4-HMAC-SHA256") else {
      throw SignatureClaimError(.unsupportedAlgorithm)
    }
    var credential: String?
    var signedHeaders: String?
    var signature: String?
    for piece in bytes[end...].split(separator: UInt8(ascii: ",")) {
      let part = piece.trimmed
      if part.isEmpty { continue }
      guard let mark = part.firstIndex(of: UInt8(ascii: "=")) else { throw SignatureClaimError(.unknownParameter) }
      let value = part[(mark + 1)...].text
      let name = part[..<mark]
      if name.equals("Credential") {
        try Self.set(&credential, value, "Credential")
      } else if name.equals("SignedHeaders") {
        try Self.set(&signedHeaders, value, "SignedHeaders")
      } else if name.equals("Signature") {
        try Self.set(&signature, value, "Signature")
      } else {
        throw SignatureClaimError(.unknownParameter)
      }
    }
    guard let credential else { throw SignatureClaimError(.missingParameter("Credential")) }
    guard let signedHeaders else { throw SignatureClaimError(.missingParameter("SignedHeaders")) }
    guard let signature else { throw SignatureClaimError(.missingParameter("Signature")) }
    self.credential = credential
    self.signedHeaders = signedHeaders
    self.signature = signature
  }

  private static func set(_ slot: inout String?, _ value: String, _ name: String) throws(SignatureClaimError) {
    guard slot == nil else { throw SignatureClaimError(.repeatedParameter(name)) }
    slot = value
  }
}
