internal import AmazonLocation
internal import Foundation
internal import MusterValues

// muster-bench BINARY [--seconds N] [--connections N] [--devices N] [--fences N] [--side METRES] [--output FILE] [--peer PORT]
//
// Positions per second, signed and durable, ten in each request, beside the bare HTTP library in the same run.

guard CommandLine.arguments.count > 1 else {
  print("usage: muster-bench BINARY [--seconds N] [--connections N] [--devices N] [--fences N] [--output FILE]")
  exit(64)
}

@MainActor func option(_ name: String, _ fallback: Int) -> Int {
  guard let index = CommandLine.arguments.firstIndex(of: "--\(name)"), index + 1 < CommandLine.arguments.count else {
    return fallback
  }
  return Int(CommandLine.arguments[index + 1]) ?? fallback
}

let output = CommandLine.arguments.firstIndex(of: "--output").map { CommandLine.arguments[$0 + 1] }
let bench = IngestBenchmark(
  binary: CommandLine.arguments[1], seconds: Double(option("seconds", 10)), connections: option("connections", 128),
  devices: option("devices", 10_000), fences: option("fences", 10_000), side: Double(option("side", 100_000)),
  peerPort: UInt16(option("peer", 0)))
do {
  let figures = try bench.run()
  if let output {
    let lines = figures.map { $0.json.encodedText + "\n" }.joined()
    try lines.write(toFile: output, atomically: true, encoding: .utf8)
  }
} catch {
  FileHandle.standardError.write(Data("muster-bench: \(error)\n".utf8))
  exit(1)
}
