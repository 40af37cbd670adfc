import AmazonLocation
import MusterCrypto
import MusterValues
import TestSupport
import Testing

@testable import MusterIdentity

@Suite struct RequestAuthenticatorTests {
  private let authenticator = TestRequests.authenticator()

  @Test func letsTheRootIn() {
    for request in [TestRequests.signed(), TestRequests.presigned(), TestRequests.signed()] {
      let principal = authenticator.authenticate(request, service: "geo").principal
      #expect(principal == .root(account: "000000000000", accessKey: TestRequests.accessKey))
      #expect(principal?.arn == "arn:aws:iam::000000000000:root")
    }
  }

  @Test func unsignedRequestsAreNotLetIn() {
    let request = TestRequests.signed().with(headers: TestRequests.headers)
    let failure = authenticator.authenticate(request)
    #expect(failure.code == .missingAuthenticationToken)
    #expect(failure == .failure(AuthenticationFailure(.missingAuthenticationToken, "Missing Authentication Token")))
  }

  @Test func unreadableSignaturesAreIncomplete() {
    let request = TestRequests.signed().with(headers: TestRequests.headers + [("Authorization", "Bearer x")])
    #expect(authenticator.authenticate(request).code == .incompleteSignature)
  }

  @Test func unknownAccessKey() {
    #expect(
      authenticator.authenticate(TestRequests.signed(TestRequests.signer(accessKey: "OTHER"))).code
        == .unrecognizedClient)
    let alias = TestRequests.signer(accessKey: TestRequests.accessKey + "\u{200D}")
    #expect(authenticator.authenticate(TestRequests.signed(alias)).code == .unrecognizedClient)
    // Not even the decoy's own secret opens.
    let decoy = TestRequests.signer(accessKey: "OTHER", secretKey: "decoy")
    #expect(authenticator.authenticate(TestRequests.signed(decoy)).code == .unrecognizedClient)
  }

  @Test func wrongSecret() {
    let signer = TestRequests.signer(secretKey: TestRequests.secretKey + "x")
    #expect(authenticator.authenticate(TestRequests.signed(signer)).code == .invalidSignature)
    #expect(authenticator.authenticate(TestRequests.presigned(signer)).code == .invalidSignature)
  }

  @Test func scope() {
    let elsewhere = authenticator.authenticate(TestRequests.signed(TestRequests.signer(region: "eu-west-1")))
    #expect(elsewhere.code == .invalidSignature)
    for service in ["events", "geo"] {
      let request = TestRequests.signed(TestRequests.signer(service: service))
      #expect(authenticator.authenticate(request).principal != nil)
      #expect((authenticator.authenticate(request, service: "geo").principal != nil) == (service == "geo"))
    }
    #expect(
      authenticator.authenticate(TestRequests.signed(TestRequests.signer(service: "s3"))).code == .invalidSignature)
    let configured = TestRequests.authenticator { $0.services = ["s3"] }
    #expect(configured.authenticate(TestRequests.signed(TestRequests.signer(service: "s3"))).principal != nil)
    #expect(configured.authenticate(TestRequests.signed()).code == .invalidSignature)
  }

  @Test func scopeDateMustBeTheDateOfTheRequest() {
    // A right signature whose scope names the day before.
    let scope = CredentialScope(date: "20240101", region: "us-east-1", service: "geo")
    let headers = [(name: "host", value: "h"), (name: "x-amz-date", value: TestRequests.moment.iso8601Basic)]
    let signedHeaders = "host;x-amz-date"
    let key = SigningKey.derive(secretKey: TestRequests.secretKey, scope: scope, hashing: TestRequests.hashing)
    let canonical =
      "GET\n/\n\nhost:h\nx-amz-date:\(TestRequests.moment.iso8601Basic)\n\n\(signedHeaders)\n"
      + Hexadecimal.text(SHA256.hash([]))
    func request(_ scope: CredentialScope, _ key: [UInt8]) -> SignedRequest {
      let text = StringToSign.make(
        moment: TestRequests.moment.iso8601Basic, scope: scope, canonicalHash: SHA256.hash(Array(canonical.utf8)))
      let signature = Hexadecimal.text(HMACSHA256.authenticate(key: key, message: text))
      let authorization =
        "AWS4-HMAC-SHA256 Credential=\(TestRequests.accessKey)/\(scope.text), SignedHeaders=\(signedHeaders), "
        + "Signature=\(signature)"
      return SignedRequest(
        method: "GET", target: Array("/".utf8), headers: headers + [("authorization", authorization)], body: [],
        arrived: TestRequests.moment)
    }
    #expect(authenticator.authenticate(request(scope, key)).code == .invalidSignature)
    let today = CredentialScope(date: "20240102", region: "us-east-1", service: "geo")
    let right = SigningKey.derive(secretKey: TestRequests.secretKey, scope: today, hashing: TestRequests.hashing)
    #expect(authenticator.authenticate(request(today, right)).principal != nil)
  }

  @Test(
    arguments: [(-300_001, false), (-300_000, true), (0, true), (300_000, true), (300_001, false)] as [(Int64, Bool)])
  func clockSkew(_ delay: Int64, _ isLetIn: Bool) {
    let result = authenticator.authenticate(TestRequests.signed(arrivingAfter: delay))
    #expect((result.principal != nil) == isLetIn)
    guard case .failure(let failure) = result else { return }
    #expect(failure.code == .invalidSignature)
    #expect(
      failure.message
        == (delay > 0
          ? "Signature expired: 20240102T030405Z is now earlier than 20240102T030405Z (20240102T030905Z - 5 min.)"
          : "Signature not yet current: 20240102T030405Z is still later than 20240102T030404Z (20240102T025904Z + 5 min.)")
    )
  }

  @Test(
    arguments: [
      (1, -300_001, false), (1, -300_000, true), (1, 1000, true), (1, 1001, false), (60, 60_000, true),
      (60, 60_001, false),
      (604_800, 604_800_000, true), (604_800, 604_800_001, false), (604_801, 0, false), (0, 0, false),
    ] as [(Int, Int64, Bool)])
  func presignedExpiry(_ seconds: Int, _ delay: Int64, _ isLetIn: Bool) {
    let request = TestRequests.presigned(expiresSeconds: seconds, arrivingAfter: delay)
    #expect((authenticator.authenticate(request).principal != nil) == isLetIn)
  }

  @Test func survivesExtremeArrivals() {
    for milliseconds in [Int64.min, .max, -1, 0] {
      for request in [TestRequests.signed(), TestRequests.presigned(expiresSeconds: 604_800)] {
        let moved = SignedRequest(
          method: request.method, target: request.target, headers: request.texts, body: request.body,
          arrived: Timestamp(milliseconds: milliseconds))
        #expect(authenticator.authenticate(moved).code == .invalidSignature)
      }
    }
  }

  @Test(arguments: ["x-amz-extra", "X-AMZ-EXTRA", "X-Amz-Security-Token"])
  func everyAmazonHeaderMustBeCovered(_ name: String) {
    for request in [TestRequests.signed(), TestRequests.presigned()] {
      let added = request.with(headers: request.texts + [(name, "1")])
      #expect(authenticator.authenticate(added).principal == nil)
    }
    let covered = TestRequests.headers + [(name: "x-amz-extra", value: "1")]
    #expect(authenticator.authenticate(TestRequests.signed(headers: covered)).principal != nil)
    let other = TestRequests.signed()
    let harmless = other.with(headers: other.texts + [("x-amzn-trace-id", "1"), ("User-Agent", "x")])
    #expect(authenticator.authenticate(harmless).principal != nil)
  }

  @Test func hostMustBeCovered() {
    let headers = [(name: "Content-Type", value: "application/json")]
    for request in [TestRequests.signed(headers: headers), TestRequests.presigned(headers: headers)] {
      #expect(authenticator.authenticate(request).code == .invalidSignature)
      let added = request.with(headers: request.texts + [("Host", "h")])
      #expect(authenticator.authenticate(added).code == .invalidSignature)
    }
  }

  @Test func coveredHeaderMustBeThere() {
    let request = TestRequests.signed()
    let removed = request.with(headers: request.texts.filter { $0.name != "Content-Type" })
    #expect(authenticator.authenticate(removed).code == .invalidSignature)
  }

  @Test func contentHash() {
    var options = RequestSigner.Options()
    options.sendsPayloadHash = true
    let request = TestRequests.signed(TestRequests.signer(options: options))
    #expect(authenticator.authenticate(request).principal != nil)
    #expect(authenticator.authenticate(request.with(body: [1])).code == .invalidSignature)
    let repeated = request.texts + [("X-Amz-Content-SHA256", "UNSIGNED-PAYLOAD")]
    #expect(authenticator.authenticate(request.with(headers: repeated)).principal == nil)
    for word in ["UNSIGNED-PAYLOAD", "STREAMING-UNSIGNED-PAYLOAD-TRAILER", "", Hexadecimal.text(SHA256.hash([]))] {
      let headers = TestRequests.headers + [(name: "x-amz-content-sha256", value: word)]
      #expect(authenticator.authenticate(TestRequests.signed(headers: headers)).code == .invalidSignature)
    }
  }

  @Test func unsignedPayloadOnlyWhereAllowed() {
    let headers =
      TestRequests.headers + [
        (name: "x-amz-content-sha256", value: "UNSIGNED-PAYLOAD"),
        (name: "x-amz-date", value: TestRequests.moment.iso8601Basic),
      ]
    let names = "content-type;host;x-amz-content-sha256;x-amz-date;x-amz-target"
    let scope = CredentialScope(date: "20240102", region: "us-east-1", service: "geo")
    let canonical =
      "POST\n/\n\ncontent-type:application/json\nhost:127.0.0.1:8080\nx-amz-content-sha256:UNSIGNED-PAYLOAD\n"
      + "x-amz-date:20240102T030405Z\nx-amz-target:Service.Operation\n\n\(names)\nUNSIGNED-PAYLOAD"
    let key = SigningKey.derive(secretKey: TestRequests.secretKey, scope: scope, hashing: TestRequests.hashing)
    let text = StringToSign.make(
      moment: "20240102T030405Z", scope: scope, canonicalHash: SHA256.hash(Array(canonical.utf8)))
    let signature = Hexadecimal.text(HMACSHA256.authenticate(key: key, message: text))
    let authorization =
      "AWS4-HMAC-SHA256 Credential=\(TestRequests.accessKey)/\(scope.text), SignedHeaders=\(names), Signature=\(signature)"
    let request = SignedRequest(
      method: "POST", target: Array("/".utf8), headers: headers + [("Authorization", authorization)], body: [1, 2, 3],
      arrived: TestRequests.moment)
    #expect(authenticator.authenticate(request).code == .invalidSignature)
    #expect(TestRequests.authenticator { $0.allowsUnsignedPayload = true }.authenticate(request).principal != nil)
  }

  @Test func sessionTokens() {
    struct Temporary: CredentialSource {
      func credential(accessKey: Identifier) -> StoredCredential? {
        guard accessKey == "TEMPORARY" else { return nil }
        return StoredCredential(
          principal: .root(account: "1", accessKey: "TEMPORARY"), secretKey: TestRequests.secretKey,
          sessionToken: "token",
          expires: TestRequests.moment.advanced(byMilliseconds: 1000))
      }
    }
    let temporary = TestRequests.authenticator(credentials: Temporary())
    func code(_ token: String?, after delay: Int64 = 0) -> [AuthenticationFailure.Code?] {
      let signer = TestRequests.signer(accessKey: "TEMPORARY", token: token)
      return [
        temporary.authenticate(TestRequests.signed(signer, arrivingAfter: delay)).code,
        temporary.authenticate(TestRequests.presigned(signer, arrivingAfter: delay)).code,
      ]
    }
    #expect(code("token") == [nil, nil])
    #expect(code("token", after: 999) == [nil, nil])
    #expect(code("token", after: 1000) == [.expiredToken, .expiredToken])
    #expect(code("other") == [.unrecognizedClient, .unrecognizedClient])
    #expect(code(nil) == [.unrecognizedClient, .unrecognizedClient])
    let root = TestRequests.signer(token: "unknown")
    #expect(authenticator.authenticate(TestRequests.signed(root)).code == .unrecognizedClient)
    #expect(authenticator.authenticate(TestRequests.presigned(root)).code == .unrecognizedClient)
    let wrong = TestRequests.signer(accessKey: "TEMPORARY", secretKey: "wrong", token: "token")
    #expect(temporary.authenticate(TestRequests.signed(wrong, arrivingAfter: 1000)).code == .invalidSignature)
  }

  /// Many at once, with a key cache too small for them all.
  @Test func answersManyThreads() async {
    let crowded = TestRequests.authenticator { $0.signingKeyCapacity = 2 }
    let requests = ["geo", "events", "iam", "sts"].map { TestRequests.signed(TestRequests.signer(service: $0)) }
    let wrong = TestRequests.signed(TestRequests.signer(secretKey: "wrong"))
    let isRight = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<200 {
        group.addTask {
          crowded.authenticate(requests[index % 4]).principal != nil && crowded.authenticate(wrong).principal == nil
        }
      }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(isRight)
  }

  @Test func failuresOnTheWire() {
    let failure = AuthenticationFailure(.invalidSignature, "m")
    #expect(failure.status(for: .restJSON) == 403 && failure.status(for: .awsJSON) == 400)
    #expect(failure.name(for: .restJSON) == "InvalidSignatureException")
    #expect(failure.name(for: .query) == "SignatureDoesNotMatch")
    for code in AuthenticationFailure.Code.allCases {
      let failure = AuthenticationFailure(code, "m")
      #expect(failure.name(for: .awsJSON) == code.rawValue && !failure.name(for: .query).hasSuffix("Exception"))
    }
  }

  @Test func descriptionsHideSecrets() {
    let stored = StoredCredential(
      principal: .root(account: "1", accessKey: "A"), secretKey: "hidden", sessionToken: "hidden")
    var dumped = ""
    dump(stored, to: &dumped)
    for text in ["\(stored)", String(reflecting: stored), dumped] { #expect(!text.contains("hidden")) }
  }
}

@Suite struct SigningKeyCacheTests {
  @Test func staysBoundedAndRight() {
    let cache = SigningKeyCache(capacity: 10)
    let scope = CredentialScope(date: "20240102", region: "r", service: "geo")
    var random = SeededRandom(seed: 5)
    for _ in 0..<2000 {
      let name = "key-\(Int.random(in: 0..<30, using: &random))"
      let found = cache.key(accessKey: Identifier(name), secretKey: "secret of \(name)", scope: scope)
      let expected = SigningKey.derive(secretKey: "secret of \(name)", scope: scope, hashing: TestRequests.hashing)
      #expect(found.authenticate([1]) == HMACSHA256.authenticate(key: expected, message: [1]))
      #expect(cache.count <= 10)
    }
    let other = CredentialScope(date: "20240103", region: "r", service: "geo")
    #expect(
      cache.key(accessKey: "a", secretKey: "s", scope: scope).authenticate([])
        != cache.key(accessKey: "a", secretKey: "s", scope: other).authenticate([]))
  }
}
