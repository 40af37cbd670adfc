import AmazonLocation
import Foundation
import MusterCrypto
import MusterJSON
import MusterValues

/// One case of the published Signature Version 4 vectors: a request, its circumstances, and every step's text.
struct SignatureVector: CustomStringConvertible {
  let name: String
  let context: JSONValue
  let method: String
  let target: [UInt8]
  let headers: [(name: String, value: String)]
  let body: [UInt8]
  private let folder: URL

  /// The folder of vectors beside the package, or nil on machines that have none.
  static let folder: URL? = {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    for up in ["../shared", "../../shared"] {
      let folder = root.appendingPathComponent(up).appendingPathComponent("data/sigv4/v4").standardizedFileURL
      if FileManager.default.fileExists(atPath: folder.path) { return folder }
    }
    return nil
  }()

  static let isAvailable = folder != nil

  static func all() throws -> [SignatureVector] {
    guard let folder else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      try SignatureVector(folder.appendingPathComponent($0))
    }
  }

  init(_ folder: URL) throws {
    self.folder = folder
    name = folder.lastPathComponent
    context = try JSON.parse(try String(contentsOf: folder.appendingPathComponent("context.json"), encoding: .utf8))
    let text = try String(contentsOf: folder.appendingPathComponent("request.txt"), encoding: .utf8)
    let parts = text.components(separatedBy: "\n\n")
    body = Array(parts.dropFirst().joined(separator: "\n\n").utf8)
    var lines = parts[0].components(separatedBy: "\n").filter { !$0.isEmpty }
    let line = lines.removeFirst()
    var headers: [(name: String, value: String)] = []
    for line in lines {
      if line.hasPrefix(" "), let last = headers.popLast() {
        headers.append((last.name, last.value + "\n" + line))
      } else {
        let cut = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        headers.append((String(cut[0]), String(cut[1])))
      }
    }
    self.headers = headers
    method = String(line.prefix { $0 != " " })
    target = Array(line.dropFirst(method.count + 1).dropLast(" HTTP/1.1".count).utf8)
  }

  var description: String { name }
  var credentials: SigningCredentials {
    SigningCredentials(
      accessKey: context["credentials"]?["access_key_id"]?.text ?? "",
      secretKey: context["credentials"]?["secret_access_key"]?.text ?? "",
      sessionToken: context["credentials"]?["token"]?.text)
  }
  var moment: Timestamp { Timestamp(iso8601: context["timestamp"]?.text ?? "") ?? .distantPast }

  var signer: RequestSigner {
    var options = RequestSigner.Options()
    options.normalizesPath = context["normalize"]?.flag ?? true
    options.signsSessionToken = context["omit_session_token"]?.flag != true
    options.sendsPayloadHash = context["sign_body"]?.flag ?? false
    return RequestSigner(
      credentials: credentials, region: context["region"]?.text ?? "", service: context["service"]?.text ?? "",
      hashing: .ours, options: options)
  }

  func expected(_ file: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The request as the vectors write it, to compare with theirs.
  func text(_ signed: RequestSigner.Signed) -> String {
    let lines =
      ["\(method) \(String(decoding: signed.target, as: UTF8.self)) HTTP/1.1"]
      + (headers + signed.addedHeaders).map { "\($0.name):\($0.value)" }
    return (lines.joined(separator: "\n") + "\n\n" + String(decoding: body, as: UTF8.self))
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension SignatureHashing {
  static let ours = SignatureHashing(
    sha256: { SHA256.hash($0) }, hmacSHA256: { HMACSHA256.authenticate(key: $0, message: $1) })
}
