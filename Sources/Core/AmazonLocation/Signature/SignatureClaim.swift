public import MusterValues

/// What a request says about its own signature, read from its `Authorization` header or its query; nothing is proven.
public struct SignatureClaim: Sendable {
  public enum Form: Sendable, Equatable {
    case header
    /// Presigned: good for so many seconds from `moment`.
    case query(expiresSeconds: Int64)
  }

  public let form: Form
  public let accessKey: String
  public let scope: CredentialScope
  public let signedHeaders: SignedHeaderNames
  /// As it was sent: 64 lower-case hexadecimal digits if it is any good.
  public let signature: [UInt8]
  /// `X-Amz-Date` as it was sent, `YYYYMMDDThhmmssZ`.
  public let date: String
  /// The same moment.
  public let moment: Timestamp
  public let sessionToken: String?

  /// Reads the claim of a request.
  ///
  /// - Throws: `SignatureClaimError` when there is none, more than one, or one that can't be read.
  public init(
    target: [UInt8], headers: [(name: String, value: String)]
  ) throws(SignatureClaimError) {
    let query = RequestTarget(target)
    let authorization = try Self.only("authorization", of: headers)
    let presigned = try PresignedQuery(query)
    switch (authorization, presigned) {
    case (nil, nil): throw SignatureClaimError(.missing)
    case (.some, .some): throw SignatureClaimError(.bothForms)
    case (.some(let authorization), nil): try self.init(authorization: authorization, headers: headers)
    case (nil, .some(let presigned)): try self.init(presigned: presigned)
    }
  }

  private init(
    authorization: String, headers: [(name: String, value: String)]
  ) throws(SignatureClaimError) {
    let fields = try AuthorizationHeader(authorization)
    guard let date = try Self.only(SignatureText.dateHeader, of: headers) else {
      throw SignatureClaimError(.missingParameter("X-Amz-Date"))
    }
    try self.init(
      form: .header, credential: fields.credential, signedHeaders: fields.signedHeaders, signature: fields.signature,
      date: date, token: try Self.only(SignatureText.tokenHeader, of: headers))
  }

  private init(presigned: PresignedQuery) throws(SignatureClaimError) {
    try self.init(
      form: .query(expiresSeconds: presigned.expiresSeconds), credential: presigned.credential,
      signedHeaders: presigned.signedHeaders, signature: presigned.signature, date: presigned.date,
      token: presigned.token)
  }

  private init(
    form: Form, credential: String, signedHeaders: String, signature: String, date: String, token: String?
  ) throws(SignatureClaimError) {
    guard let (accessKey, scope) = CredentialScope.parse(credential: credential) else {
      throw SignatureClaimError(.malformedParameter("Credential"))
    }
    guard let names = SignedHeaderNames(signedHeaders) else {
      throw SignatureClaimError(.malformedParameter("SignedHeaders"))
    }
    guard let moment = Self.moment(date) else { throw SignatureClaimError(.malformedParameter("X-Amz-Date")) }
    self.form = form
    self.accessKey = accessKey
    self.scope = scope
    self.signedHeaders = names
    self.signature = Array(signature.utf8)
    self.date = date
    self.moment = moment
    sessionToken = token
  }

  /// The value of a header that may stand there once; nil when it does not.
  private static func only(
    _ name: String, of headers: [(name: String, value: String)]
  ) throws(SignatureClaimError) -> String? {
    var found: String?
    for index in headers.indices where HeaderName.equals(headers[index].name, name) {
      guard found == nil else { throw SignatureClaimError(.repeatedParameter(name)) }
      found = trimmed(headers[index].value)
    }
    return found
  }

  /// The value without the spaces around it, which are no part of it (RFC 9110 section 5.5).
  private static func trimmed(_ value: String) -> String {
    guard value.utf8.first.map(SignatureText.isSpace) == true || value.utf8.last.map(SignatureText.isSpace) == true
    else { return value }
    return Array(value.utf8)[...].trimmed.text
  }

  /// Reads `YYYYMMDDThhmmssZ`.
  private static func moment(_ text: String) -> Timestamp? {
    let bytes = Array(text.utf8)
    guard bytes.count == 16, bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: "Z") else { return nil }
    var extended: [UInt8] = []
    extended.reserveCapacity(20)
    for (index, byte) in bytes.enumerated() {
      if index == 4 || index == 6 { extended.append(UInt8(ascii: "-")) }
      if index == 11 || index == 13 { extended.append(UInt8(ascii: ":")) }
      extended.append(byte)
    }
    return Timestamp(iso8601: String(decoding: extended, as: UTF8.self))
  }
}
