internal import Foundation
internal import Geofencing
internal import MovementSimulation

// muster-simulate [--seeds FIRST..LAST] [--members N] [--logs FOLDER] [--fixed-intervals] [--poor-accuracy] [--json] [--plot FILE.svg]
//
// Compares rules that tell who is safe, on simulated crews whose true places are known.

do {
  let options = try SimulateOptions(Array(CommandLine.arguments.dropFirst()))
  let report = SimulateReport.run(options)
  print(options.isJSON ? report.json : report.table)
  if let file = options.plot { try SafetyPlot(report).svg.write(toFile: file, atomically: true, encoding: .utf8) }
} catch {
  FileHandle.standardError.write(Data("muster-simulate: \(error)\n".utf8))
  exit(64)
}
