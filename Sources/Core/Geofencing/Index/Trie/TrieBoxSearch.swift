internal import Geodesy

/// Collects the fences of all cells that a box comes into.
struct TrieBoxSearch {
  private let south: Double
  private let north: Double
  /// The box's longitudes as written and a turn to either side, where these come within -180...180.
  private let columns: [ClosedRange<Double>]

  init(_ box: BoundingBox) {
    // Far more than a cell's border can be off by rounding.
    let margin = 1e-9
    south = box.south - margin
    north = box.north + margin
    columns = [-360.0, 0, 360].compactMap { turn in
      let (west, east) = (max(-180, box.west + turn - margin), min(180, box.east + turn + margin))
      return west <= east ? west...east : nil
    }
  }

  /// Ascending, each once.
  func numbers(_ root: TrieWord) -> [Int32] {
    var found: [Int32] = []
    collect(root, .root, &found)
    found.sort()
    var last: Int32?
    return found.filter { number in
      defer { last = number }
      return number != last
    }
  }

  private func collect(_ word: TrieWord, _ cell: TrieCell, _ found: inout [Int32]) {
    guard !word.isEmpty, meets(cell) else { return }
    guard !word.isLeaf else { return collect(word.leaf, &found) }
    if let wholes = word.node.wholes { collect(wholes, &found) }
    for index in 0..<TrieNode.fanOut { collect(word.node[index], cell.child(index), &found) }
  }

  private func collect(_ leaf: TrieLeaf, _ found: inout [Int32]) {
    let header = leaf.header
    found += leaf.wholes(header)
    found += leaf.partials(header).lazy.map(\.number)
  }

  private func meets(_ cell: TrieCell) -> Bool {
    guard cell.south <= north, cell.north >= south else { return false }
    let west = cell.place(0, 0).longitude
    return columns.contains { west <= $0.upperBound && west + cell.extent >= $0.lowerBound }
  }
}
