internal import AmazonLocation
internal import Foundation

/// The shipped server as a process of its own, on a data folder that goes with it.
final class ServerProcess {
  let port: UInt16
  let credentials: SigningCredentials
  private let process: Process
  private let folder: URL

  init?(binary: String) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("muster-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process = Process()
    process.executableURL = URL(fileURLWithPath: binary)
    process.arguments = [
      "serve", "--data", folder.appendingPathComponent("data").path, "--listen", "127.0.0.1:0", "--log-level",
      "warning",
    ]
    let output = Pipe()
    process.standardOutput = output
    _ = FileManager.default.createFile(atPath: folder.appendingPathComponent("log").path, contents: nil)
    process.standardError = try FileHandle(forWritingTo: folder.appendingPathComponent("log"))
    try process.run()
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), let value = byte.first, value != 10 {
      line.append(value)
    }
    guard let port = String(decoding: line, as: UTF8.self).split(separator: ":").last.flatMap({ UInt16($0) }) else {
      return nil
    }
    self.port = port
    let file = try String(contentsOf: folder.appendingPathComponent("data/credentials"), encoding: .utf8)
    func value(_ key: String) -> String {
      file.split(separator: "\n").first { $0.hasPrefix(key) }?.split(separator: "=").last
        .map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    }
    credentials = SigningCredentials(accessKey: value("aws_access_key_id"), secretKey: value("aws_secret_access_key"))
  }

  var processIdentifier: Int32 { process.processIdentifier }

  /// Resident memory in bytes.
  var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return (Int(line.split(separator: " ").dropFirst().first ?? "0") ?? 0) * 1024
  }

  /// Processor time used so far, user and system, in seconds.
  var processorSeconds: Double {
    let text = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)) ?? ""
    // The second field is the name in parentheses; the times are the 14th and 15th.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}
