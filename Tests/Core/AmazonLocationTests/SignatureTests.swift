import MusterCrypto
import MusterValues
import TestSupport
import Testing

@testable import AmazonLocation

@Suite struct SignatureVectorTests {
  @Test(.enabled(if: SignatureVector.isAvailable, "the published vectors are not beside the package"))
  func headerForm() throws {
    let vectors = try SignatureVector.all()
    #expect(vectors.count == 38)
    for vector in vectors {
      let signed = vector.signer.sign(
        method: vector.method, target: vector.target, headers: vector.headers, body: vector.body, at: vector.moment)
      try compare(signed, vector, "header")
    }
  }

  @Test(.enabled(if: SignatureVector.isAvailable, "the published vectors are not beside the package"))
  func queryForm() throws {
    let vectors = try SignatureVector.all()
    #expect(vectors.count == 38)
    for vector in vectors {
      let signed = vector.signer.presign(
        method: vector.method, target: vector.target, headers: vector.headers, body: vector.body, at: vector.moment,
        expiresSeconds: Int(vector.context["expiration_in_seconds"]?.integer ?? 0))
      try compare(signed, vector, "query")
    }
  }

  /// What we signed reads back as a claim that leads to the same signature.
  @Test(.enabled(if: SignatureVector.isAvailable, "the published vectors are not beside the package"))
  func claimsReadBack() throws {
    for vector in try SignatureVector.all() where vector.context["omit_session_token"]?.flag != true {
      let signed = vector.signer.sign(
        method: vector.method, target: vector.target, headers: vector.headers, body: vector.body, at: vector.moment)
      let headers = vector.headers + signed.addedHeaders
      let claim = try SignatureClaim(target: vector.target, headers: headers)
      #expect(claim.form == .header && claim.moment == vector.moment)
      #expect(claim.accessKey == "AKIDEXAMPLE" && claim.sessionToken == vector.credentials.sessionToken)
      #expect(String(decoding: claim.signature, as: UTF8.self) == signed.signature)
      let presigned = vector.signer.presign(
        method: vector.method, target: vector.target, headers: vector.headers, body: vector.body, at: vector.moment,
        expiresSeconds: 3600)
      let second = try SignatureClaim(target: presigned.target, headers: vector.headers)
      #expect(second.form == .query(expiresSeconds: 3600) && second.moment == vector.moment)
      let canonical = CanonicalRequest(
        method: vector.method, target: presigned.target, headers: vector.headers, signedHeaders: second.signedHeaders,
        payloadHash: Array(presigned.canonicalRequest.suffix(64)),
        normalizesPath: vector.context["normalize"]?.flag ?? true)
      #expect(canonical?.bytes == presigned.canonicalRequest, "\(vector)")
    }
  }

  private func compare(_ signed: RequestSigner.Signed, _ vector: SignatureVector, _ form: String) throws {
    let canonical = String(decoding: signed.canonicalRequest, as: UTF8.self)
    #expect(canonical == (try vector.expected("\(form)-canonical-request.txt")), "\(vector)")
    let stringToSign = String(decoding: signed.stringToSign, as: UTF8.self)
    #expect(stringToSign == (try vector.expected("\(form)-string-to-sign.txt")), "\(vector)")
    #expect(signed.signature == (try vector.expected("\(form)-signature.txt")), "\(vector)")
    #expect(vector.text(signed) == (try vector.expected("\(form)-signed-request.txt")), "\(vector)")
  }
}

@Suite struct SignatureClaimTests {
  private static let headers = [
    (name: "Host", value: "h"), (name: "X-Amz-Date", value: "20150830T123600Z"),
  ]
  private static let good =
    "AWS4-HMAC-SHA256 Credential=K/20150830/us-east-1/geo/aws4_request, SignedHeaders=host;x-amz-date, Signature=ab"

  private func reason(
    _ authorization: String?, target: String = "/", headers: [(name: String, value: String)] = Self.headers
  ) -> SignatureClaimError.Reason? {
    do throws(SignatureClaimError) {
      let all = headers + (authorization.map { [(name: "authorization", value: $0)] } ?? [])
      _ = try SignatureClaim(target: Array(target.utf8), headers: all)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func readsPartsInAnyOrder() {
    #expect(reason(Self.good) == nil)
    #expect(
      reason(
        "AWS4-HMAC-SHA256 Signature=ab,SignedHeaders=host,Credential=K/20150830/us-east-1/geo/aws4_request") == nil)
  }

  @Test func namesWhatIsWrong() {
    #expect(reason(nil) == .missing)
    #expect(reason("Bearer x") == .unsupportedAlgorithm)
    #expect(reason("AWS4-HMAC-SHA256") == .unsupportedAlgorithm)
    #expect(reason("AWS4-HMAC-SHA256X Credential=") == .unsupportedAlgorithm)
    #expect(reason("AWS4-HMAC-SHA256 ,") == .missingParameter("Credential"))
    #expect(reason("AWS4-HMAC-SHA256 x") == .unknownParameter)
    #expect(reason(Self.good + ", Other=1") == .unknownParameter)
    #expect(reason(Self.good + ", Signature=1") == .repeatedParameter("Signature"))
    #expect(reason(Self.good, headers: [("Host", "h")]) == .missingParameter("X-Amz-Date"))
    #expect(reason(Self.good, headers: Self.headers + Self.headers) == .repeatedParameter("x-amz-date"))
    #expect(reason(Self.good, headers: Self.headers + [("Authorization", "x")]) == .repeatedParameter("authorization"))
    #expect(reason(Self.good, target: "/?X-Amz-Signature=1") != nil)
  }

  @Test(arguments: [
    "K/20150830/us-east-1/geo", "K/20150830/us-east-1/geo/aws4", "K/20150830//geo/aws4_request", "",
    "K/x/20150830/us-east-1/geo/aws4_request", "/20150830/us-east-1/geo/aws4_request",
  ])
  func refusesCredential(_ credential: String) {
    #expect(
      reason("AWS4-HMAC-SHA256 Credential=\(credential), SignedHeaders=host, Signature=ab")
        == .malformedParameter("Credential"))
  }

