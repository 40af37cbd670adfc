/// `AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…`: parts in any order, each once.
struct AuthorizationHeader {
  let credential: ArraySlice<UInt8>
  let signedHeaders: ArraySlice<UInt8>
  let signature: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) throws(SignatureClaimError) {
    guard let end = text.firstIndex(where: SignatureText.isSpace), text[..<end].equals("AWS4-HMAC-SHA256") else {
      throw SignatureClaimError(.unsupportedAlgorithm)
    }
    var credential: ArraySlice<UInt8>?
    var signedHeaders: ArraySlice<UInt8>?
    var signature: ArraySlice<UInt8>?
    var rest = text[end...]
    while !rest.isEmpty {
      let comma = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
      let part = rest[..<comma].trimmed
      rest = rest[comma...].dropFirst()
      if part.isEmpty { continue }
      guard let mark = part.firstIndex(of: UInt8(ascii: "=")) else { throw SignatureClaimError(.unknownParameter) }
      let value = part[(mark + 1)...]
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

  private static func set(
    _ slot: inout ArraySlice<UInt8>?, _ value: ArraySlice<UInt8>, _ name: String
  ) throws(SignatureClaimError) {
    guard slot == nil else { throw SignatureClaimError(.repeatedParameter(name)) }
    slot = value
  }
}
