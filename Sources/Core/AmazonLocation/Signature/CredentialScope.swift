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
    var rest = credential
    func part() -> ArraySlice<UInt8>? {
      guard let end = rest.firstIndex(of: UInt8(ascii: "/")), end > rest.startIndex else { return nil }
      defer { rest = rest[(end + 1)...] }
      return rest[..<end]
    }
    guard let accessKey = part(), let date = part(), let region = part(), let service = part(),
      rest.equals("aws4_request")
    else { return nil }
    return (accessKey.text, CredentialScope(date: date.text, region: region.text, service: service.text))
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
