internal import Geodesy

/// The cells of one depth around everything in a trie, in rows: where fences lie in one country or town, a search of many
/// places begins there instead of at the root.
struct TrieStart {
  /// What a search goes on with.
  struct Slot {
    var word: TrieWord
    /// Of the cell that the word stands for: at most the table's.
    var depth: Int
  }

  private(set) var depth = 0
  /// Of the cells, in units of a cell.
  private var west: UInt64 = 0
  private var south: UInt64 = 0
  private var columns = 1
  private var rows = 1
  private var slots: [Slot]

  /// - Parameter most: no more cells than that.
  /// - Complexity: O(most).
  init(_ root: TrieWord, most: Int) {
    slots = [Slot(word: root, depth: 0)]
    while depth < TrieCell.mostDepth, canBeDivided, let next = divided(most: most) { self = next }
  }

  /// A list of fences that cover a cell whole must not be passed by, and some cell must be divided.
  private var canBeDivided: Bool {
    var isDivided = false
    for slot in slots where slot.word.isNode {
      if slot.word.hasWholes { return false }
      isDivided = true
    }
    return isDivided
  }

  /// The same a level further down, cut to what is not empty; nil when all is, or when that takes too many cells.
  private func divided(most: Int) -> TrieStart? {
    var (west, east, south, north) = (Int.max, -1, Int.max, -1)
    for (index, slot) in slots.enumerated() where !slot.word.isEmpty {
      let (row, column) = (index / columns * 4, index % columns * 4)
      guard slot.word.isNode else {
        (west, east, south, north) = (min(west, column), max(east, column + 3), min(south, row), max(north, row + 3))
        continue
      }
      for child in 0..<TrieNode.fanOut where !slot.word.node[child].isEmpty {
        (west, east) = (min(west, column + child & 3), max(east, column + child & 3))
        (south, north) = (min(south, row + child >> 2), max(north, row + child >> 2))
      }
    }
    guard east >= west, (east - west + 1) * (north - south + 1) <= most else { return nil }
    var next = self
    next.depth += 1
    next.west = self.west * 4 + UInt64(west)
    next.south = self.south * 4 + UInt64(south)
    (next.columns, next.rows) = (east - west + 1, north - south + 1)
    next.slots = []
    next.slots.reserveCapacity(next.columns * next.rows)
    for row in south...north {
      for column in west...east {
        let slot = slots[row / 4 * columns + column / 4]
        next.slots.append(
          slot.word.isNode ? Slot(word: slot.word.node[row % 4 * 4 + column % 4], depth: next.depth) : slot)
      }
    }
    return next
  }

  /// Where the search for a place begins; empty outside the table, where nothing is.
  @inline(__always) func slot(for place: FixedPlace) -> Slot {
    let shift = UInt64(truncatingIfNeeded: FixedPlace.bits &- 2 &* depth)
    let column = place.x &>> shift &- west
    let row = place.y &>> shift &- south
    guard column < UInt64(truncatingIfNeeded: columns), row < UInt64(truncatingIfNeeded: rows) else {
      return Slot(word: .empty, depth: 0)
    }
    return slots[Int(truncatingIfNeeded: row) &* columns &+ Int(truncatingIfNeeded: column)]
  }
}
