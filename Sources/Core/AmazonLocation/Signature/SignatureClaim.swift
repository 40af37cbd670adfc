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
  public init(target: [UInt8], headers: HeaderFields) throws(SignatureClaimError) {
    let authorization = try Self.only("authorization", of: headers)
    let presigned = try PresignedQuery(RequestTarget(target))
    switch (authorization, presigned) {
    case (nil, nil): throw SignatureClaimError(.missing)
    case (.some, .some): throw SignatureClaimError(.bothForms)
    case (.some(let authorization), nil): try self.init(authorization: authorization, headers: headers)
    case (nil, .some(let presigned)): try self.init(presigned: presigned)
    }
  }

  /// The same for headers as texts.
  public init(target: [UInt8], headers: [(name: String, value: String)]) throws(SignatureClaimError) {
    try self.init(target: target, headers: HeaderFields(headers))
  }

  private init(authorization: ArraySlice<UInt8>, headers: HeaderFields) throws(SignatureClaimError) {
    let fields = try AuthorizationHeader(authorization)
    guard let date = try Self.only("x-amz-date", of: headers) else {
      throw SignatureClaimError(.missingParameter("X-Amz-Date"))
    }
    try self.init(
      form: .header, credential: fields.credential, signedHeaders: fields.signedHeaders, signature: fields.signature,
      date: date, token: try Self.only("x-amz-security-token", of: headers)?.text)
  }

  private init(presigned: PresignedQuery) throws(SignatureClaimError) {
    try self.init(
      form: .query(expiresSeconds: presigned.expiresSeconds), credential: Array(presigned.credential.utf8)[...],
      signedHeaders: Array(presigned.signedHeaders.utf8)[...], signature: Array(presigned.signature.utf8)[...],
      date: Array(presigned.date.utf8)[...], token: presigned.token)
  }

  private init(
    form: Form, credential: ArraySlice<UInt8>, signedHeaders: ArraySlice<UInt8>, signature: ArraySlice<UInt8>,
    date: ArraySlice<UInt8>, token: String?
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
    self.signature = Array(signature)
    self.date = date.text
    self.moment = moment
    sessionToken = token
  }

  /// The value, without the spaces around it, which are no part of it (RFC 9110 section 5.5), of a header that may
  /// stand there once; nil when it does not.
  private static func only(
    _ name: StaticString, of headers: HeaderFields
  ) throws(SignatureClaimError) -> ArraySlice<UInt8>? {
    var found: ArraySlice<UInt8>?
    for index in 0..<headers.count where HeaderName.equals(headers.name(index), name) {
      guard found == nil else { throw SignatureClaimError(.repeatedParameter(name.description)) }
      found = headers.value(index).trimmed
    }
    return found
  }

  /// Reads `YYYYMMDDThhmmssZ`.
  private static func moment(_ text: ArraySlice<UInt8>) -> Timestamp? {
    guard text.count == 16 else { return nil }
    var extended: [UInt8] = []
    extended.reserveCapacity(20)
    for (index, byte) in text.enumerated() {
      if index == 4 || index == 6 { extended.append(UInt8(ascii: "-")) }
      if index == 11 || index == 13 { extended.append(UInt8(ascii: ":")) }
      if index == 8, byte != UInt8(ascii: "T") { return nil }
      if index == 15, byte != UInt8(ascii: "Z") { return nil }
      extended.append(byte)
    }
    return Timestamp(iso8601: extended)
  }
}
