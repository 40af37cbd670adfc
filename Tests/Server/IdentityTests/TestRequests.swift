import AmazonLocation
import MusterCrypto
import MusterIdentity
import MusterValues

/// A server's side and a client's side that know each other, and requests between them.
enum TestRequests {
  static let accessKey = "MSTRTESTTESTTESTTEST"
  static let secretKey = "secret/secret+secret"
  static let moment = Timestamp(milliseconds: 1_704_164_645_000)
  static let hashing = SignatureHashing(
    sha256: { SHA256.hash($0) }, hmacSHA256: { HMACSHA256.authenticate(key: $0, message: $1) })

  static func authenticator(
    _ change: (inout RequestAuthenticator.Configuration) -> Void = { _ in }, credentials: (any CredentialSource)? = nil
  ) -> RequestAuthenticator {
    var configuration = RequestAuthenticator.Configuration(region: "us-east-1")
    change(&configuration)
    return RequestAuthenticator(
      configuration: configuration,
      credentials: credentials
        ?? RootCredentialSource(accessKey: accessKey, secretKey: secretKey, account: "000000000000"),
      decoySecret: "decoy")
  }

  static func signer(
    accessKey: String = accessKey, secretKey: String = secretKey, token: String? = nil, region: String = "us-east-1",
    service: String = "geo", options: RequestSigner.Options = .init()
  ) -> RequestSigner {
    RequestSigner(
      credentials: SigningCredentials(accessKey: accessKey, secretKey: secretKey, sessionToken: token), region: region,
      service: service, hashing: hashing, options: options)
  }

  static let target = Array("/tracking/v0/trackers/T%2F%C3%A9/positions?b=2&a=%20x".utf8)
  static let body = Array(#"{"Updates":[]}"#.utf8)
  static let headers = [
    (name: "Host", value: "127.0.0.1:8080"), (name: "Content-Type", value: "application/json"),
    (name: "X-Amz-Target", value: "Service.Operation"),
  ]

  /// A request with an `Authorization` header.
  static func signed(
    _ signer: RequestSigner = signer(), method: String = "POST", target: [UInt8] = target,
    headers: [(name: String, value: String)] = headers, body: [UInt8] = body, at moment: Timestamp = moment,
    arrivingAfter delay: Int64 = 0
  ) -> SignedRequest {
    let result = signer.sign(method: method, target: target, headers: headers, body: body, at: moment)
    return SignedRequest(
      method: method, target: target, headers: headers + result.addedHeaders, body: body,
      arrived: moment.advanced(byMilliseconds: delay))
  }

  /// A request with its signature in the query.
  static func presigned(
    _ signer: RequestSigner = signer(), method: String = "POST", target: [UInt8] = target,
    headers: [(name: String, value: String)] = headers, body: [UInt8] = body, expiresSeconds: Int = 60,
    arrivingAfter delay: Int64 = 0
  ) -> SignedRequest {
    let result = signer.presign(
      method: method, target: target, headers: headers, body: body, at: moment, expiresSeconds: expiresSeconds)
    return SignedRequest(
      method: method, target: result.target, headers: headers, body: body,
      arrived: moment.advanced(byMilliseconds: delay))
  }
}

extension SignedRequest {
  /// The same request with some of it changed.
  func with(
    method: String? = nil, target: [UInt8]? = nil, headers: [(name: String, value: String)]? = nil,
    body: [UInt8]? = nil
  ) -> SignedRequest {
    SignedRequest(
      method: method ?? self.method, target: target ?? self.target, headers: headers ?? texts,
      body: body ?? self.body, arrived: arrived)
  }
}

extension Result where Success == Principal, Failure == AuthenticationFailure {
  var code: AuthenticationFailure.Code? { if case .failure(let failure) = self { failure.code } else { nil } }
  var principal: Principal? { if case .success(let principal) = self { principal } else { nil } }
}

extension SignedRequest {
  /// The headers as texts.
  var texts: [(name: String, value: String)] {
    (0..<headers.count).map {
      (String(decoding: headers.name($0), as: UTF8.self), String(decoding: headers.value($0), as: UTF8.self))
    }
  }
}
