/// Makes and drops blocks on the way from one version to the next.
///
/// A block that an older version may use is never changed, only replaced; its memory is kept until that version is gone.
struct TrieMemory {
  /// Of the version being made.
  let stamp: UInt64
  /// Whether no other version is known to anybody.
  let ownsAll: Bool
  private(set) var retired = RetiredMemory()

  init(stamp: UInt64, ownsAll: Bool) {
    self.stamp = stamp
    self.ownsAll = ownsAll
  }

  func makeNode() -> TrieNode { .allocate(stamp: stamp) }

  /// The node itself when nobody else knows it, else a copy.
  mutating func writable(_ node: TrieNode) -> TrieNode {
    if ownsAll || node.stamp == stamp { return node }
    let copy = TrieNode.allocate(stamp: stamp, copying: node)
    retired.add(node)
    return copy
  }

  mutating func drop(_ node: TrieNode) {
    if ownsAll || node.stamp == stamp { node.deallocate() } else { retired.add(node) }
  }

  mutating func drop(_ leaf: TrieLeaf?) {
    guard let leaf else { return }
    if ownsAll || leaf.header.stamp == stamp { leaf.deallocate() } else { retired.add(leaf) }
  }

  /// Entries carry no stamp: one is dropped once only, by the change that removes its fence.
  mutating func drop(_ entry: FenceEntryReference) {
    if ownsAll { RetiredMemory.free(entry) } else { retired.add(entry) }
  }
}
