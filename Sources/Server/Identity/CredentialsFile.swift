/// The server's own access key and region, in the shared credentials format that Amazon's SDKs and command line read.
///
/// `AWS_SHARED_CREDENTIALS_FILE=DIR/credentials` is all a client on the same machine needs.
public struct CredentialsFile: Sendable {
  public static let name = "credentials"
  public static let defaultRegion = "us-east-1"

  public let accessKey: String
  public let secretKey: String
  public let region: String

  /// Reads `DIR/credentials`, or makes it, and DIR, when it is not there.
  ///
  /// The file has mode 0600 and appears whole or not at all; a folder made here has mode 0700.
  ///
  /// - Parameters:
  ///   - region: the region to serve; nil takes the file's, or `us-east-1`. When the file says another, it is changed.
  ///   - random: gives so many unpredictable bytes.
  /// - Throws: `CredentialsFileError`; among others when group or world may read the file.
  public static func load(
    directory: String, region: String? = nil, random: (Int) throws -> [UInt8]
  ) throws -> CredentialsFile {
    let store = PrivateFile(directory: directory, name: name)
    if let region, !isRegion(region) { throw CredentialsFileError(.badRegion, path: store.path, detail: "") }
    let stored: String
    if let found = try store.read() {
      stored = found
    } else {
      let accessKey = try makeAccessKey(random)
      let secretKey = try makeSecretKey(random)
      try store.create(
        SharedCredentialsText.make(accessKey: accessKey, secretKey: secretKey, region: region ?? defaultRegion))
      // Another process may have been first; what stands there counts.
      guard let found = try store.read() else { throw CredentialsFileError(.cannotRead, path: store.path, detail: "") }
      stored = found
    }
    let text = SharedCredentialsText(stored)
    let file = CredentialsFile(
      accessKey: try required("aws_access_key_id", text, store.path),
      secretKey: try required("aws_secret_access_key", text, store.path),
      region: region ?? text.value("region") ?? defaultRegion)
    guard isRegion(file.region) else { throw CredentialsFileError(.badRegion, path: store.path, detail: "") }
    if text.value("region") != file.region { try store.replace(text.setting("region", to: file.region)) }
    return file
  }

  /// 1 to 64 lower-case letters, digits and hyphens: what fits into a scope, an ARN and one line.
  private static func isRegion(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
  }

  private static func required(_ key: String, _ text: SharedCredentialsText, _ path: String) throws -> String {
    guard let value = text.value(key), !value.isEmpty else {
      throw CredentialsFileError(.missingKey, path: path, detail: key)
    }
    return value
  }

  /// 20 characters, 80 random bits; the prefix keeps it apart from Amazon's own.
  private static func makeAccessKey(_ random: (Int) throws -> [UInt8]) throws -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    return "MSTR" + String(decoding: try bytes(16, random).map { alphabet[Int($0 & 31)] }, as: UTF8.self)
  }

  /// 40 characters, 240 random bits.
  private static func makeSecretKey(_ random: (Int) throws -> [UInt8]) throws -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    return String(decoding: try bytes(40, random).map { alphabet[Int($0 & 63)] }, as: UTF8.self)
  }

  private static func bytes(_ count: Int, _ random: (Int) throws -> [UInt8]) throws -> [UInt8] {
    let bytes = try random(count)
    guard bytes.count == count else { throw CredentialsFileError(.noRandom, path: "", detail: "") }
    return bytes
  }
}

extension CredentialsFile: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "access key \(accessKey) of region \(region)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["accessKey": accessKey, "region": region]) }
}
