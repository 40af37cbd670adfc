/// Where a client's credentials come from.
///
/// In this order: `--credentials` or `--data`; `AWS_ACCESS_KEY_ID` with `AWS_SECRET_ACCESS_KEY`; the file that
/// `AWS_SHARED_CREDENTIALS_FILE` names; `~/.aws/credentials`. `AWS_PROFILE` names the section.
struct CredentialsLookup {
  let environment: [String: String]
  let read: (String) throws(CommandFailure) -> [UInt8]

  func credentials(for settings: ConnectionSettings) throws(CommandFailure) -> SharedCredentials {
    if let path = settings.chosenCredentials { return try section(of: path) }
    if let accessKey = environment["AWS_ACCESS_KEY_ID"], let secretKey = environment["AWS_SECRET_ACCESS_KEY"],
      !accessKey.isEmpty, !secretKey.isEmpty
    {
      let token = environment["AWS_SESSION_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
      return SharedCredentials(accessKey: accessKey, secretKey: secretKey, sessionToken: token)
    }
    if let path = settings.variableCredentials { return try section(of: path) }
    guard let home = environment["HOME"] else { throw Self.none }
    do {
      return try section(of: home + "/.aws/credentials")
    } catch {
      throw error.code == .file ? Self.none : error
    }
  }

  private func section(of path: String) throws(CommandFailure) -> SharedCredentials {
    let profile = environment["AWS_PROFILE"].flatMap { $0.isEmpty ? nil : $0 } ?? "default"
    let text = String(decoding: try read(path), as: UTF8.self)
    guard let found = SharedCredentials(text: text, profile: profile) else {
      throw CommandFailure(
        .credentials, "\(Shown.text(path)) has no key pair in its section [\(Shown.text(profile))]")
    }
    return found
  }

  private static let none = CommandFailure(
    .credentials, "no credentials found",
    hint: "Name the server's folder with --data DIR, or its credentials file with --credentials DIR/credentials.")
}
