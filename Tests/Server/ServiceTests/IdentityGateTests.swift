import AmazonLocation
import MusterCrypto
import MusterHTTPServer
import MusterIdentity
import MusterService
import MusterValues
import Testing

@Suite struct IdentityGateTests {
  private static let moment = Timestamp(milliseconds: 1_704_164_645_000)
  private static let target = "/tracking/v0/trackers/T/positions"

  private let gate = IdentityGate(
    authenticator: RequestAuthenticator(
      configuration: RequestAuthenticator.Configuration(region: "us-east-1"),
      credentials: RootCredentialSource(accessKey: "AKTEST", secretKey: "secret", account: "000000000000"),
      decoySecret: "decoy"),
    authorizer: RootOnlyAuthorizer())

  private func headers(note: String) -> [(name: String, value: String)] {
    let signer = RequestSigner(
      credentials: SigningCredentials(accessKey: "AKTEST", secretKey: "secret"), region: "us-east-1", service: "geo",
      hashing: SignatureHashing(
        sha256: { SHA256.hash($0) }, hmacSHA256: { HMACSHA256.authenticate(key: $0, message: $1) }))
    let own = [(name: "Host", value: "h"), (name: "X-Note", value: note)]
    return own
      + signer.sign(method: "POST", target: Array(Self.target.utf8), headers: own, body: [1], at: Self.moment)
      .addedHeaders
  }

  private func caller(_ headers: HTTPHeaders) -> Principal? {
    let request = HTTPRequest(method: "POST", target: Array(Self.target.utf8), headers: headers, body: [1])
    return try? gate.caller(of: request, service: "geo", arrived: Self.moment).get()
  }

  /// A client signs a text; how it goes over the wire is up to the client's HTTP library.
  @Test(arguments: ["plain", "caf\u{E9}"])
  func headersMayBeUTF8OrLatin1(_ note: String) {
    var utf8 = HTTPHeaders()
    var latin1 = HTTPHeaders()
    var wrong = HTTPHeaders()
    for (name, value) in headers(note: note) {
      utf8.append(name: Array(name.utf8), value: Array(value.utf8))
      latin1.append(name: Array(name.utf8), value: value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
      wrong.append(name: Array(name.utf8), value: Array((name == "X-Note" ? value + "x" : value).utf8))
    }
    #expect(caller(utf8)?.accessKey == "AKTEST")
    #expect(caller(latin1)?.accessKey == "AKTEST")
    #expect(caller(wrong) == nil)
  }

  @Test func noQuestionIsPutTogetherForRoot() {
    var isAsked = false
    let refusal = gate.refusal(.root(account: "000000000000", accessKey: "AKTEST")) {
      isAsked = true
      return AccessQuestion(action: "geo:GetGeofence", resource: "*")
    }
    #expect(refusal == nil && !isAsked)
  }
}
