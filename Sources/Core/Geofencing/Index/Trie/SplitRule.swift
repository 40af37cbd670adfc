/// When a leaf is divided, and when a node becomes a leaf again. Trades memory for speed.
enum SplitRule {
  /// A leaf with more edges (a circle counts as one) is divided, where that helps.
  static let mostEdges = 48
  /// So many more edges are fine for each fence that covers the cell whole: the answer takes its time anyway.
  private static let mostEdgesForEachMatch = 2
  /// So large a part of a fence's edges may meet in one leaf besides. What has a hundred thousand spikes would otherwise
  /// be divided until each is listed hundreds of times.
  static let mostShareOfEdges = 1.0 / 128
  /// Cells in which each fence has but a few edges are not divided below this share of the smallest fence's width: copies
  /// of one border on top of each other would only be multiplied.
  private static let leastShare = 1.0 / 8
  /// The same in a crowd, where a change copies much.
  private static let leastShareInCrowd = 1.0 / 4
  private static let crowd = 64
  /// The same where many edges of one fence meet.
  private static let leastShareOfManyEdges = 1.0 / 65_536

  /// So many edges of few fences are fine where most of them only run through: most of the sixteen parts would list them
  /// again.
  private static let mostRunningThrough = 512

  static func splits(_ leaf: TrieLeaf, _ cell: TrieCell, covered: Int) -> Bool {
    guard cell.depth < TrieCell.mostDepth else { return false }
    let header = leaf.header
    let weight = Int(header.edgeCount) + leaf.circleCount
    let most = mostEdges + (covered + Int(header.wholeCount)) * mostEdgesForEachMatch
    guard weight > most else { return false }
    var extent = Double.infinity
    var fine = 0
    for partial in leaf.partials(header) {
      extent = min(extent, partial.entry.pointee.extent)
      fine += min(partial.edgeCount, partial.entry.pointee.edgesInOneLeaf)
    }
    guard weight - fine > most else { return false }
    let isOfFew = weight > 4 * Int(header.partialCount)
    if isOfFew, weight - 4 * fine <= mostRunningThrough, leaf.isMostlyRunThrough { return false }
    let partials = Int(header.partialCount)
    let share =
      weight > 4 * partials ? leastShareOfManyEdges : partials > crowd ? leastShareInCrowd : leastShare
    return cell.extent > extent * share
  }

  /// The fences that cross a node's cell, when they would make a leaf far from being divided again.
  static func mergeable(_ node: TrieNode) -> [FenceEntryReference]? {
    var weight = 0
    var entries: Set<FenceEntryReference> = []
    var wholes: Set<Int32> = []
    for index in 0..<TrieNode.fanOut {
      let word = node[index]
      if word.isEmpty { continue }
      guard let leaf = word.asLeaf else { return nil }
      let header = leaf.header
      weight += Int(header.edgeCount) + leaf.circleCount
      if weight > mostEdges / 2 { return nil }
      for partial in leaf.partials(header) { entries.insert(partial.entry) }
      wholes.formUnion(leaf.wholes(header))
    }
    // A fence that covers all sixteen crosses only the margin; rare, so left as it is.
    guard wholes.isSubset(of: entries.map(\.pointee.number)) else { return nil }
    return entries.sorted { $0.pointee.number < $1.pointee.number }
  }
}

extension TrieLeaf {
  /// Whether at least half of the edges begin and end outside the cell.
  fileprivate var isMostlyRunThrough: Bool {
    let edges = edges(header)
    func isOutside(_ x: Int16, _ y: Int16) -> Bool { max(abs(Int(x)), abs(Int(y))) >= CellFrame.half }
    let count = (0..<edges.count).count { index in
      let edge = edges[index]
      return isOutside(edge.x0, edge.y0) && isOutside(edge.x1, edge.y1)
    }
    return 2 * count >= edges.count
  }

  var circleCount: Int {
    partials(header).reduce(0) { $0 + ($1.edgeCount == 0 ? 1 : 0) }
  }

  /// Whether the fence of that number is in it.
  func names(_ number: Int32) -> Bool {
    let header = header
    let wholes = wholes(header)
    let place = wholes.lowerBound(of: number)
    if place < wholes.count, wholes[place] == number { return true }
    let partials = partials(header)
    let partial = partials.lowerBound { $0.number < number }
    return partial < partials.count && partials[partial].number == number
  }

  /// The fences whose border comes near the leaf's cell, each with the edges that do.
  func partialFences(of cell: TrieCell) -> [(entry: FenceEntryReference, edges: BorderEdges)] {
    let header = header
    let names = names(header)
    var fences: [(entry: FenceEntryReference, names: [UInt32])] = []
    var next = 0
    for partial in partials(header) {
      let range = next..<next + partial.nameCount
      next = range.upperBound
      if fences.last?.entry == partial.entry {
        fences[fences.count - 1].names += names[range]
      } else {
        fences.append((partial.entry, Array(names[range])))
      }
    }
    return fences.map { entry, names in
      guard entry.pointee.keepsNames else { return (entry, CellCover.touching(entry, cell)) }
      // A stand-in has the name of another edge.
      var edges: [FixedEdge] = []
      for name in names.sorted() where edges.last?.name != name {
        edges.append(FixedEdge(name, of: entry.pointee.shape))
      }
      return (entry, BorderEdges(edges))
    }
  }
}
