/// The parameters of a presigned request, each once, names in exactly this case.
struct PresignedQuery {
  let credential: String
  let signedHeaders: String
  let signature: String
  let date: String
  let expiresSeconds: Int64
  let token: String?

  static let expiryRange: ClosedRange<Int64> = 1...604_800

  /// Nil when the target has none of the parameters that make a request presigned.
  init?(_ target: RequestTarget) throws(SignatureClaimError) {
    guard let query = target.query, !query.isEmpty else { return nil }
    var values = [String?](repeating: nil, count: Self.names.count)
    for parameter in target.parameters {
      let name = PercentEncoding.decodeQuery(parameter.name)
      guard name.starts(with: "X-Amz-".utf8),
        let index = Self.names.firstIndex(where: { $0.utf8.elementsEqual(name) })
      else { continue }
      guard values[index] == nil else { throw SignatureClaimError(.repeatedParameter(Self.names[index])) }
      guard let value = String(validating: PercentEncoding.decodeQuery(parameter.value), as: UTF8.self) else {
        throw SignatureClaimError(.malformedParameter(Self.names[index]))
      }
      values[index] = value
    }
    guard values[0] != nil || values[1] != nil || values[5] != nil else { return nil }
    for index in 0..<6 where values[index] == nil {
      throw SignatureClaimError(.missingParameter(Self.names[index]))
    }
    guard values[0]?.utf8.elementsEqual(SignatureText.algorithm.utf8) == true else {
      throw SignatureClaimError(.unsupportedAlgorithm)
    }
    credential = values[1] ?? ""
    date = values[2] ?? ""
    signedHeaders = values[4] ?? ""
    signature = values[5] ?? ""
    token = values[6]
    guard let seconds = Int64(values[3] ?? ""), Self.expiryRange.contains(seconds) else {
      throw SignatureClaimError(.expiryOutOfRange)
    }
    expiresSeconds = seconds
  }

  private static let names = [
    "X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Date", "X-Amz-Expires", "X-Amz-SignedHeaders", "X-Amz-Signature",
    "X-Amz-Security-Token",
  ]
}