  @Test(arguments: ["", "Host", "host;", ";host", "x-amz-date;host", "host;host", "ho st", "hoſt", "a\u{0}b"])
  func refusesSignedHeaders(_ names: String) {
    #expect(
      reason("AWS4-HMAC-SHA256 Credential=K/20150830/us-east-1/geo/aws4_request, SignedHeaders=\(names), Signature=ab")
        == .malformedParameter("SignedHeaders"))
  }

  @Test func boundsSignedHeaders() {
    let names = (0..<65).map { "a\($0 + 100)" }
    #expect(SignedHeaderNames(names.dropLast().joined(separator: ";"))?.names.count == 64)
    #expect(SignedHeaderNames(names.joined(separator: ";")) == nil)
  }

  @Test(arguments: [
    "20150830T123600", "20150830T123600z", "20150830t123600Z", "20151330T123600Z", "2015-08-30T12:36:00Z", "",
    "Sun, 30 Aug 2015 12:36:00 GMT", "20150830T1236001", "2015083XT123600Z", "20150830T126000Z",
  ])
  func refusesDate(_ date: String) {
    #expect(reason(Self.good, headers: [("Host", "h"), ("X-Amz-Date", date)]) == .malformedParameter("X-Amz-Date"))
  }

  @Test(arguments: ["0", "-1", "604801", "x", "", "1e3", "99999999999999999999"])
  func refusesExpiry(_ seconds: String) {
    let target =
      "/?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=K%2F20150830%2Fus-east-1%2Fgeo%2Faws4_request"
      + "&X-Amz-Date=20150830T123600Z&X-Amz-SignedHeaders=host&X-Amz-Signature=ab&X-Amz-Expires="
    #expect(reason(nil, target: target + seconds, headers: []) == .expiryOutOfRange)
    #expect(reason(nil, target: target + "604800", headers: []) == nil)
    #expect(reason(nil, target: target + "1&X-Amz-Date=1", headers: []) == .repeatedParameter("X-Amz-Date"))
    #expect(reason(nil, target: target + "1&X-Amz-Security-Token=%FF") == .malformedParameter("X-Amz-Security-Token"))
    #expect(reason(Self.good, target: target + "1") == .bothForms)
  }

  @Test(arguments: [
    ("/?a=b+c", "a=b%20c"), ("/?a=b%2Bc", "a=b%2Bc"), ("/?b&a=&&=c", "=c&a=&b="), ("/?a=%zz%4", "a=%25zz%254"),
    ("/?a=%e9", "a=%E9"), ("/?", ""), ("/?a=2&a=1&a-=0", "a=1&a=2&a-=0"), ("/?x=1?y=2", "x=1%3Fy%3D2"),
  ])
  func canonicalQuery(_ target: String, _ expected: String) throws {
    let request = CanonicalRequest(
      method: "GET", target: Array(target.utf8), headers: [], signedHeaders: SignedHeaderNames(signing: []),
      payloadHash: [])
    let lines = String(decoding: try #require(request).bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[1] == "/" && lines[2] == expected)
  }

  @Test(arguments: [
    ("", "/"), ("*", "%2A"), ("//", "/"), ("/a/./b/../c/", "/a/c/"), ("/../..", "/"), ("/a%2Fb", "/a%252Fb"),
    ("/.a/b.", "/.a/b."), ("/a//", "/a/"), ("/a/..", "/"), ("/%2E%2E/a", "/%252E%252E/a"),
  ])
  func canonicalPath(_ path: String, _ expected: String) {
    var text: [UInt8] = []
    CanonicalPath.append(Array(path.utf8)[...], normalizes: true, to: &text)
    #expect(String(decoding: text, as: UTF8.self) == expected)
  }

  @Test func survivesRandomTargetsAndHeaders() {
    var random = SeededRandom(seed: 21)
    let good = Array(Self.good.utf8)
    let target = Array(
      "/a%2Fb/../c//d?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=K%2F20150830%2Fr%2Fgeo%2Faws4_request&a=%".utf8)
    var readable = 0
    for _ in 0..<20_000 {
      var (header, path) = (good, target)
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        header[Int.random(in: 0..<header.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        path[Int.random(in: 0..<path.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      path.removeLast(Int.random(in: 0...path.count, using: &random))
      let headers = Self.headers + [("Authorization", String(decoding: header, as: UTF8.self))]
      if (try? SignatureClaim(target: path, headers: headers)) != nil { readable += 1 }
      let names = SignedHeaderNames(signing: headers)
      let request = CanonicalRequest(
        method: "GET", target: path, headers: headers, signedHeaders: names, payloadHash: [])
      #expect(request != nil)
    }
    #expect(readable > 1000 && readable < 19_000)
  }

  @Test func secretsStayOutOfDescriptions() {
    let credentials = SigningCredentials(accessKey: "AK", secretKey: "hidden-secret", sessionToken: "hidden-token")
    var dumped = ""
    dump(credentials, to: &dumped)
    for text in ["\(credentials)", String(reflecting: credentials), dumped] { #expect(!text.contains("hidden")) }
  }
}
