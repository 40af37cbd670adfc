internal import AmazonLocation
internal import MusterCrypto
internal import MusterValues

/// Says who made a request, from its Signature Version 4, in the `Authorization` header or in the query.
///
/// It keeps no record of signatures seen: within its five minutes a request can be sent again, as with Amazon's services.
/// Safe to call from any number of threads.
public final class RequestAuthenticator: Sendable {
  public struct Configuration: Sendable {
    /// The only region that signatures may be scoped to.
    public var region: String
    /// The services that signatures may be scoped to, where the caller does not ask for one.
    public var services = ["geo", "cognito-identity", "cognito-idp", "events", "iam", "sts"]
    /// How far a signature's moment may lie from its arrival, before or after.
    public var clockSkewMilliseconds: Int64 = 300_000
    /// Whether a request may leave its body uncovered (`x-amz-content-sha256: UNSIGNED-PAYLOAD`).
    public var allowsUnsignedPayload = false
    /// How many signing keys to keep; about 400 bytes each.
    public var signingKeyCapacity = 16_384

    public init(region: String) { self.region = region }
  }

  private let configuration: Configuration
  private let credentials: any CredentialSource
  private let cache: SigningKeyCache
  private let decoy: StoredCredential
  private static let decoyAccessKey: Identifier = ""

  /// - Parameter decoySecret: an unpredictable text; signatures of unknown access keys are checked against it, so that
  ///   they take as long as others.
  public init(configuration: Configuration, credentials: any CredentialSource, decoySecret: String) {
    self.configuration = configuration
    self.credentials = credentials
    cache = SigningKeyCache(capacity: configuration.signingKeyCapacity)
    decoy = StoredCredential(principal: .root(account: "", accessKey: ""), secretKey: decoySecret)
  }

  /// - Parameter service: the service that the request's path belongs to, such as `geo`; nil for any configured one.
  public func authenticate(
    _ request: SignedRequest, service: String? = nil
  ) -> Result<Principal, AuthenticationFailure> {
    do throws(AuthenticationFailure) {
      let claim = try Self.claim(of: request)
      try checkScope(claim, service)
      try checkTime(claim, request.arrived)
      try Self.checkCoverage(claim, request)
      let payloadHash = try payloadHash(of: request)
      return .success(try prove(claim, request, payloadHash))
    } catch {
      return .failure(error)
    }
  }

  private static func claim(of request: SignedRequest) throws(AuthenticationFailure) -> SignatureClaim {
    do throws(SignatureClaimError) {
      return try SignatureClaim(target: request.target, headers: request.headers)
    } catch {
      throw AuthenticationFailure(
        error.reason == .missing ? .missingAuthenticationToken : .incompleteSignature, error.description)
    }
  }

  private func checkScope(_ claim: SignatureClaim, _ service: String?) throws(AuthenticationFailure) {
    guard claim.date.utf8.starts(with: claim.scope.date.utf8), claim.scope.date.utf8.count == 8 else {
      throw AuthenticationFailure(.invalidSignature, "Date in Credential scope does not match the date of X-Amz-Date.")
    }
    guard claim.scope.region.utf8.elementsEqual(configuration.region.utf8) else {
      throw AuthenticationFailure(
        .invalidSignature, "Credential should be scoped to a valid region: this server's is '\(configuration.region)'.")
    }
    if let service {
      guard claim.scope.service.utf8.elementsEqual(service.utf8) else {
        throw AuthenticationFailure(.invalidSignature, "Credential should be scoped to correct service: '\(service)'.")
      }
    } else if !configuration.services.contains(where: { $0.utf8.elementsEqual(claim.scope.service.utf8) }) {
      throw AuthenticationFailure(.invalidSignature, "Credential should be scoped to a service that this server has.")
    }
  }

  private func checkTime(_ claim: SignatureClaim, _ arrived: Timestamp) throws(AuthenticationFailure) {
    let skew = configuration.clockSkewMilliseconds
    let latest = arrived.advanced(byMilliseconds: skew)
    guard claim.moment <= latest else {
      throw AuthenticationFailure(
        .invalidSignature,
        "Signature not yet current: \(claim.date) is still later than \(latest.iso8601Basic) "
          + "(\(arrived.iso8601Basic) + \(skew / 60_000) min.)")
    }
    switch claim.form {
    case .header:
      let earliest = arrived.advanced(byMilliseconds: -skew)
      guard claim.moment >= earliest else {
        throw AuthenticationFailure(
          .invalidSignature,
          "Signature expired: \(claim.date) is now earlier than \(earliest.iso8601Basic) "
            + "(\(arrived.iso8601Basic) - \(skew / 60_000) min.)")
      }
    case .query(let seconds):
      let earliest = arrived.advanced(byMilliseconds: -seconds * 1000)
      guard claim.moment >= earliest else {
        throw AuthenticationFailure(
          .invalidSignature,
          "Signature expired: \(claim.date) is now earlier than \(earliest.iso8601Basic) "
            + "(\(arrived.iso8601Basic) - \(seconds) s.)")
      }
    }
  }

