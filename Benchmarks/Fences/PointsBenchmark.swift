internal import Foundation
internal import Geodesy
internal import Geofencing

/// Points to the fences that contain them: rate by single call, by batch and on two threads; memory; build time.
struct PointsBenchmark {
  let workload: String
  /// What the numbers of pairs must be; nil compares a sample with the plain scan instead.
  var expectedPairs: Int?
  var passes = 5
  private static let batch = 1024

  func run(_ shapes: [Shape], _ points: [Coordinate], _ report: inout Report) throws {
    let prepared = prepare(shapes, &report)
    let residentBefore = Memory.resident
    let before = Memory.allocated
    let (seconds, index) = Clock.time {
      var index = IndexUnderTest()
      for (number, shape) in prepared.enumerated() { index.insert(shape, number: Int32(number)) }
      return index
    }
    report.add(workload, "index build", seconds, "s")
    report.add(workload, "index allocated beyond its shapes", Double(Memory.allocated - before) / 1e6, "MB")
    if let residentBefore, let resident = Memory.resident {
      report.add(workload, "index resident beyond its shapes", Double(resident - residentBefore) / 1e6, "MB")
    }
    try measure(index, prepared, points, &report)
  }

  /// What validating and preparing costs, and holds.
  private func prepare(_ shapes: [Shape], _ report: inout Report) -> [PreparedShape] {
    let vertices = shapes.reduce(0) { $0 + $1.vertexCount }
    let before = Memory.allocated
    var refused = 0
    let (seconds, prepared) = Clock.time {
      shapes.compactMap { shape in
        let prepared = try? PreparedShape(validating: shape, rules: .geobuf)
        if prepared == nil { refused += 1 }
        return prepared
      }
    }
    if refused > 0 { report.add(workload, "shapes refused by validation", Double(refused), "shapes") }
    report.add(workload, "fences", Double(prepared.count), "shapes")
    report.add(workload, "validate and prepare", seconds, "s")
    report.add(workload, "vertices", Double(vertices * 16) / 1e6, "MB")
    report.add(workload, "prepared shapes allocated", Double(Memory.allocated - before) / 1e6, "MB")
    return prepared
  }

  private func measure(
    _ index: IndexUnderTest, _ shapes: [PreparedShape], _ points: [Coordinate], _ report: inout Report
  ) throws {
    let count = Double(points.count)
    let single = Clock.best(of: passes) { index.pairsOneByOne(points) }
    report.add(workload, "single call", count / single.seconds, "points/s")
    let borrowed = Clock.best(of: passes) { index.pairsBorrowed(points) }
    report.add(workload, "single call, no array", count / borrowed.seconds, "points/s")
    let batches = stride(from: 0, to: points.count, by: Self.batch).map {
      Array(points[$0..<min(points.count, $0 + Self.batch)])
    }
    let batch = Clock.best(of: passes) { index.pairsInBatches(batches[...]) }
    report.add(workload, "batch call", count / batch.seconds, "points/s")
    let half = batches.count / 2
    let parallel = Clock.best(of: passes) {
      let pairs = Pairs()
      DispatchQueue.concurrentPerform(iterations: 2) { part in
        pairs.set(index.pairsInBatches(part == 0 ? batches[..<half] : batches[half...]), part)
      }
      return pairs.sum
    }
    report.add(workload, "batch call, two threads", count / parallel.seconds, "points/s")
    report.add(workload, "hits", Double(single.result), "pairs")
    guard single.result == borrowed.result, single.result == batch.result, batch.result == parallel.result else {
      throw BenchmarkError(
        description: "\(workload): \(single.result), \(batch.result), \(parallel.result) pairs differ")
    }
    if let expectedPairs, expectedPairs != single.result {
      throw BenchmarkError(description: "\(workload): \(single.result) pairs, \(expectedPairs) are right")
    }
    if expectedPairs == nil { try compareWithScan(index, shapes, points) }
    measureLatency(index, points, &report)
  }

  private func measureLatency(_ index: IndexUnderTest, _ points: [Coordinate], _ report: inout Report) {
    var latencies = Latencies(reserving: 200_000)
    var pairs = 0
    for point in points.prefix(200_000) {
      let start = Clock.nanoseconds
      pairs += index.fences(containing: point).count
      latencies.add(Clock.nanoseconds - start)
    }
    let quantiles = latencies.sortedQuantiles([0.5, 0.99, 0.999])
    for (name, value) in zip(["p50", "p99", "p99.9"], quantiles) {
      report.add(workload, "single call \(name), clock included", value, "us")
    }
    if pairs < 0 { print(pairs) }
  }

  private func compareWithScan(_ index: IndexUnderTest, _ shapes: [PreparedShape], _ points: [Coordinate]) throws {
    for point in stride(from: 0, to: points.count, by: max(1, points.count / 100)).map({ points[$0] }) {
      let expected = shapes.indices.filter { shapes[$0].contains(point) }.map { Int32($0) }
      guard index.fences(containing: point) == expected else {
        throw BenchmarkError(description: "\(workload): the index differs from the plain scan at \(point)")
      }
    }
  }
}

/// What two threads counted.
private final class Pairs: @unchecked Sendable {
  private let lock = NSLock()
  private var counts = [0, 0]

  func set(_ count: Int, _ part: Int) { lock.withLock { counts[part] = count } }

  var sum: Int { lock.withLock { counts[0] + counts[1] } }
}
