/// What a trie is made of, counted by going through all of it.
public struct TrieShape: Sendable, Equatable {
  public init() {}

  public internal(set) var nodes = 0
  public internal(set) var leaves = 0
  /// Entries of fences that cover a cell whole.
  public internal(set) var wholes = 0
  /// Entries of fences whose border runs through a cell.
  public internal(set) var partials = 0
  public internal(set) var edges = 0
  public internal(set) var deepestLevel = 0
  /// Bytes of nodes and leaves, without what the allocator adds and without the shapes.
  public internal(set) var bytes = 0
}

extension TrieFenceIndex {
  /// - Complexity: O(cells).
  public var shapeOfTrie: TrieShape {
    var counts = TrieShape()
    withCells { word, cell in
      counts.deepestLevel = max(counts.deepestLevel, cell.depth)
      var lists: [TrieLeaf] = []
      if let leaf = word.asLeaf {
        counts.leaves += 1
        lists.append(leaf)
      } else {
        counts.nodes += 1
        counts.bytes += TrieNode.byteCount
        if let wholes = word.node.wholes { lists.append(wholes) }
      }
      for list in lists {
        let header = list.header
        counts.wholes += Int(header.wholeCount)
        counts.partials += Int(header.partialCount)
        counts.edges += Int(header.edgeCount)
        counts.bytes += list.header.byteCount
      }
    }
    return counts
  }
}
