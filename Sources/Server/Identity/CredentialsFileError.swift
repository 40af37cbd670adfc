/// Why the credentials file can't be used; it names the file, never what is in it.
public struct CredentialsFileError: Error, Equatable, Sendable {
  public enum Code: String, Sendable {
    case cannotMakeDirectory
    case cannotRead
    case cannotWrite
    /// Not a regular file, or a symbolic link.
    case notAFile
    /// Another user owns it.
    case foreignOwner
    /// Group or world may read or write it.
    case tooOpen
    /// Larger than any credentials file, or not UTF-8.
    case notText
    case missingKey
    /// A region of other characters than lower-case letters, digits and hyphens.
    case badRegion
    case noRandom
  }

  public let code: Code
  public let path: String
  /// The system's reason, a mode, or the name of a key.
  public let detail: String

  init(_ code: Code, path: String, detail: String) {
    self.code = code
    self.path = path
    self.detail = detail
  }
}

extension CredentialsFileError: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String {
    switch code {
    case .cannotMakeDirectory: "cannot make the folder of \(path): \(detail)"
    case .cannotRead: "cannot read \(path): \(detail)"
    case .cannotWrite: "cannot write \(path): \(detail)"
    case .notAFile: "\(path) is not a regular file"
    case .foreignOwner: "\(path) belongs to another user"
    case .tooOpen: "\(path) has mode \(detail), so others may read or change it; run: chmod 600 '\(path)'"
    case .notText: "\(path) is not a credentials file"
    case .missingKey: "\(path) has no \(detail) in its section [default]"
    case .badRegion: "the region for \(path) must be 1 to 64 lower-case letters, digits and hyphens"
    case .noRandom: "the random source gave too few bytes"
    }
  }

  public var debugDescription: String { "CredentialsFileError(\(code.rawValue), \(path), \(detail))" }
}