  /// What is not covered could be changed on the way: the host and every `x-amz-` header must be.
  private static func checkCoverage(
    _ claim: SignatureClaim, _ request: SignedRequest
  ) throws(AuthenticationFailure) {
    guard claim.signedHeaders.covers("host") else {
      throw AuthenticationFailure(.invalidSignature, "'Host' must be a 'SignedHeader' in the AWS Authorization.")
    }
    let headers = request.headers
    for index in 0..<headers.count
    where HeaderName.hasPrefix(headers.name(index), "x-amz-") && !claim.signedHeaders.covers(headers.name(index)) {
      throw AuthenticationFailure(
        .invalidSignature, "Every 'x-amz-' header must be a 'SignedHeader' in the AWS Authorization.")
    }
  }

  /// The word that stands for the body in the canonical request.
  private func payloadHash(of request: SignedRequest) throws(AuthenticationFailure) -> [UInt8] {
    var declared: ArraySlice<UInt8>?
    let headers = request.headers
    for index in 0..<headers.count where HeaderName.equals(headers.name(index), "x-amz-content-sha256") {
      guard declared == nil else {
        throw AuthenticationFailure(.incompleteSignature, "x-amz-content-sha256 is there more than once.")
      }
      declared = headers.value(index)
    }
    if let declared, configuration.allowsUnsignedPayload, declared.elementsEqual(Self.unsignedPayload.utf8) {
      return Array(Self.unsignedPayload.utf8)
    }
    let actual = Hexadecimal.encode(SHA256.hash(request.body))
    guard let declared, !declared.elementsEqual(actual) else { return actual }
    throw AuthenticationFailure(
      .invalidSignature, "x-amz-content-sha256 is not the body's SHA-256; the body must be covered by the signature.")
  }

  private static let unsignedPayload = "UNSIGNED-PAYLOAD"

  /// Compares signatures; only then says anything about the access key or its token.
  private func prove(
    _ claim: SignatureClaim, _ request: SignedRequest, _ payloadHash: [UInt8]
  ) throws(AuthenticationFailure) -> Principal {
    guard
      let canonical = CanonicalRequest(
        method: request.method, target: request.target, headers: request.headers, signedHeaders: claim.signedHeaders,
        payloadHash: payloadHash)
    else {
      throw AuthenticationFailure(.invalidSignature, "A header that the signature covers is not in the request.")
    }
    let stringToSign = StringToSign.make(
      moment: claim.date, scope: claim.scope, canonicalHash: SHA256.hash(canonical.bytes))
    let accessKey = Identifier(claim.accessKey)
    let known = credentials.credential(accessKey: accessKey)
    let stored = known ?? decoy
    let key = cache.key(
      accessKey: known == nil ? Self.decoyAccessKey : accessKey, secretKey: stored.secretKey, scope: claim.scope)
    let isRight = constantTimeEquals(Hexadecimal.encode(key.authenticate(stringToSign)), claim.signature)
    let hasToken = Self.tokensMatch(claim.sessionToken, stored.sessionToken)
    guard known != nil, hasToken else {
      throw AuthenticationFailure(.unrecognizedClient, "The security token included in the request is invalid.")
    }
    guard isRight else {
      throw AuthenticationFailure(
        .invalidSignature,
        "The request signature we calculated does not match the signature you provided. "
          + "Check the secret access key and how the request is signed.")
    }
    if let expires = stored.expires, request.arrived >= expires {
      throw AuthenticationFailure(.expiredToken, "The security token included in the request is expired")
    }
    return stored.principal
  }

  private static func tokensMatch(_ claimed: String?, _ stored: String?) -> Bool {
    switch (claimed, stored) {
    case (nil, nil): true
    case (.some(let claimed), .some(let stored)): constantTimeEquals(Array(claimed.utf8), Array(stored.utf8))
    default: false
    }
  }
}
