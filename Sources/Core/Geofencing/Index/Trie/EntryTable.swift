/// The fences by number, as a tree of nodes of sixteen: four bits of the number a level.
struct EntryTable {
  var root: TrieWord

  private static let levels = 8

  private static func index(_ number: Int32, level: Int) -> Int {
    Int(UInt32(bitPattern: number) >> UInt32(28 - 4 * level) & 15)
  }

  subscript(number: Int32) -> FenceEntryReference? {
    var word = root
    for level in 0..<Self.levels {
      if word.isEmpty { return nil }
      word = word.node[Self.index(number, level: level)]
    }
    return FenceEntryReference(bitPattern: word.bits)
  }

  /// Ascending by unsigned number.
  func forEach(_ body: (FenceEntryReference) -> Void) {
    func visit(_ word: TrieWord, level: Int) {
      if level == Self.levels {
        if let entry = FenceEntryReference(bitPattern: word.bits) { body(entry) }
      } else if !word.isEmpty {
        for index in 0..<TrieNode.fanOut { visit(word.node[index], level: level + 1) }
      }
    }
    visit(root, level: 0)
  }

  static func freeNodes(_ word: TrieWord, level: Int) {
    if word.isEmpty || level == levels { return }
    for index in 0..<TrieNode.fanOut { freeNodes(word.node[index], level: level + 1) }
    word.node.deallocate()
  }

  /// The table with another entry for that number, or none.
  func setting(_ number: Int32, to entry: FenceEntryReference?, _ memory: inout TrieMemory) -> EntryTable {
    func set(_ word: TrieWord, level: Int) -> TrieWord {
      if level == Self.levels { return TrieWord(bits: UInt(bitPattern: entry)) }
      if word.isEmpty, entry == nil { return word }
      let node = word.isEmpty ? memory.makeNode() : memory.writable(word.node)
      let index = Self.index(number, level: level)
      node[index] = set(node[index], level: level + 1)
      if entry == nil, (0..<TrieNode.fanOut).allSatisfy({ node[$0].isEmpty }) {
        memory.drop(node)
        return .empty
      }
      return TrieWord(node)
    }
    return EntryTable(root: set(root, level: 0))
  }
}
