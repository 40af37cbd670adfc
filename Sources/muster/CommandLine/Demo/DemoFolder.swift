internal import Foundation

/// Where the demonstration's server keeps its store.
struct DemoFolder {
  let path: String
  private let isTemporary: Bool

  /// The folder named, or a new temporary one that only its owner can enter.
  init(_ chosen: String?) throws(CommandFailure) {
    if let chosen {
      path = chosen
      isTemporary = false
      return
    }
    let base = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array((base + "/muster-demo-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(.file, "can't make a temporary folder: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    isTemporary = true
  }

  func removeIfTemporary() {
    if isTemporary { try? FileManager.default.removeItem(atPath: path) }
  }
}
