/// What a signing key is good for: one day, one region, one service.
public struct CredentialScope: Sendable {
  /// `YYYYMMDD`.
  public let date: String
  public let region: String
  public let service: String

  public init(date: String, region: String, service: String) {
    self.date = date
    self.region = region
    self.service = service
  }

  /// `date/region/service/aws4_request`.
  public var text: String { "\(date)/\(region)/\(service)/\(SignatureText.terminator)" }

  /// Reads a credential, `access key/date/region/service/aws4_request`.
  static func parse(credential: ArraySlice<UInt8>) -> (accessKey: String, scope: CredentialScope)? {
    let parts = credential.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 5, parts.allSatisfy({ !$0.isEmpty }), parts[4].equals("aws4_request")
    else { return nil }
    return (
      parts[0].text,
      CredentialScope(
        date: parts[1].text, region: parts[2].text, service: parts[3].text)
    )
  }
}

extension CredentialScope: Equatable, Hashable {
  public static func == (left: CredentialScope, right: CredentialScope) -> Bool {
    SignatureText.sameBytes(left.date, right.date) && SignatureText.sameBytes(left.region, right.region)
      && SignatureText.sameBytes(left.service, right.service)
  }

  public func hash(into hasher: inout Hasher) {
    for text in [date, region, service] {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      hasher.combine(UInt8(0xFF))
    }
  }
}
