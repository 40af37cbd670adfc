internal import Geodesy

/// Puts fences into cells and takes them out.
///
/// Whether a fence covers a cell, crosses it or stays away follows from the cell and from the edges that touch its
/// parent alone; so what was put is found again by going the same way.
struct TrieEditor {
  var memory: TrieMemory

  // MARK: Putting

  /// The slot's new word with the fence in it. `touching` are its edges that come near the cell, `covered` is how many
  /// fences cover it whole.
  mutating func insert(
    _ entry: FenceEntryReference, _ touching: BorderEdges, into word: TrieWord, _ cell: TrieCell, covered: Int = 0
  ) -> TrieWord {
    switch CellCover(entry, touching, cell) {
    case .apart: return word
    case .whole: return add(whole: entry, to: word)
    case .partial:
      guard !word.isEmpty, !word.isLeaf else {
        return add(partial: entry, touching, to: word.asLeaf, cell, covered: covered)
      }
      let node = memory.writable(word.node)
      insert(entry, touching, into: node, cell, covered: covered)
      return withoutChildlessNode(node)
    }
  }

  private mutating func insert(
    _ entry: FenceEntryReference, _ touching: BorderEdges, into node: TrieNode, _ cell: TrieCell, covered: Int
  ) {
    let covered = covered + (node.wholes.map { Int($0.header.wholeCount) } ?? 0)
    let parts = touching.distributed(among: cell)
    for index in 0..<TrieNode.fanOut {
      let child = cell.child(index)
      guard child.isOnGlobe else { continue }
      node[index] = insert(entry, parts[index], into: node[index], child, covered: covered)
    }
  }

  private mutating func add(whole entry: FenceEntryReference, to word: TrieWord) -> TrieWord {
    entry.pointee.placements.pointee += 1
    let number = entry.pointee.number
    if word.isEmpty || word.isLeaf {
      let leaf = TrieLeaf.adding(whole: number, to: word.asLeaf, stamp: memory.stamp)
      memory.drop(word.asLeaf)
      return TrieWord(leaf)
    }
    let node = memory.writable(word.node)
    let old = node.wholes
    node.wholes = TrieLeaf.adding(whole: number, to: old, stamp: memory.stamp)
    memory.drop(old)
    return TrieWord(node)
  }

  private mutating func add(
    partial entry: FenceEntryReference, _ touching: BorderEdges, to old: TrieLeaf?, _ cell: TrieCell,
    covered: Int
  ) -> TrieWord {
    entry.pointee.placements.pointee += 1
    let additions = LeafParts.make(entry, touching, cell)
    let leaf = TrieLeaf.adding(additions, number: entry.pointee.number, to: old, stamp: memory.stamp)
    memory.drop(old)
    return SplitRule.splits(leaf, cell, covered: covered) ? split(leaf, cell, covered: covered) : TrieWord(leaf)
  }

  /// Puts what a leaf holds into the sixteen cells of a new node.
  private mutating func split(_ leaf: TrieLeaf, _ cell: TrieCell, covered: Int) -> TrieWord {
    let node = memory.makeNode()
    let header = leaf.header
    if header.wholeCount > 0 {
      let wholes = TrieLeaf.allocate(
        stamp: memory.stamp, wholes: Int(header.wholeCount), partials: 0, edges: 0, names: 0)
      wholes.wholes(wholes.header).copy(leaf.wholes(header), 0..<Int(header.wholeCount), to: 0)
      node.wholes = wholes
    }
    for (entry, edges) in leaf.partialFences(of: cell) {
      entry.pointee.placements.pointee -= 1
      insert(entry, edges, into: node, cell, covered: covered)
    }
    memory.drop(leaf)
    return withoutChildlessNode(node)
  }

  /// Where leaves were divided: their fences may touch but the margin of the cell, and so none of its children.
  private mutating func withoutChildlessNode(_ node: TrieNode) -> TrieWord {
    guard (0..<TrieNode.fanOut).allSatisfy({ node[$0].isEmpty }) else { return TrieWord(node) }
    let wholes = node.wholes
    memory.drop(node)
    return wholes.map { TrieWord($0) } ?? .empty
  }

  // MARK: Taking out

  /// The slot's new word without the fence.
  mutating func remove(
    _ entry: FenceEntryReference, _ touching: BorderEdges, from word: TrieWord, _ cell: TrieCell
  ) -> TrieWord {
    if word.isEmpty { return word }
    switch CellCover(entry, touching, cell) {
    case .apart: return word
    case .whole where !word.isLeaf: return remove(whole: entry, from: word.node)
    case .whole: return remove(entry, from: word.leaf)
    case .partial:
      if word.isLeaf { return remove(entry, from: word.leaf) }
      let node = memory.writable(word.node)
      let parts = touching.distributed(among: cell)
      for index in 0..<TrieNode.fanOut {
        let child = cell.child(index)
        if child.isOnGlobe { node[index] = remove(entry, parts[index], from: node[index], child) }
      }
      return merged(node, cell)
    }
  }

  private mutating func remove(_ entry: FenceEntryReference, from leaf: TrieLeaf) -> TrieWord {
    guard leaf.names(entry.pointee.number) else { return TrieWord(leaf) }
    entry.pointee.placements.pointee -= 1
    let rest = TrieLeaf.removing(entry.pointee.number, from: leaf, stamp: memory.stamp)
    memory.drop(leaf)
    return rest.map { TrieWord($0) } ?? .empty
  }

  private mutating func remove(whole entry: FenceEntryReference, from node: TrieNode) -> TrieWord {
    guard let old = node.wholes, old.names(entry.pointee.number) else { return TrieWord(node) }
    entry.pointee.placements.pointee -= 1
    let node = memory.writable(node)
    node.wholes = TrieLeaf.removing(entry.pointee.number, from: old, stamp: memory.stamp)
    memory.drop(old)
    return TrieWord(node)
  }

  /// Takes the fence out of every list, wherever it is: for one that its own way did not find.
  mutating func sweep(_ entry: FenceEntryReference, from word: TrieWord) -> TrieWord {
    if word.isEmpty { return word }
    if word.isLeaf { return remove(entry, from: word.leaf) }
    var node = memory.writable(word.node)
    node = remove(whole: entry, from: node).node
    for index in 0..<TrieNode.fanOut { node[index] = sweep(entry, from: node[index]) }
    return withoutChildlessNode(node)
  }

  /// A node that has become nearly empty turns into a leaf again.
  private mutating func merged(_ node: TrieNode, _ cell: TrieCell) -> TrieWord {
    guard let entries = SplitRule.mergeable(node) else { return TrieWord(node) }
    var word = node.wholes.map { TrieWord($0) } ?? .empty
    for index in 0..<TrieNode.fanOut {
      guard let leaf = node[index].asLeaf else { continue }
      for entry in entries where leaf.names(entry.pointee.number) { entry.pointee.placements.pointee -= 1 }
      memory.drop(leaf)
    }
    memory.drop(node)
    for entry in entries {
      word = insert(entry, CellCover.touching(entry, cell), into: word, cell)
    }
    return word
  }
}
