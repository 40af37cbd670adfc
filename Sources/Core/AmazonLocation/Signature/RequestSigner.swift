public import MusterValues

/// Signs requests as a client does: our command line, benchmarks and tests.
public struct RequestSigner: Sendable {
  public struct Options: Sendable {
    /// Whether `.`, `..` and empty path segments are resolved before signing. Services do so; S3 does not.
    public var normalizesPath = true
    /// Whether the session token is covered by the signature, or only sent along. Muster wants it covered.
    public var signsSessionToken = true
    /// Whether the body's hash is also sent, as `x-amz-content-sha256`.
    public var sendsPayloadHash = false

    public init() {}
  }

  /// A signed request, and the steps that led to it.
  public struct Signed: Sendable {
    /// The request target to send: changed when presigned, the same otherwise.
    public let target: [UInt8]
    /// Headers to send besides the request's own.
    public let addedHeaders: [(name: String, value: String)]
    public let canonicalRequest: [UInt8]
    public let stringToSign: [UInt8]
    /// 64 lower-case hexadecimal digits.
    public let signature: String
  }

  private let credentials: SigningCredentials
  private let region: String
  private let service: String
  private let hashing: SignatureHashing
  private let options: Options

  public init(
    credentials: SigningCredentials, region: String, service: String, hashing: SignatureHashing,
    options: Options = Options()
  ) {
    self.credentials = credentials
    self.region = region
    self.service = service
    self.hashing = hashing
    self.options = options
  }

  /// Signs with an `Authorization` header.
  ///
  /// - Parameter headers: all headers to send, `Host` among them.
  public func sign(
    method: String, target: [UInt8], headers: [(name: String, value: String)], body: [UInt8], at moment: Timestamp
  ) -> Signed {
    let date = moment.iso8601Basic
    let payloadHash = SignatureText.hexadecimal(hashing.sha256(body))
    var added: [(name: String, value: String)] = [("X-Amz-Date", date)]
    if options.sendsPayloadHash {
      added.append((SignatureText.contentHashHeader, String(decoding: payloadHash, as: UTF8.self)))
    }
    let token = credentials.sessionToken.map { (name: "X-Amz-Security-Token", value: $0) }
    var covered = headers + added
    if let token, options.signsSessionToken { covered.append(token) }
    let names = SignedHeaderNames(signing: covered)
    let scope = CredentialScope(date: String(date.prefix(8)), region: region, service: service)
    let steps = steps(method, target, covered, names, payloadHash, date, scope)
    if let token { added.insert(token, at: 0) }
    added.append(
      (
        "Authorization",
        "\(SignatureText.algorithm) Credential=\(credentials.accessKey)/\(scope.text), SignedHeaders=\(names.text), "
          + "Signature=\(steps.signature)"
      ))
    return Signed(
      target: target, addedHeaders: added, canonicalRequest: steps.canonical, stringToSign: steps.stringToSign,
      signature: steps.signature)
  }

  /// Signs with parameters in the query, so that the target alone carries the right to make the request.
  ///
  /// - Parameters:
  ///   - headers: the headers that must be sent with it, `Host` among them.
  ///   - expiresSeconds: for how long; services accept 1...604800.
  public func presign(
    method: String, target: [UInt8], headers: [(name: String, value: String)], body: [UInt8], at moment: Timestamp,
    expiresSeconds: Int
  ) -> Signed {
    let date = moment.iso8601Basic
    let scope = CredentialScope(date: String(date.prefix(8)), region: region, service: service)
    let names = SignedHeaderNames(signing: headers)
    var target = target
    func add(_ name: String, _ value: String) {
      target.append(target.contains(UInt8(ascii: "?")) ? UInt8(ascii: "&") : UInt8(ascii: "?"))
      target.append(text: "\(name)=")
      PercentEncoding.append(value.utf8, to: &target)
    }
    add("X-Amz-Algorithm", SignatureText.algorithm)
    add("X-Amz-Credential", "\(credentials.accessKey)/\(scope.text)")
    add("X-Amz-Date", date)
    add("X-Amz-SignedHeaders", names.text)
    add("X-Amz-Expires", String(expiresSeconds))
    let withoutToken = target
    if let token = credentials.sessionToken { add("X-Amz-Security-Token", token) }
    let steps = steps(
      method, options.signsSessionToken ? target : withoutToken, headers, names,
      SignatureText.hexadecimal(hashing.sha256(body)), date, scope)
    add("X-Amz-Signature", steps.signature)
    return Signed(
      target: target, addedHeaders: [], canonicalRequest: steps.canonical, stringToSign: steps.stringToSign,
      signature: steps.signature)
  }

  private func steps(
    _ method: String, _ target: [UInt8], _ headers: [(name: String, value: String)], _ names: SignedHeaderNames,
    _ payloadHash: [UInt8], _ date: String, _ scope: CredentialScope
  ) -> (canonical: [UInt8], stringToSign: [UInt8], signature: String) {
    // The names were taken from these very headers, so none is missing.
    let canonical =
      CanonicalRequest(
        method: method, target: target, headers: headers, signedHeaders: names, payloadHash: payloadHash,
        normalizesPath: options.normalizesPath)?.bytes ?? []
    let stringToSign = StringToSign.make(moment: date, scope: scope, canonicalHash: hashing.sha256(canonical))
    let key = SigningKey.derive(secretKey: credentials.secretKey, scope: scope, hashing: hashing)
    let signature = SignatureText.hexadecimal(hashing.hmacSHA256(key, stringToSign))
    return (canonical, stringToSign, String(decoding: signature, as: UTF8.self))
  }
}
