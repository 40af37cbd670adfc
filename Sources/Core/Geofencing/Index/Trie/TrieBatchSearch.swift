internal import Geodesy

/// Finds the fences of many places, group by group: the places of a group go down the trie side by side, so that their
/// waits for memory overlap.
struct TrieBatchSearch {
  private static let group = 32
  private static let rows = TrieCell.mostDepth + 1

  private let start: TrieStart

  init(root: TrieWord, places: Int) {
    start = TrieStart(root, most: max(1, min(places / 4, 1024)))
  }

  /// Calls `finish` with the index of each place, in order, when its numbers are in `found`. What it returns means
  /// nothing; it depends on every line of memory that was fetched ahead, so that no fetch can be left out.
  func search(
    _ places: UnsafeBufferPointer<Coordinate>, into found: inout FoundNumbers,
    finish: (_ index: Int, _ found: inout FoundNumbers) -> Void
  ) -> UInt64 {
    var fetched: UInt64 = 0
    withUnsafeTemporaryAllocation(of: Cursor.self, capacity: Self.group) { cursors in
      withUnsafeTemporaryAllocation(of: TrieLeaf.self, capacity: Self.group * Self.rows) { wholes in
        var first = 0
        while first < places.count {
          let count = min(Self.group, places.count - first)
          descend(places, first, count, cursors, wholes)
          fetched ^= fetchLists(count, cursors, wholes)
          for index in 0..<count {
            let cursor = cursors[index]
            for row in 0..<cursor.wholeCount {
              TrieSearch.addWholes(wholes[index &* Self.rows &+ row], into: &found)
            }
            if cursor.word.isLeaf {
              TrieSearch.search(
                cursor.word.leaf, cursor.header, places[first &+ index], cursor.place, depth: cursor.depth,
                into: &found)
            }
            found.finishPlace()
            finish(first &+ index, &found)
          }
          first += count
        }
      }
    }
    return fetched
  }

  private struct Cursor {
    let place: FixedPlace
    var word: TrieWord
    var depth: Int
    var wholeCount: Int
    /// Of the leaf, if there is one.
    var header = TrieLeaf.Header(stamp: 0, wholes: 0, partials: 0, edges: 0, names: 0)
  }

  private func descend(
    _ places: UnsafeBufferPointer<Coordinate>, _ first: Int, _ count: Int,
    _ cursors: UnsafeMutableBufferPointer<Cursor>, _ wholes: UnsafeMutableBufferPointer<TrieLeaf>
  ) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.group + 1) { moving in
      let cursors = cursors.baseAddress.unsafelyUnwrapped
      let moving = moving.baseAddress.unsafelyUnwrapped
      var movingCount = 0
      for index in 0..<count {
        let place = places[first &+ index]
        let isValid = place.isValid
        let fixed = isValid ? FixedPlace(place) : FixedPlace(Coordinate(longitude: 0, latitude: 0))
        let slot = isValid ? start.slot(for: fixed) : TrieStart.Slot(word: .empty, depth: 0)
        cursors[index] = Cursor(place: fixed, word: slot.word, depth: slot.depth, wholeCount: 0)
        moving[movingCount] = Int32(truncatingIfNeeded: index)
        movingCount &+= slot.word.isNode ? 1 : 0
      }
      var shift = TrieCell.childShift(depth: start.depth)
      var depth = start.depth
      while movingCount > 0 {
        var stillMoving = 0
        depth &+= 1
        for turn in 0..<movingCount {
          let number = moving[turn]
          let cursor = cursors + Int(number)
          let node = cursor.pointee.word.node
          if cursor.pointee.word.hasWholes, let list = node.wholes {
            wholes[Int(number) &* Self.rows &+ cursor.pointee.wholeCount] = list
            cursor.pointee.wholeCount &+= 1
          }
          let place = cursor.pointee.place
          let child = node[TrieCell.childIndex(of: place, shift: shift)]
          cursor.pointee.word = child
          cursor.pointee.depth = depth
          moving[stillMoving] = number
          stillMoving &+= child.isNode ? 1 : 0
        }
        movingCount = stillMoving
        shift = shift &- 2
      }
    }
  }

  /// Reads from every line of every leaf, so that all of them are on their way at the same time.
  private func fetchLists(
    _ count: Int, _ cursors: UnsafeMutableBufferPointer<Cursor>, _ wholes: UnsafeMutableBufferPointer<TrieLeaf>
  ) -> UInt64 {
    var fetched: UInt64 = 0
    for index in 0..<count {
      for row in 0..<cursors[index].wholeCount {
        fetched ^= UInt64(wholes[index &* Self.rows &+ row].header.wholeCount)
      }
      if cursors[index].word.isLeaf { cursors[index].header = cursors[index].word.leaf.header }
    }
    for index in 0..<count where cursors[index].word.isLeaf {
      let header = cursors[index].header
      let end = header.edgesOffset &+ Int(header.edgeCount) &* 8
      var offset = 64
      while offset < end {
        fetched ^= cursors[index].word.leaf.base.load(fromByteOffset: offset, as: UInt64.self)
        offset &+= 64
      }
    }
    return fetched
  }
}
