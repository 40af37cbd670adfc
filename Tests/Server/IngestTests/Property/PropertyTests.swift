import Foundation
import MusterStorage
import Testing

/// The engine against `ModelWorld`, over random scripts. `MUSTER_PROPERTY_BATCHES` says how many batches to send in all
/// (5,000 when unset); `MUSTER_PROPERTY_SEED` where the seeds begin.
@Suite struct PropertyTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let batches = environment["MUSTER_PROPERTY_BATCHES"].flatMap(Int.init) ?? 5000
  private static let firstSeed = environment["MUSTER_PROPERTY_SEED"].flatMap(UInt64.init) ?? 1
  /// Seeds that once failed.
  private static let kept: [UInt64] = [500_046, 500_797]

  private func run(_ seed: UInt64, _ options: PropertyRun.Options) throws -> PropertyRun {
    let run = try PropertyRun(seed: seed, options: options)
    do {
      try run.live()
    } catch {
      Issue.record("seed \(seed) (\(options.kind)): \(error)")
    }
    return run
  }

  /// Runs seed after seed until enough batches were sent; stops at the third failure.
  private func runMany(share percent: Int, _ options: PropertyRun.Options) throws {
    for seed in Self.kept { _ = try run(seed, options) }
    var sent = 0
    var seed = Self.firstSeed
    var failures = 0
    while sent < Self.batches * percent / 100, failures < 3 {
      let run = try PropertyRun(seed: seed, options: options)
      do {
        try run.live()
      } catch {
        failures += 1
        Issue.record("seed \(seed) (\(options.kind)): \(error)")
      }
      sent += run.batches
      seed += 1
    }
  }

  /// Where the model's plane could be wrong, it is not asked.
  @Test func noDistanceOnTheGridIsInDoubt() {
    for step in [0.000125, 1.0 / 8192] {
      let plane = ModelPlane(step: step)
      for distance: Double in [30, 5, 10, 20, 25, 40, 60, 65, 80, 120] {
        #expect(plane.isClear(distance, size: PropertyWorld.size), "\(distance) m at steps of \(step)")
      }
    }
    #expect(PropertyWorld(crossesAntimeridian: true, isDecimal: false).radii.count > 5)
  }

  @Test func everythingIsAsTheModelSays() throws { try runMany(share: 70, PropertyRun.Options()) }

  @Test func overlappingChangesKeepTransitionsAlternating() throws {
    try runMany(share: 20, PropertyRun.Options(kind: .overlapping))
  }

  /// The evaluator over the index and over a look at every fence: every event is the same to the byte.
  @Test func theIndexChangesNothing() throws {
    var sent = 0
    var seed = Self.firstSeed &+ 2_000_000
    while sent < Self.batches / 5 {
      for kind in [PropertyScript.Kind.settled, .overlapping] {
        let indexed = try run(seed, PropertyRun.Options(kind: kind, restarts: false, faults: false))
        let linear = try run(seed, PropertyRun.Options(kind: kind, restarts: false, faults: false, isLinear: true))
        if kind == .settled { #expect(indexed.events == linear.events, "seed \(seed)") }
        sent += indexed.batches + linear.batches
      }
      seed += 1
    }
  }

  /// Dwell, approach, passing and hours, over restarts, compactions, late samples and faults.
  @Test func extrasAreAsTheModelSays() throws { try runMany(share: 30, PropertyRun.Options(hasRules: true)) }

  /// Restarts leave no trace: every event is the same to the byte, its id included.
  @Test func restartsChangeNothing() throws {
    var sent = 0
    var seed = Self.firstSeed &+ 1_000_000
    while sent < Self.batches / 10 {
      let hasRules = seed % 2 == 0
      let with = try run(seed, PropertyRun.Options(faults: false, hasRules: hasRules))
      let without = try run(seed, PropertyRun.Options(restarts: false, faults: false, hasRules: hasRules))
      #expect(with.events == without.events, "seed \(seed)")
      sent += with.batches + without.batches
      seed += 1
    }
  }
}
