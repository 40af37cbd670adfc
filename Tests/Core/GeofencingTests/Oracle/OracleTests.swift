import ExactGeometry
import Foundation
import Geodesy
import Geofencing
import TestSupport
import Testing

/// The index that is measured against the oracle.
private typealias IndexUnderTest = TrieFenceIndex

extension TrieFenceIndex: SelfCheckingIndex, BatchingIndex {
  func brokenInvariant() -> String? { invariantFaults().first }

  func fences(containing places: [Coordinate]) -> [[Int32]] {
    var matches = FenceMatches()
    fences(containing: places, into: &matches)
    return (0..<matches.count).map { Array(matches[$0]) }
  }
}

/// The index against exact arithmetic that shares no predicate with it, over random sets of fences.
/// `MUSTER_ORACLE_PROBES` says how many probes in all (16,000 when unset), `MUSTER_ORACLE_SEED` where the seeds begin.
@Suite struct OracleTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let probes = environment["MUSTER_ORACLE_PROBES"].flatMap(Int.init) ?? 16_000
  private static let firstSeed = environment["MUSTER_ORACLE_SEED"].flatMap(UInt64.init) ?? 1
  private static let probesPerScene = 2000

  /// Seeds that once found a fault, of the engine or of the oracle; they run always.
  private static let keptSeeds: [UInt64] = [
    7,  // a box that reached beyond a pole
    15,  // a node of the trie that kept no child
    114,  // a circle whose centre is a pole, which the oracle's own formula got wrong
  ]

  @Test func theIndexEqualsExactArithmetic() {
    var run = OracleRun(IndexUnderTest())
    for seed in Self.keptSeeds { run.run(seed: seed, probes: Self.probesPerScene) }
    var seed = Self.firstSeed
    while run.tally.probes < Self.probes, run.tally.failures.isEmpty {
      run.run(seed: seed, probes: Self.probesPerScene)
      seed += 1
    }
    let tally = run.tally
    for failure in tally.failures { Issue.record("\(failure)") }
    print(
      """
      oracle: \(tally.probes) probes in \(seed - Self.firstSeed) sets of fences, \(tally.updates) updates, \
      \(tally.near) near probes of which plain doubles get wrong \(tally.determinantWrong) by determinants and \
      \(tally.crossingWrong) by ray casting; \(tally.pairs) pairs; \
      \(tally.circlesByDefinition) circles within 10 um of the border decided by definition; \
      \(tally.refusedShapes) shapes refused; \(tally.failures.count) failures
      """)
    #expect(tally.determinantWrong > 0 && tally.crossingWrong > tally.near / 1000, "the probes are too easy")
    #expect(tally.near * 2 >= tally.probes - 2 * tally.updates && tally.pairs > tally.probes / 4)
  }

  /// A run must be able to fail: an index of plain doubles does.
  @Test func anIndexOfPlainDoublesIsFoundOut() {
    var run = OracleRun(PlainFenceIndex())
    for seed in UInt64(1)...20 where run.tally.failures.isEmpty { run.run(seed: seed, probes: 500) }
    #expect(!run.tally.failures.isEmpty)
  }

  /// Circles: Vincenty and Karney are two ways to the same number.
  @Test func theCircleOracleAgreesWithTheDefinition() {
    var random = SeededRandom(seed: 4)
    var farthest = 0.0
    for round in 0..<5000 {
      var start = OracleScene.place(.random(in: -180...180, using: &random), .random(in: -90...90, using: &random))
      if round % 10 == 0 { start.latitude = round % 20 == 0 ? 90 : -90 }
      let distance = pow(10, Double.random(in: 0...5, using: &random))
      let azimuth = Double.random(in: 0..<360, using: &random)
      let end = Geodesic.direct(from: start, azimuth: azimuth, distance: distance).end
      farthest = max(farthest, abs(CircleOracle.distance(start, end) - start.distance(to: end)))
    }
    #expect(farthest < CircleOracle.doubt / 10, "\(farthest) m")
  }
}

/// What the oracle must find out: the scan with a plain containment test.
private struct PlainFenceIndex: FenceIndex {
  private var scan = LinearFenceIndex()
  private var plain: [Int32: [PlainPolygon]] = [:]

  mutating func insert(_ shape: PreparedShape, number: Int32) {
    scan.insert(shape, number: number)
    switch shape.shape {
    case .circle: plain[number] = nil
    case .polygon(let polygon): plain[number] = [PlainPolygon(polygon)]
    case .multiPolygon(let polygons): plain[number] = polygons.map { PlainPolygon($0) }
    }
  }

  mutating func remove(number: Int32) {
    scan.remove(number: number)
    plain[number] = nil
  }

  func fences(containing point: Coordinate) -> [Int32] {
    let circles = scan.fences(containing: point).filter { plain[$0] == nil }
    return (circles + plain.filter { $0.value.contains { $0.contains(point, by: .crossing) } }.keys).sorted()
  }

  func fences(meeting box: BoundingBox) -> [Int32] { scan.fences(meeting: box) }
  func shape(of number: Int32) -> PreparedShape? { scan.shape(of: number) }
}
