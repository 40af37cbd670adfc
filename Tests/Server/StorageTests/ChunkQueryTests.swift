import MusterStorage
import MusterValues
import TestSupport
import Testing

@Suite struct ChunkQueryTests {
  private func found(_ store: any Store, _ from: Int64, _ through: Int64, limit: Int = 99) throws -> [HistoryChunk] {
    try store.chunks(
      device: 1, overlapping: Timestamp(milliseconds: from), through: Timestamp(milliseconds: through), limit: limit)
  }

  @Test(arguments: StoreKind.allCases)
  func bothEndsAreInclusive(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    let store = test.store
    let chunks = [SampleData.chunk(1, 10...20), SampleData.chunk(1, 20...30), SampleData.chunk(1, 31...31)]
    try store.commit(StoreBatch(chunks: chunks + [SampleData.chunk(2, 0...99)]))
    #expect(try found(store, 0, 9).isEmpty)
    #expect(try found(store, 0, 10) == [chunks[0]])
    #expect(try found(store, 20, 20) == [chunks[0], chunks[1]])
    #expect(try found(store, 21, 30) == [chunks[1]])
    #expect(try found(store, 31, 31) == [chunks[2]])
    #expect(try found(store, 32, .max).isEmpty)
    #expect(try found(store, .min, .max) == chunks)
    #expect(try found(store, .min, .max, limit: 2) == [chunks[0], chunks[1]])
    #expect(try found(store, .min, .max, limit: 0).isEmpty)
    #expect(try found(store, .min, .max, limit: -1).isEmpty)
    #expect(try found(store, 30, 10).isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func agreesWithASearchOfAll(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    let store = test.store
    var random = SeededRandom(seed: 11)
    var all: [HistoryChunk] = []
    for sequence in Int64(1)...200 {
      let first = Int64.random(in: 0...1_000, using: &random)
      let chunk = SampleData.chunk(1, first...first + Int64.random(in: 0...60, using: &random), sequence: sequence)
      all.append(chunk)
      try store.commit(StoreBatch(chunks: [chunk]))
    }
    for _ in 0..<200 {
      let from = Int64.random(in: -50...1_100, using: &random)
      let through = from + Int64.random(in: -5...200, using: &random)
      let expected = all.filter { $0.first.milliseconds <= through && $0.last.milliseconds >= from }
        .sorted { ($0.first, $0.sequence) < ($1.first, $1.sequence) }
      // An empty period shares a moment with nothing.
      #expect(try found(store, from, through) == (from > through ? [] : expected))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func theSameKeyIsReplaced(_ kind: StoreKind) throws {
    let test = try kind.make()
    defer { test.end() }
    let store = test.store
    try store.commit(StoreBatch(chunks: [SampleData.chunk(1, 10...20)]))
    try store.commit(StoreBatch(chunks: [SampleData.chunk(1, 10...50)]))
    #expect(try found(store, 0, 100) == [SampleData.chunk(1, 10...50)])
  }
}
