internal import Foundation
internal import Geodesy

// muster-bench-fences WORKLOAD... [--data DIR] [--output FILE] [--seconds N] [--fences N]
//
// metro100 and metro40 (files of DIR), mixed, circles, updates. One thread unless a figure says otherwise.

let usage = """
  usage: muster-bench-fences metro100|metro40|mixed|circles|updates ... [--data DIR] [--output FILE] [--seconds N] \
  [--fences N]
  """
var options: [String: String] = [:]
var workloads: [String] = []
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  if argument.hasPrefix("--"), let value = arguments.popFirst() {
    options[argument] = value
  } else {
    workloads.append(argument)
  }
}

let files = WorkloadFiles(folder: options["--data"] ?? "data")
var report = Report()
do {
  if workloads.isEmpty { throw BenchmarkError(description: usage) }
  for workload in workloads {
    switch workload {
    case "metro100":
      try PointsBenchmark(workload: workload, expectedPairs: 859_550)
        .run(files.polygons(workload), files.points(workload), &report)
    case "metro40":
      try PointsBenchmark(workload: workload, expectedPairs: 5_330_304)
        .run(files.polygons(workload), files.points(workload), &report)
    case "mixed":
      let isReal = files.has("world.txt")
      if !isReal { print("mixed: the world's countries are not there; 200 made ones of 5,000 vertices instead") }
      let (shapes, points) = Towns.mixed(countries: isReal ? try files.multiPolygons("world.txt") : Towns.countries())
      try PointsBenchmark(workload: workload).run(shapes, points, &report)
    case "circles":
      let (shapes, points) = Towns.circles()
      try PointsBenchmark(workload: workload).run(shapes, points, &report)
    case "updates":
      var benchmark = UpdateBenchmark()
      if let seconds = options["--seconds"].flatMap(Double.init) { benchmark.seconds = seconds }
      if let fences = options["--fences"].flatMap(Int.init) { benchmark.fences = max(1, fences) }
      try benchmark.run(&report)
    default: throw BenchmarkError(description: "no workload '\(workload)'; \(usage)")
    }
  }
  if let output = options["--output"] {
    try report.figures.map { $0.json + "\n" }.joined().write(toFile: output, atomically: true, encoding: .utf8)
  }
} catch {
  FileHandle.standardError.write(Data("muster-bench-fences: \(error)\n".utf8))
  exit(1)
}
