internal import Foundation
internal import Geodesy
internal import Geofencing
internal import MusterRuntime

/// A million fences, one put, replaced or removed after the other, while a reader asks without stopping.
///
/// The writer changes its own value and swaps it in under a lock; the reader takes the value of the moment once for every
/// 64 points. So neither waits for the other longer than a swap; what a change costs beyond its own work is the copying
/// of what the reader's value shares.
struct UpdateBenchmark {
  var fences = 1_000_000
  /// Of writing; the reader stops with it.
  var seconds = 10.0
  private static let workload = "updates"

  func run(_ report: inout Report) throws {
    var random = Randomness(state: 10)
    let middles = (0..<fences).map { _ in middle(&random) }
    let before = Memory.allocated
    let (build, first) = Clock.time {
      var index = IndexUnderTest()
      for (number, middle) in middles.enumerated() {
        if let shape = shape(middle, &random) { index.insert(shape, number: Int32(number)) }
      }
      return index
    }
    report.add(Self.workload, "validate, prepare and insert", build, "s")
    report.add(Self.workload, "index and shapes allocated", Double(Memory.allocated - before) / 1e6, "MB")
    // The value moves from one measurement to the next: two lines of changes from one value would copy it all.
    let second = measureQuiet(first, middles, &random, &report)
    let places = (0..<100_000).map { _ in
      Towns.near(middles[Int.random(in: middles.indices, using: &random)], metres: 100, &random)
    }
    try measure(second, middles, places, &random, &report)
  }

  /// Over a country of 1,000 km by 1,000 km.
  private func middle(_ random: inout Randomness) -> Coordinate {
    Coordinate(longitude: .random(in: 0...13, using: &random), latitude: .random(in: 45...54, using: &random))
  }

  private func shape(_ middle: Coordinate, _ random: inout Randomness) -> PreparedShape? {
    let corners = Int.random(in: 6...20, using: &random)
    let shape = Towns.star(middle, metres: .random(in: 20...200, using: &random), corners: corners, &random)
    return try? PreparedShape(validating: shape, rules: .amazon)
  }

  /// The same changes while nobody else holds the index.
  private func measureQuiet(
    _ first: consuming IndexUnderTest, _ middles: [Coordinate], _ random: inout Randomness, _ report: inout Report
  ) -> IndexUnderTest {
    var index = first
    var writer = Writer(middles: middles, next: Int32(fences))
    let end = Clock.nanoseconds + 2_000_000_000
    while Clock.nanoseconds < end { writer.change(&index, prepared(middles, &random), &random) }
    writer.report("nobody reading", &report)
    return index
  }

  private func prepared(_ middles: [Coordinate], _ random: inout Randomness) -> PreparedShape? {
    shape(Towns.near(middles[Int.random(in: middles.indices, using: &random)], metres: 1000, &random), &random)
  }

  private func measure(
    _ first: IndexUnderTest, _ middles: [Coordinate], _ places: [Coordinate], _ random: inout Randomness,
    _ report: inout Report
  ) throws {
    let current = Locked(first)
    let reader = Reader(current, places)
    reader.start()
    var index = first
    var writer = Writer(middles: middles, next: Int32(fences))
    let end = Clock.nanoseconds + UInt64(seconds * 1e9)
    while Clock.nanoseconds < end {
      writer.change(&index, prepared(middles, &random), &random) { changed in
        // The old value is let go outside the lock.
        var old = changed
        current.withLock { swap(&$0, &old) }
      }
    }
    let (latencies, stall, hits) = reader.stop()
    writer.report("under read load", &report)
    let quantiles = latencies.sortedQuantiles([0.5, 0.999])
    report.add(Self.workload, "reads", Double(latencies.count), "queries")
    report.add(Self.workload, "read p50", quantiles[0], "us")
    report.add(Self.workload, "read p99.9", quantiles[1], "us")
    report.add(Self.workload, "longest reader stall", stall, "us")
    if hits == 0 { throw BenchmarkError(description: "updates: the reader found nothing") }
  }

  /// Makes changes, one kind after another, and times each.
  private struct Writer {
    private static let kinds = ["put", "replace", "remove"]
    private let known: Int
    private var next: Int32
    private var added: [Int32] = []
    private var turn = 0
    private var latencies = kinds.map { _ in Latencies(reserving: 1_000_000) }

    init(middles: [Coordinate], next: Int32) {
      known = middles.count
      self.next = next
    }

    /// - Parameter publish: counts as part of the change.
    mutating func change(
      _ index: inout IndexUnderTest, _ shape: PreparedShape?, _ random: inout Randomness,
      publish: (IndexUnderTest) -> Void = { _ in }
    ) {
      guard let shape else { return }
      let kind = turn % 3
      turn += 1
      let replaced = Int32.random(in: 0..<Int32(known), using: &random)
      let start = Clock.nanoseconds
      switch kind {
      case 0:
        index.insert(shape, number: next)
        added.append(next)
        next += 1
      case 1: index.insert(shape, number: replaced)
      default: if let number = added.popLast() { index.remove(number: number) }
      }
      publish(index)
      latencies[kind].add(Clock.nanoseconds - start)
    }

    func report(_ when: String, _ report: inout Report) {
      for (kind, latencies) in zip(Self.kinds, latencies) {
        let quantiles = latencies.sortedQuantiles([0.5, 0.999, 1])
        report.add(workload, "\(kind) \(when), count", Double(latencies.count), "changes")
        for (name, value) in zip(["p50", "p99.9", "longest"], quantiles) {
          report.add(workload, "\(kind) \(when), \(name)", value, "us")
        }
      }
    }
  }

  /// A thread that asks for one place after another.
  private final class Reader: @unchecked Sendable {
    private let current: Locked<IndexUnderTest>
    private let places: [Coordinate]
    private let isStopping = Locked(false)
    private let ended = DispatchSemaphore(value: 0)
    private var latencies = Latencies(reserving: 20_000_000)
    private var stall: UInt64 = 0
    private var hits = 0

    init(_ current: Locked<IndexUnderTest>, _ places: [Coordinate]) {
      self.current = current
      self.places = places
    }

    func start() {
      let thread = Thread { [self] in
        read()
        ended.signal()
      }
      thread.start()
    }

    /// Latencies of the first 20 million queries, the longest time between two answers in microseconds, and the hits.
    func stop() -> (Latencies, stall: Double, hits: Int) {
      isStopping.withLock { $0 = true }
      ended.wait()
      return (latencies, Double(stall) / 1000, hits)
    }

    private func read() {
      var position = 0
      var last = Clock.nanoseconds
      while !isStopping.withLock({ $0 }) {
        let snapshot = current.withLock { $0 }
        for _ in 0..<64 {
          hits += snapshot.fences(containing: places[position]).count
          position = position + 1 == places.count ? 0 : position + 1
          // From answer to answer: taking the value, and letting the last one go, count too.
          let now = Clock.nanoseconds
          if latencies.count < 20_000_000 { latencies.add(now - last) }
          stall = max(stall, now - last)
          last = now
        }
      }
    }
  }
}
