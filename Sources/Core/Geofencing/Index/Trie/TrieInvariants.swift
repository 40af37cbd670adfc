extension TrieFenceIndex {
  /// What is wrong with the trie, for tests; nothing when all is well.
  ///
  /// Every list is ascending and names fences that the index has; a fence that covers a cell whole is named nowhere below
  /// it, nor as crossing it; each fence counts its lists; no node is without children and lists.
  package func invariantFaults() -> [String] {
    var faults: [String] = []
    var placements: [Int32: Int] = [:]
    let entries = self.entries
    func check(_ list: TrieLeaf, _ cell: TrieCell, covered: Set<Int32>) -> Set<Int32> {
      let header = list.header
      let wholes = Array(list.wholes(header))
      let partials = Array(list.partials(header))
      if zip(wholes, wholes.dropFirst()).contains(where: { $0 >= $1 }) { faults.append("wholes not ascending") }
      if zip(partials, partials.dropFirst()).contains(where: { $0.number > $1.number }) {
        faults.append("partials not ascending")
      }
      for partial in partials where entries[partial.number] != partial.entry {
        faults.append("a partial fence \(partial.number) that the index does not have")
      }
      let numbers = Set(partials.map(\.number))
      for number in wholes where entries[number] == nil { faults.append("fence \(number) is not in the index") }
      for number in numbers.union(wholes) { placements[number, default: 0] += 1 }
      if !covered.isDisjoint(with: wholes) || !covered.isDisjoint(with: numbers) || !numbers.isDisjoint(with: wholes) {
        faults.append("a fence is named twice at depth \(cell.depth)")
      }
      if partials.reduce(0, { $0 + $1.edgeCount }) != Int(header.edgeCount) { faults.append("edges do not add up") }
      if partials.reduce(0, { $0 + $1.nameCount }) != Int(header.nameCount) { faults.append("names do not add up") }
      if wholes.isEmpty, partials.isEmpty { faults.append("an empty list") }
      return covered.union(wholes)
    }
    func visit(_ word: TrieWord, _ cell: TrieCell, covered: Set<Int32>) {
      if word.isEmpty { return }
      if word.isLeaf {
        _ = check(word.leaf, cell, covered: covered)
        return
      }
      let node = word.node
      if word.hasWholes != (node.wholes != nil) { faults.append("a node's word says wrongly whether it has wholes") }
      let covered = node.wholes.map { check($0, cell, covered: covered) } ?? covered
      var children = 0
      for index in 0..<TrieNode.fanOut where !node[index].isEmpty {
        children += 1
        visit(node[index], cell.child(index), covered: covered)
      }
      if children == 0 { faults.append("a node without children") }
    }
    withRoot { visit($0, .root, covered: []) }
    var count = 0
    entries.forEach { entry in
      count += 1
      let number = entry.pointee.number
      let (listed, counted) = (placements[number, default: 0], entry.pointee.placements.pointee)
      if listed != counted {
        faults.append("fence \(number) counts \(counted) lists of \(listed)")
      }
    }
    if count != self.count { faults.append("\(count) fences are counted as \(self.count)") }
    return faults
  }
}
