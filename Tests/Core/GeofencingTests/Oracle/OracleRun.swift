import Geodesy
import Geofencing
import TestSupport

/// An index that can check itself, besides being checked from outside.
protocol SelfCheckingIndex {
  /// The invariant that does not hold; nil when all do.
  func brokenInvariant() -> String?
}

/// An index that answers many places in one call.
protocol BatchingIndex {
  func fences(containing places: [Coordinate]) -> [[Int32]]
}

/// Builds one random set of fences, update by update, and compares an index with the plain scan and the exact oracle.
struct OracleRun<Index: FenceIndex> {
  struct Tally {
    var probes = 0
    var near = 0
    var updates = 0
    var refusedShapes = 0
    var pairs = 0
    var circlesByDefinition = 0
    /// Near probes that plain doubles answer wrongly, by either method of `PlainPolygon`.
    var determinantWrong = 0
    var crossingWrong = 0
    var failures: [String] = []
  }

  private let makeIndex: () -> Index
  private(set) var tally = Tally()

  init(_ makeIndex: @escaping @autoclosure () -> Index) { self.makeIndex = makeIndex }

  /// One scene of 8 to 60 updates, then so many probes, half of them near.
  mutating func run(seed: UInt64, probes: Int) {
    var random = SeededRandom(seed: seed)
    let scene = OracleScene(&random)
    var index = makeIndex()
    var scan = LinearFenceIndex()
    var oracle = FenceOracle()
    let updates = Int.random(in: 8...60, using: &random)
    while tally.failures.count < 20 {
      for shape in scene.shapes(&random) {
        let number = Int32.random(in: 0..<80, using: &random)
        guard let prepared = try? PreparedShape(validating: shape, rules: .geobuf) else {
          tally.refusedShapes += 1
          continue
        }
        index.insert(prepared, number: number)
        scan.insert(prepared, number: number)
        oracle.insert(shape, number: number)
        checkUpdate(seed, scene, index, scan, oracle, number, &random)
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        let number = Int32.random(in: 0..<80, using: &random)
        index.remove(number: number)
        scan.remove(number: number)
        oracle.remove(number: number)
        checkUpdate(seed, scene, index, scan, oracle, number, &random)
      }
      if Int.random(in: 0..<updates, using: &random) == 0 { break }
    }
    let shapes = oracle.shapes.map(\.shape)
    var places: [Coordinate] = []
    var answers: [[Int32]] = []
    for turn in 0..<probes where tally.failures.count < 20 {
      let next: OracleProbe = turn % 2 == 0 ? .near(scene, shapes, &random) : .far(scene, shapes, &random)
      answers.append(probe(seed, next, index, oracle))
      places.append(next.place)
    }
    if let batching = index as? any BatchingIndex, batching.fences(containing: places) != answers {
      fail(seed, "the batch call answers otherwise than the single one")
    }
  }

  /// Compares one answer, and gives the index's.
  @discardableResult
  private mutating func probe(
    _ seed: UInt64, _ probe: OracleProbe, _ index: Index, _ oracle: FenceOracle
  ) -> [Int32] {
    let answer = oracle.answer(probe.place, comparesPlain: probe.isNear)
    let found = index.fences(containing: probe.place)
    tally.probes += 1
    tally.pairs += answer.fences.count
    tally.circlesByDefinition += answer.byDefinition
    if probe.isNear {
      tally.near += 1
      if answer.determinantIsWrong { tally.determinantWrong += 1 }
      if answer.crossingIsWrong { tally.crossingWrong += 1 }
    }
    if found != answer.fences {
      let disputed = Set(found).symmetricDifference(answer.fences).min()
      let shape = oracle.shapes.first { $0.number == disputed }.map { "\($0.shape)".prefix(1000) } ?? "no fence"
      fail(
        seed,
        "\(Self.text(probe.place)): the index says \(found), the oracle \(answer.fences); \(disputed ?? -1): \(shape)")
    }
    return found
  }

  /// What must hold after every update.
  private mutating func checkUpdate(
    _ seed: UInt64, _ scene: OracleScene, _ index: Index, _ scan: LinearFenceIndex, _ oracle: FenceOracle,
    _ number: Int32, _ random: inout SeededRandom
  ) {
    tally.updates += 1
    if let broken = (index as? any SelfCheckingIndex)?.brokenInvariant() { fail(seed, "broken invariant: \(broken)") }
    if index.shape(of: number)?.shape != scan.shape(of: number)?.shape { fail(seed, "shape(of: \(number))") }
    let shapes = scan.shape(of: number).map { [$0.shape] } ?? oracle.shapes.map(\.shape)
    for probe in [OracleProbe.near(scene, shapes, &random), .far(scene, shapes, &random)] {
      let expected = scan.fences(containing: probe.place)
      if index.fences(containing: probe.place) != expected {
        fail(seed, "after update \(tally.updates) \(Self.text(probe.place)): not as the scan, \(expected)")
      }
      self.probe(seed, probe, index, oracle)
    }
    let (corner, other) = (scene.anywhere(&random, within: 1.5), scene.anywhere(&random, within: 1.5))
    let west = OracleScene.place(min(corner.x, other.x), 0).longitude
    // A scene at a pole reaches beyond it.
    let latitudes = [corner.y, other.y].map { min(90, max(-90, $0)) }.sorted()
    let box = BoundingBox(
      west: west, south: latitudes[0], east: west + abs(corner.x - other.x), north: latitudes[1])
    checkBox(seed, box, index, scan, oracle, &random)
  }

  /// A box's fences: all that have a place in it, none whose bounds stay away, each once and in order.
  private mutating func checkBox(
    _ seed: UInt64, _ box: BoundingBox, _ index: Index, _ scan: LinearFenceIndex, _ oracle: FenceOracle,
    _ random: inout SeededRandom
  ) {
    let found = index.fences(meeting: box)
    if !zip(found, found.dropFirst()).allSatisfy({ $0 < $1 }) { fail(seed, "\(box): not ascending") }
    if !Set(found).isSubset(of: scan.fences(meeting: box)) { fail(seed, "\(box): a fence whose bounds stay away") }
    let corners = [(box.west, box.south), (box.east, box.south), (box.west, box.north), (box.east, box.north)]
    let within = (0..<4).map { _ in
      (Double.random(in: box.west...box.east, using: &random), Double.random(in: box.south...box.north, using: &random))
    }
    var places = (corners + within).map { OracleScene.place($0.0, $0.1) }
    // The vertices of fences that lie in the box.
    places += oracle.shapes.compactMap { numbered in
      guard case .polygon(let polygon) = numbered.shape else { return nil }
      return polygon.rings.first?.first.flatMap { box.contains($0) ? $0 : nil }
    }
    for place in places where !Set(found).isSuperset(of: scan.fences(containing: place)) {
      fail(seed, "\(box): lacks a fence at \(Self.text(place))")
    }
  }

  private mutating func fail(_ seed: UInt64, _ text: String) { tally.failures.append("seed \(seed): \(text)") }

  /// To the last bit.
  private static func text(_ place: Coordinate) -> String {
    "(\(place.longitude) \(place.latitude))"
  }
}
