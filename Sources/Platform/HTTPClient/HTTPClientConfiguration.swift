/// How an `HTTPClient` connects.
public struct HTTPClientConfiguration: Sendable {
  /// PEM file of the certificate authorities to trust instead of the system's.
  public var certificateAuthorityFile: String?
  /// Trusts any certificate: for a self-signed server on one's own machine only.
  public var trustsAnyCertificate: Bool
  /// Seconds to reach the peer, TLS included.
  public var connectTimeout: Double
  /// Largest body `send` accepts, in bytes; a longer one fails with `badAnswer`.
  public var maximumBodySize: Int

  public init(
    certificateAuthorityFile: String? = nil, trustsAnyCertificate: Bool = false, connectTimeout: Double = 10,
    maximumBodySize: Int = 1 << 30
  ) {
    self.certificateAuthorityFile = certificateAuthorityFile
    self.trustsAnyCertificate = trustsAnyCertificate
    self.connectTimeout = connectTimeout
    self.maximumBodySize = maximumBodySize
  }
}
