import Foundation
import Geodesy
import Geofencing
import TestSupport
import Testing

/// What only the trie promises: invariants after every change, snapshots, batches.
@Suite struct TrieTests {
  private static func square(_ longitude: Double, _ latitude: Double, _ side: Double) throws -> PreparedShape {
    let ring = [(0.0, 0.0), (side, 0), (side, side), (0, side), (0, 0)].map {
      Coordinate(longitude: longitude + $0.0, latitude: latitude + $0.1)
    }
    return try PreparedShape(validating: .polygon(Polygon(rings: [ring])), rules: .amazon)
  }

  private static func randomShape(_ random: inout SeededRandom) throws -> PreparedShape {
    let center = (Double.random(in: -1...1, using: &random), Double.random(in: 50...51, using: &random))
    if Int.random(in: 0..<4, using: &random) == 0 {
      let circle = Circle(
        center: Coordinate(longitude: center.0, latitude: center.1), radius: .random(in: 5...50_000, using: &random))
      return try PreparedShape(validating: .circle(circle), rules: .amazon)
    }
    return try square(center.0, center.1, Double.random(in: 0.000_01...0.6, using: &random))
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func invariantsHoldAfterEveryChange(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var trie = TrieFenceIndex()
    var snapshots: [TrieFenceIndex] = []
    for step in 0..<150 {
      let number = Int32.random(in: -20..<60, using: &random)
      if Int.random(in: 0..<5, using: &random) < 2 {
        trie.remove(number: number)
      } else {
        trie.insert(try Self.randomShape(&random), number: number)
      }
      let faults = trie.invariantFaults()
      #expect(faults.isEmpty, "seed \(seed), step \(step): \(faults.joined(separator: "; "))")
      // Snapshots come and go, so that some changes are made in place and some not.
      if Int.random(in: 0..<6, using: &random) == 0 { snapshots.append(trie) }
      if Int.random(in: 0..<8, using: &random) == 0, !snapshots.isEmpty {
        snapshots.remove(at: Int.random(in: 0..<snapshots.count, using: &random))
      }
    }
  }

  @Test func manyFencesGoAndLeaveNothing() throws {
    var random = SeededRandom(seed: 5)
    var trie = TrieFenceIndex()
    for number in 0..<500 { trie.insert(try Self.randomShape(&random), number: Int32(number)) }
    #expect(trie.shapeOfTrie.leaves > 100)
    for number in 0..<500 { trie.remove(number: Int32(number)) }
    #expect(trie.shapeOfTrie == TrieShape())
    #expect(trie.count == 0)
  }

  /// Edges long and close to each other: each division would list most of them again.
  @Test func spikesAreNotMultiplied() throws {
    var random = SeededRandom(seed: 8)
    let count = 10_000
    var ring = (0..<count).map { vertex in
      let angle = Double(vertex) / Double(count) * 2 * .pi
      let radius = Double.random(in: 0.1...1, using: &random)
      return Coordinate(longitude: radius * cos(angle), latitude: 50 + radius * sin(angle))
    }
    ring.append(ring[0])
    var trie = TrieFenceIndex()
    trie.insert(try PreparedShape(validating: .polygon(Polygon(rings: [ring])), rules: .geobuf), number: 1)
    let edges = trie.shapeOfTrie.edges
    #expect(edges < 40 * count, "\(edges)")
    #expect(trie.invariantFaults().isEmpty)
  }

  @Test func aCopyStaysAsItWas() throws {
    var random = SeededRandom(seed: 6)
    var trie = TrieFenceIndex()
    var scan = LinearFenceIndex()
    var copies: [(trie: TrieFenceIndex, scan: LinearFenceIndex)] = []
    for step in 0..<300 {
      let number = Int32.random(in: 0..<40, using: &random)
      let shape = try Self.randomShape(&random)
      if step % 3 == 2 {
        trie.remove(number: number)
        scan.remove(number: number)
      } else {
        trie.insert(shape, number: number)
        scan.insert(shape, number: number)
      }
      if step % 7 == 0 { copies.append((trie, scan)) }
    }
    for _ in 0..<500 {
      let place = Coordinate(
        longitude: .random(in: -1.2...1.2, using: &random), latitude: .random(in: 49.8...51.2, using: &random))
      for copy in copies { #expect(copy.trie.fences(containing: place) == copy.scan.fences(containing: place)) }
    }
  }

  @Test func aCopyThatWasOvertakenCanBeChanged() throws {
    var first = TrieFenceIndex()
    first.insert(try Self.square(0, 50, 1), number: 1)
    var second = first
    first.insert(try Self.square(0, 50, 1), number: 2)
    second.insert(try Self.square(0, 50, 1), number: 3)
    second.remove(number: 1)
    let place = Coordinate(longitude: 0.5, latitude: 50.5)
    #expect(first.fences(containing: place) == [1, 2])
    #expect(second.fences(containing: place) == [3])
    #expect(first.invariantFaults().isEmpty)
    #expect(second.invariantFaults().isEmpty)
  }

  @Test func aBatchAnswersAsEachPlaceAlone() throws {
    var random = SeededRandom(seed: 7)
    var trie = TrieFenceIndex()
    for number in 0..<400 { trie.insert(try Self.randomShape(&random), number: Int32(number)) }
    var places = (0..<1000).map { _ in
      Coordinate(
        longitude: .random(in: -1.5...1.5, using: &random), latitude: .random(in: 49.5...51.5, using: &random))
    }
    places[17] = Coordinate(longitude: .nan, latitude: 50)
    places[999] = Coordinate(longitude: 500, latitude: 50)
    var matches = FenceMatches()
    for places in [places, Array(places[..<5]), []] {
      trie.fences(containing: places, into: &matches)
      #expect(matches.count == places.count)
      for (index, place) in places.enumerated() {
        #expect(Array(matches[index]) == trie.fences(containing: place))
      }
    }
    #expect(places.contains { trie.fences(containing: $0).count > 40 })
  }

  /// A search of many places begins below the root: wherever the fences lie, and whatever lies beside them.
  @Test(arguments: [
    [(-0.7, 51.2), (0.4, 51.7)], [(-179.99, -89.99), (179.9, 89.9)], [(13.4, 52.5)], [(-1, 0), (0.5, -0.5), (90, 45)],
  ])
  func aBatchFindsFencesWhereverTheyLie(_ corners: [(Double, Double)]) throws {
    var trie = TrieFenceIndex()
    var random = SeededRandom(seed: 11)
    var places: [Coordinate] = []
    for number in 0..<300 {
      let (west, south) = corners[number % corners.count]
      let side = number == 0 ? 0.05 : Double.random(in: 0.001...0.01, using: &random)
      let (dx, dy) = (Double.random(in: 0...0.05, using: &random), Double.random(in: 0...0.05, using: &random))
      trie.insert(try Self.square(min(west + dx, 179.98), min(south + dy, 89.98), side), number: Int32(number))
      for _ in 0..<5 {
        places.append(
          Coordinate(
            longitude: min(180, west + .random(in: -0.01...0.06, using: &random)),
            latitude: min(90, south + .random(in: -0.01...0.06, using: &random))))
      }
      places.append(
        Coordinate(longitude: .random(in: -180...180, using: &random), latitude: .random(in: -90...90, using: &random)))
    }
    var matches = FenceMatches()
    var found = 0
    for batch in [places, Array(places[..<900]), Array(places[..<60]), Array(places[..<3])] {
      trie.fences(containing: batch, into: &matches)
      #expect(batch.indices.allSatisfy { Array(matches[$0]) == trie.fences(containing: batch[$0]) })
      found = max(found, matches.totalCount)
    }
    #expect(found > 100)
  }

  /// Copies of one border would fill the memory if cells were divided until they part.
  @Test func fencesOnTopOfEachOtherDoNotMultiply() throws {
    var trie = TrieFenceIndex()
    for number in 0..<100 { trie.insert(try Self.square(10, 10, 0.01), number: Int32(number)) }
    let shape = trie.shapeOfTrie
    #expect(shape.bytes < 100 * 20_000, "\(shape)")
    #expect(trie.fences(containing: Coordinate(longitude: 10.005, latitude: 10.01)).count == 100)
  }

  @Test func readersSeeSnapshotsWhileTheIndexChanges() async throws {
    var trie = TrieFenceIndex()
    for number in 0..<50 { trie.insert(try Self.square(0, 50, 1), number: Int32(number)) }
    let place = Coordinate(longitude: 0.5, latitude: 50.5)
    await withTaskGroup(of: Bool.self) { group in
      for round in 0..<40 {
        let snapshot = trie
        let expected = trie.count
        group.addTask { (0..<200).allSatisfy { _ in snapshot.fences(containing: place).count == expected } }
        trie.remove(number: Int32(round))
      }
      for await isRight in group { #expect(isRight) }
    }
    #expect(trie.fences(containing: place).count == 10)
  }
}
