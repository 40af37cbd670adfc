public import Geodesy

/// The index of choice: exact, for fences of any mix of sizes, quick to ask and to change.
///
/// A trie of square cells, each divided four by four where borders crowd. Where a fence covers a cell whole, the cell says
/// so and no test is needed; where a border runs through, the cell keeps just the edges that do, in coordinates of its
/// own, eight bytes each. Rounding can't decide: a place too near to a rounded edge is asked about exactly.
///
/// A copy is a snapshot: it takes constant time, never changes, and may be read by any thread while the original is
/// changed. Of an index and its copies the first that is changed goes on from there; changing any other one, the original
/// too, first copies everything. While a copy lives, what changes have replaced since it was made is kept.
///
/// - Complexity: a query O(depth + matches + edges near the place), the depth at most 15. A change O(edges x depth +
///   cells that the border runs through). Memory: about 10 bytes for each edge and cell it runs through, beside the shape.
public struct TrieFenceIndex: FenceIndex {
  private var version = TrieVersion(stamp: 0)

  public init() {}

  public var count: Int { version.count }

  public mutating func insert(_ shape: PreparedShape, number: Int32) {
    edit { version, editor in
      let old = EntryTable(root: version.entries)[number]
      if let old { Self.remove(old, from: version, &editor) }
      let entry = FenceEntryReference.allocate(capacity: 1)
      entry.initialize(to: FenceEntry(shape, number: number))
      version.entries = EntryTable(root: version.entries).setting(number, to: entry, &editor.memory).root
      version.root = editor.insert(entry, BorderEdges(entry), into: version.root, .root)
      if old == nil { version.count += 1 }
    }
  }

  public mutating func remove(number: Int32) {
    guard EntryTable(root: version.entries)[number] != nil else { return }
    edit { version, editor in
      guard let entry = EntryTable(root: version.entries)[number] else { return }
      version.entries = EntryTable(root: version.entries).setting(number, to: nil, &editor.memory).root
      Self.remove(entry, from: version, &editor)
      version.count -= 1
    }
  }

  public func fences(containing point: Coordinate) -> [Int32] {
    guard point.isValid else { return [] }
    return withFences(containing: point) { Array($0) }
  }

  /// - Complexity: O(cells in the box + fences there).
  public func fences(meeting box: BoundingBox) -> [Int32] {
    withExtendedLifetime(version) {
      TrieBoxSearch(box).numbers(version.root).filter { entries[$0]?.pointee.bounds.meets(box) ?? false }
    }
  }

  public func shape(of number: Int32) -> PreparedShape? {
    withExtendedLifetime(version) { EntryTable(root: version.entries)[number]?.pointee.shape }
  }

  /// Calls `body` with the numbers of the fences that contain a place, ascending, without keeping them.
  public func withFences<Result>(
    containing place: Coordinate, _ body: (UnsafeBufferPointer<Int32>) throws -> Result
  ) rethrows -> Result {
    var found = FoundNumbers(capacity: 32)
    defer { found.deallocate() }
    if place.isValid { withExtendedLifetime(version) { TrieSearch.search(version.root, place, into: &found) } }
    return try body(UnsafeBufferPointer(start: found.base, count: found.count))
  }

  /// Finds the fences that contain each of many places; faster than one by one, for waits for memory overlap.
  public func fences(containing places: [Coordinate], into matches: inout FenceMatches) {
    matches.removeAll(reserving: places.count)
    var found = FoundNumbers(capacity: 4096)
    defer { found.deallocate() }
    withExtendedLifetime(version) {
      places.withUnsafeBufferPointer { places in
        let fetched = TrieBatchSearch(root: version.root, places: places.count).search(places, into: &found) {
          _, found in
          matches.append(&found)
        }
        matches.noteFetched(fetched)
      }
    }
    matches.flush(&found)
  }

  // MARK: Versions

  /// Makes the next version, or changes this one when nobody else knows it.
  private mutating func edit(_ body: (TrieVersion, inout TrieEditor) -> Void) {
    // One that was overtaken shares its blocks with its successors, however alone it is.
    if isKnownUniquelyReferenced(&version), !version.wasOvertaken {
      var editor = TrieEditor(memory: TrieMemory(stamp: version.stamp, ownsAll: true))
      body(version, &editor)
      return
    }
    if !version.claimSuccession() {
      version = rebuilt()
      return edit(body)
    }
    let next = TrieVersion(stamp: version.stamp + 1)
    (next.root, next.entries, next.count) = (version.root, version.entries, version.count)
    var editor = TrieEditor(memory: TrieMemory(stamp: next.stamp, ownsAll: false))
    body(next, &editor)
    version.hand(over: editor.memory.retired, to: next)
    version = next
  }

  /// Valid as long as this copy lives.
  var entries: EntryTable { EntryTable(root: version.entries) }

  func withRoot(_ body: (TrieWord) -> Void) { withExtendedLifetime(version) { body(version.root) } }

  /// Calls `body` with every slot that is not empty and its cell, parents first.
  func withCells(_ body: (TrieWord, TrieCell) -> Void) {
    func visit(_ word: TrieWord, _ cell: TrieCell) {
      if word.isEmpty { return }
      body(word, cell)
      guard !word.isLeaf else { return }
      for index in 0..<TrieNode.fanOut { visit(word.node[index], cell.child(index)) }
    }
    withExtendedLifetime(version) { visit(version.root, .root) }
  }

  private func rebuilt() -> TrieVersion {
    var copy = TrieFenceIndex()
    EntryTable(root: version.entries).forEach { copy.insert($0.pointee.shape, number: $0.pointee.number) }
    return copy.version
  }

  private static func remove(_ entry: FenceEntryReference, from version: TrieVersion, _ editor: inout TrieEditor) {
    version.root = editor.remove(entry, BorderEdges(entry), from: version.root, .root)
    if entry.pointee.placements.pointee > 0 { version.root = editor.sweep(entry, from: version.root) }
    editor.memory.drop(entry)
  }
}
