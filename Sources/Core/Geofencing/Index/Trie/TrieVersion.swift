internal import Synchronization

/// One state of the trie, which any number of threads may read.
///
/// A version refers to the one that came after it, so a version goes only when all older ones are gone; then nothing
/// needs the memory that the next version replaced, and it is given back.
final class TrieVersion: @unchecked Sendable {
  /// Written while nobody else knows this version, read-only from then on.
  var root = TrieWord.empty
  /// The fences by number.
  var entries = TrieWord.empty
  var count = 0
  /// Blocks with this stamp were made for this version.
  let stamp: UInt64

  private let isOvertaken = Atomic<Bool>(false)
  private var next: TrieVersion?
  private var retired = RetiredMemory()

  init(stamp: UInt64) { self.stamp = stamp }

  /// Whether the caller is the first to ask, and so may make the next version.
  func claimSuccession() -> Bool { !isOvertaken.exchange(true, ordering: .acquiringAndReleasing) }

  var wasOvertaken: Bool { isOvertaken.load(ordering: .acquiring) }

  func hand(over retired: RetiredMemory, to next: TrieVersion) {
    self.retired = retired
    self.next = next
  }

  deinit {
    retired.free()
    guard wasOvertaken else {
      RetiredMemory.freeAll(root, entries)
      return
    }
    // One after the other rather than each within the one before: the chain may be long.
    guard var following = next else { return }
    next = nil
    while isKnownUniquelyReferenced(&following), let after = following.next {
      following.next = nil
      following = after
    }
  }
}

/// Memory that the newest version does not use.
struct RetiredMemory {
  private var leaves: [TrieLeaf] = []
  private var nodes: [TrieNode] = []
  private var entries: [FenceEntryReference] = []

  mutating func add(_ leaf: TrieLeaf) { leaves.append(leaf) }
  mutating func add(_ node: TrieNode) { nodes.append(node) }
  mutating func add(_ entry: FenceEntryReference) { entries.append(entry) }

  func free() {
    for leaf in leaves { leaf.deallocate() }
    for node in nodes { node.deallocate() }
    for entry in entries { Self.free(entry) }
  }

  static func free(_ entry: FenceEntryReference) {
    entry.pointee.placements.deallocate()
    entry.deinitialize(count: 1)
    entry.deallocate()
  }

  static func freeAll(_ root: TrieWord, _ entries: TrieWord) {
    freeCells(root)
    EntryTable(root: entries).forEach { free($0) }
    EntryTable.freeNodes(entries, level: 0)
  }

  /// No deeper than the trie.
  private static func freeCells(_ word: TrieWord) {
    if word.isEmpty { return }
    if word.isLeaf { return word.leaf.deallocate() }
    for index in 0..<TrieNode.fanOut { freeCells(word.node[index]) }
    word.node.wholes?.deallocate()
    word.node.deallocate()
  }
}
