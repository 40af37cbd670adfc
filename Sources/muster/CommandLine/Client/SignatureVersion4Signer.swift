internal import AmazonLocation
internal import MusterCrypto
internal import MusterValues

/// Signs with AWS Signature Version 4 for the service `geo`.
struct SignatureVersion4Signer: RequestSigner {
  private let signer: AmazonLocation.RequestSigner

  init(credentials: SharedCredentials, region: String) {
    signer = AmazonLocation.RequestSigner(
      credentials: SigningCredentials(
        accessKey: credentials.accessKey, secretKey: credentials.secretKey, sessionToken: credentials.sessionToken),
      region: region, service: "geo",
      hashing: SignatureHashing(
        sha256: { SHA256.hash($0) }, hmacSHA256: { HMACSHA256.authenticate(key: $0, message: $1) }))
  }

  func sign(_ call: HTTPCall, host: String, at moment: Timestamp) throws(CommandFailure) -> HTTPCall {
    var signed = call
    let headers = call.headers.map { (name: $0.name, value: $0.value) } + [(name: "Host", value: host)]
    let added = signer.sign(
      method: call.method, target: Array(call.target.utf8), headers: headers, body: call.body, at: moment
    ).addedHeaders
    signed.headers += added.map { HTTPCall.Header(name: $0.name, value: $0.value) }
    return signed
  }
}
