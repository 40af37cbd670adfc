import MusterValues
import TestSupport
import Testing

@testable import MusterIngest

@Suite struct OrderedTableTests {
  @Test(arguments: [5, 700, 3000]) func behavesAsADictionarySortedByKey(keys: Int) {
    var random = SeededRandom(seed: UInt64(keys))
    var table = OrderedTable<Int, Int>()
    var oracle: [Int: Int] = [:]
    for step in 0..<(keys * 4) {
      let key = Int.random(in: 0..<keys, using: &random)
      // Grows, then shrinks until nothing is left of most blocks.
      let removes = Int.random(in: 0..<10, using: &random) < (step < keys * 2 ? 2 : 8)
      table[key] = removes ? nil : step
      oracle[key] = removes ? nil : step
      #expect(table[key] == oracle[key])
      guard step % (keys / 5) == 0 else { continue }
      let sorted = oracle.sorted { $0.key < $1.key }
      #expect(table.count == sorted.count)
      #expect(table.values == sorted.map(\.value))
      let after = Bool.random(using: &random) ? Int.random(in: -1...keys, using: &random) : nil
      let limit = Int.random(in: 0...(keys + 1), using: &random)
      let page = table.entries(after: after, limit: limit)
      let expected = sorted.filter { entry in after.map { entry.key > $0 } ?? true }.prefix(limit)
      #expect(page.map(\.key) == expected.map(\.key))
      #expect(page.map(\.value) == expected.map(\.value))
    }
  }

  @Test func pagesAreJoinedByTheirLastKeyThoughItIsRemoved() {
    var table = OrderedTable<Identifier, Int>()
    for number in 0..<1500 { table[Identifier("f\(number)")] = number }
    var seen: [Identifier] = []
    var last: Identifier?
    while true {
      let page = table.entries(after: last, limit: 7)
      seen += page.map(\.key)
      guard let next = page.last?.key else { break }
      last = next
      table[next] = nil
    }
    #expect(seen == (0..<1500).map { Identifier("f\($0)") }.sorted())
  }

  @Test func namesThatOnlyLookEqualAreTwo() {
    var table = OrderedTable<Identifier, Int>()
    table["\u{C5}"] = 1
    table["\u{212B}"] = 2
    table["A\u{30A}"] = 3
    #expect(table.count == 3)
    #expect(table.entries(after: nil, limit: 9).map(\.value) == [3, 1, 2])
  }
}
