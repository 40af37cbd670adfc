/// `AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…`: parts in any order, each once.
struct AuthorizationHeader {
  let credential: String
  let signedHeaders: String
  let signature: String

  init(_ text: String) throws(SignatureClaimError) {
    let bytes = text.utf8
    guard bytes.starts(with: SignatureText.algorithm.utf8),
      let next = bytes.dropFirst(SignatureText.algorithm.utf8.count).first, SignatureText.isSpace(next)
    else { throw SignatureClaimError(.unsupportedAlgorithm) }
    var credential: String?
    var signedHeaders: String?
    var signature: String?
    for piece in bytes.dropFirst(SignatureText.algorithm.utf8.count).split(separator: UInt8(ascii: ",")) {
      let part = Self.trimmed(piece)
      if part.isEmpty { continue }
      guard let mark = part.firstIndex(of: UInt8(ascii: "=")) else { throw SignatureClaimError(.unknownParameter) }
      let value = String(Substring(part[part.index(after: mark)...]))
      let name = part[..<mark]
      if name.elementsEqual("Credential".utf8) {
        try Self.set(&credential, value, "Credential")
      } else if name.elementsEqual("SignedHeaders".utf8) {
        try Self.set(&signedHeaders, value, "SignedHeaders")
      } else if name.elementsEqual("Signature".utf8) {
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

  private static func trimmed(_ piece: Substring.UTF8View) -> Substring.UTF8View {
    var piece = piece
    while let first = piece.first, SignatureText.isSpace(first) { piece = piece.dropFirst() }
    while let last = piece.last, SignatureText.isSpace(last) { piece = piece.dropLast() }
    return piece
  }
}
