/// The text a request is reduced to before it is signed.
///
/// Source: Amazon's "Create a signed AWS API request", step 1, for services other than S3.
public struct CanonicalRequest: Sendable {
  public let bytes: [UInt8]

  /// Nil when a header that should be covered is not there.
  ///
  /// - Parameters:
  ///   - target: the request target exactly as it stands, or will stand, on the request line.
  ///   - payloadHash: lower-case hexadecimal SHA-256 of the body, or a word such as `UNSIGNED-PAYLOAD`.
  ///   - normalizesPath: whether `.`, `..` and empty path segments are resolved first; services do so.
  public init?(
    method: String, target: [UInt8], headers: HeaderFields, signedHeaders: SignedHeaderNames, payloadHash: [UInt8],
    normalizesPath: Bool = true
  ) {
    let target = RequestTarget(target)
    var text: [UInt8] = []
    text.reserveCapacity(512)
    text.append(text: method)
    text.append(newline)
    CanonicalPath.append(target.path, normalizes: normalizesPath, to: &text)
    text.append(newline)
    if target.query != nil { CanonicalQuery.append(target, to: &text) }
    text.append(newline)
    for name in signedHeaders.names {
      guard Self.appendHeader(name, of: headers, to: &text) else { return nil }
    }
    text.append(newline)
    text.append(contentsOf: signedHeaders.bytes)
    text.append(newline)
    text.append(contentsOf: payloadHash)
    bytes = text
  }

  /// The same for headers as texts.
  public init?(
    method: String, target: [UInt8], headers: [(name: String, value: String)], signedHeaders: SignedHeaderNames,
    payloadHash: [UInt8], normalizesPath: Bool = true
  ) {
    self.init(
      method: method, target: target, headers: HeaderFields(headers), signedHeaders: signedHeaders,
      payloadHash: payloadHash, normalizesPath: normalizesPath)
  }

  /// Appends `name:value,value` and a newline; false when there is no such header.
  private static func appendHeader(
    _ name: ArraySlice<UInt8>, of headers: HeaderFields, to text: inout [UInt8]
  ) -> Bool {
    var isFound = false
    for index in 0..<headers.count where HeaderName.equals(headers.name(index), name) {
      if isFound {
        text.append(UInt8(ascii: ","))
      } else {
        text.append(contentsOf: name)
        text.append(UInt8(ascii: ":"))
      }
      isFound = true
      appendTrimmed(headers.value(index), to: &text)
    }
    text.append(newline)
    return isFound
  }

  /// Appends the value without outer spaces, and with one space for every inner run.
  private static func appendTrimmed(_ value: ArraySlice<UInt8>, to text: inout [UInt8]) {
    guard value.contains(where: SignatureText.isSpace) else { return text.append(contentsOf: value) }
    var isAfterSpace = false
    let start = text.count
    for byte in value {
      if SignatureText.isSpace(byte) {
        isAfterSpace = true
      } else {
        if isAfterSpace, text.count > start { text.append(0x20) }
        isAfterSpace = false
        text.append(byte)
      }
    }
  }
}

private let newline = UInt8(ascii: "\n")
