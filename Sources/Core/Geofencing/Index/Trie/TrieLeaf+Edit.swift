extension TrieLeaf {
  /// This leaf's contents and one more fence that covers the cell whole.
  static func adding(whole number: Int32, to old: TrieLeaf?, stamp: UInt64) -> TrieLeaf {
    guard let old else {
      let new = allocate(stamp: stamp, wholes: 1, partials: 0, edges: 0, names: 0)
      new.wholes(new.header)[0] = number
      return new
    }
    let from = old.header
    let new = allocate(
      stamp: stamp, wholes: Int(from.wholeCount) + 1, partials: Int(from.partialCount), edges: Int(from.edgeCount),
      names: Int(from.nameCount))
    let to = new.header
    let (source, target) = (old.wholes(from), new.wholes(to))
    let place = source.lowerBound(of: number)
    target.copy(source, 0..<place, to: 0)
    target[place] = number
    target.copy(source, place..<source.count, to: place + 1)
    new.partials(to).copy(old.partials(from), 0..<Int(from.partialCount), to: 0)
    new.edges(to).copy(old.edges(from), 0..<Int(from.edgeCount), to: 0)
    new.names(to).copy(old.names(from), 0..<Int(from.nameCount), to: 0)
    return new
  }

  /// One polygon's part in a cell, or a circle's.
  struct Addition {
    let entry: FenceEntryReference
    let isExact: Bool
    let isInsideWestward: Bool
    let border: LocalBorder

    var nameCount: Int { entry.pointee.keepsNames ? border.names.count : 0 }
  }

  /// This leaf's contents and one more fence whose border runs through the cell; all additions are of the one fence.
  static func adding(_ additions: [Addition], number: Int32, to old: TrieLeaf?, stamp: UInt64) -> TrieLeaf {
    let from = old?.header
    let new = allocate(
      stamp: stamp, wholes: Int(from?.wholeCount ?? 0), partials: Int(from?.partialCount ?? 0) + additions.count,
      edges: Int(from?.edgeCount ?? 0) + additions.reduce(0) { $0 + $1.border.edges.count },
      names: Int(from?.nameCount ?? 0) + additions.reduce(0) { $0 + $1.nameCount })
    var cursor = Cursor(new)
    if let old, let from {
      new.wholes(cursor.header).copy(old.wholes(from), 0..<Int(from.wholeCount), to: 0)
      let place = old.partials(from).lowerBound { $0.number < number }
      cursor.copy(old, from, partials: 0..<place)
      cursor.add(additions)
      cursor.copy(old, from, partials: place..<Int(from.partialCount))
    } else {
      cursor.add(additions)
    }
    return new
  }

  /// This leaf's contents without a fence; nil when nothing remains.
  static func removing(_ number: Int32, from old: TrieLeaf, stamp: UInt64) -> TrieLeaf? {
    let from = old.header
    let wholes = old.wholes(from)
    let place = wholes.lowerBound(of: number)
    let isWhole = place < wholes.count && wholes[place] == number
    let partials = old.partials(from)
    let first = partials.lowerBound { $0.number < number }
    let end = partials.lowerBound { $0.number <= number }
    let gone = partials[first..<end]
    let (wholeCount, partialCount) = (wholes.count - (isWhole ? 1 : 0), partials.count - gone.count)
    if wholeCount + partialCount == 0 { return nil }
    let new = allocate(
      stamp: stamp, wholes: wholeCount, partials: partialCount,
      edges: Int(from.edgeCount) - gone.reduce(0) { $0 + $1.edgeCount },
      names: Int(from.nameCount) - gone.reduce(0) { $0 + $1.nameCount })
    var cursor = Cursor(new)
    let target = new.wholes(cursor.header)
    target.copy(wholes, 0..<place, to: 0)
    target.copy(wholes, place + (isWhole ? 1 : 0)..<wholes.count, to: place)
    cursor.copy(old, from, partials: 0..<first)
    cursor.copy(old, from, partials: end..<partials.count)
    return new
  }

  /// Where in a new leaf the next partial fence goes.
  private struct Cursor {
    let leaf: TrieLeaf
    let header: Header
    private var partial = 0
    private var edge = 0
    private var name = 0

    init(_ leaf: TrieLeaf) {
      self.leaf = leaf
      header = leaf.header
    }

    mutating func add(_ additions: [Addition]) {
      for addition in additions {
        leaf.partials(header)[partial] = PartialFence(
          entry: addition.entry, edgeCount: addition.border.edges.count, isExact: addition.isExact,
          isInsideWestward: addition.isInsideWestward)
        partial += 1
        for value in addition.border.edges {
          leaf.edges(header)[edge] = value
          edge += 1
        }
        for value in addition.border.names.prefix(addition.nameCount) {
          leaf.names(header)[name] = value
          name += 1
        }
      }
    }

    mutating func copy(_ old: TrieLeaf, _ from: Header, partials range: Range<Int>) {
      let source = old.partials(from)
      let before = Self.counts(source[..<range.lowerBound])
      let within = Self.counts(source[range])
      leaf.partials(header).copy(source, range, to: partial)
      leaf.edges(header).copy(old.edges(from), before.edges..<before.edges + within.edges, to: edge)
      leaf.names(header).copy(old.names(from), before.names..<before.names + within.names, to: name)
      partial += range.count
      edge += within.edges
      name += within.names
    }

    private static func counts(
      _ partials: Slice<UnsafeMutableBufferPointer<PartialFence>>
    ) -> (edges: Int, names: Int) {
      var (edges, names) = (0, 0)
      for partial in partials {
        edges += partial.edgeCount
        names += partial.nameCount
      }
      return (edges, names)
    }
  }
}

extension UnsafeMutableBufferPointer {
  /// Copies plain values; the places copied to need not have been initialized.
  func copy(_ source: Self, _ range: Range<Int>, to place: Int) {
    guard !range.isEmpty, let target = baseAddress, let origin = source.baseAddress else { return }
    (target + place).update(from: origin + range.lowerBound, count: range.count)
  }

  /// The first index whose element does not precede.
  func lowerBound(where precedes: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension UnsafeMutableBufferPointer<Int32> {
  func lowerBound(of number: Int32) -> Int { lowerBound { $0 < number } }
}
