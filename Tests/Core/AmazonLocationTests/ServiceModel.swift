import Foundation
import MusterJSON
import MusterValues

/// The service's own machine-readable model, as botocore ships it: an independent statement of every limit.
struct ServiceModel: Sendable {
  let operations: JSONValue
  let shapes: JSONValue

  /// nil when botocore is not installed in `.venv` of the package root.
  static let installed: ServiceModel? = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let libraries = root.appendingPathComponent(".venv/lib")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: libraries.path)) ?? []
    for version in versions {
      let file = libraries.appendingPathComponent(
        "\(version)/site-packages/botocore/data/location/2020-11-19/service-2.json.gz")
      guard FileManager.default.isReadableFile(atPath: file.path), let json = unpacked(file) else { continue }
      return ServiceModel(operations: json["operations"] ?? .null, shapes: json["shapes"] ?? .null)
    }
    return nil
  }()

  private static func unpacked(_ file: URL) -> JSONValue? {
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-dc", file.path]
    let output = Pipe()
    gzip.standardOutput = output
    guard (try? gzip.run()) != nil, let data = try? output.fileHandleForReading.readToEnd() else { return nil }
    gzip.waitUntilExit()
    return try? JSON.parse([UInt8](data))
  }
}
