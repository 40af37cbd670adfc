/// Keys in order with a value each, in blocks of bounded size, so that insertion among a million is no long move.
///
/// - Complexity: lookup O(log n); insertion and removal O(log n + block); a page of k entries O(log n + k).
struct OrderedTable<Key: Comparable & Sendable, Value: Sendable>: Sendable {
  private static var blockSize: Int { 512 }
  private var blocks: [[(key: Key, value: Value)]] = []
  private(set) var count = 0

  subscript(key: Key) -> Value? {
    get {
      guard let (block, index, isPresent) = place(of: key), isPresent else { return nil }
      return blocks[block][index].value
    }
    set {
      guard let (block, index, isPresent) = place(of: key) else {
        if let newValue {
          blocks = [[(key, newValue)]]
          count = 1
        }
        return
      }
      switch (newValue, isPresent) {
      case (let value?, true): blocks[block][index].value = value
      case (let value?, false): insert((key, value), block: block, at: index)
      case (nil, true): remove(block: block, at: index)
      case (nil, false): break
      }
    }
  }

  /// At most `limit` entries above `key`, ascending.
  func entries(after key: Key?, limit: Int) -> [(key: Key, value: Value)] {
    var page: [(key: Key, value: Value)] = []
    guard limit > 0, !blocks.isEmpty else { return page }
    var block = 0
    var index = 0
    if let key, let found = place(of: key) {
      block = found.block
      index = found.isPresent ? found.index + 1 : found.index
    }
    while block < blocks.count, page.count < limit {
      let rest = blocks[block][index...].prefix(limit - page.count)
      page.append(contentsOf: rest)
      block += 1
      index = 0
    }
    return page
  }

  var values: [Value] { blocks.flatMap { $0.map(\.value) } }

  private mutating func insert(_ entry: (key: Key, value: Value), block: Int, at index: Int) {
    blocks[block].insert(entry, at: index)
    count += 1
    guard blocks[block].count > Self.blockSize else { return }
    let half = blocks[block].count / 2
    let upper = Array(blocks[block][half...])
    blocks[block].removeSubrange(half...)
    blocks.insert(upper, at: block + 1)
  }

  private mutating func remove(block: Int, at index: Int) {
    blocks[block].remove(at: index)
    count -= 1
    if blocks[block].isEmpty { blocks.remove(at: block) }
  }

  /// Where the key is, or would be inserted; nil when the table is empty.
  private func place(of key: Key) -> (block: Int, index: Int, isPresent: Bool)? {
    guard !blocks.isEmpty else { return nil }
    var low = 0
    var high = blocks.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if blocks[middle][0].key <= key { low = middle } else { high = middle - 1 }
    }
    let block = low
    low = 0
    high = blocks[block].count
    while low < high {
      let middle = (low + high) / 2
      if blocks[block][middle].key < key { low = middle + 1 } else { high = middle }
    }
    let isPresent = low < blocks[block].count && blocks[block][low].key == key
    return (block, low, isPresent)
  }
}
