internal import Geodesy

/// Where found numbers go; plain memory, so that a search does nothing but write.
struct FoundNumbers {
  private(set) var base: UnsafeMutablePointer<Int32>
  private(set) var count = 0
  private var capacity: Int
  /// Where the present place's numbers begin.
  private(set) var start = 0
  /// Whether the present place's numbers came in ascending order so far.
  private var isSorted = true

  init(capacity: Int) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  func deallocate() { base.deallocate() }

  mutating func removeAll() { (count, start) = (0, 0) }

  @inline(__always) mutating func reserve(_ more: Int) {
    if count &+ more > capacity { grow(more) }
  }

  @inline(never) private mutating func grow(_ more: Int) {
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
  }

  /// - Precondition: room was reserved.
  @inline(__always) mutating func append(_ number: Int32) {
    if count > start, base[count &- 1] >= number { isSorted = false }
    base[count] = number
    count &+= 1
  }

  @inline(__always) var last: Int32? { count > start ? base[count &- 1] : nil }

  /// Ends the present place: its numbers are ascending from then on.
  @inline(__always) mutating func finishPlace() {
    if !isSorted { sort() }
    start = count
    isSorted = true
  }

  private func sort() {
    var numbers = UnsafeMutableBufferPointer(start: base + start, count: count - start)
    if numbers.count > 24 { return numbers.sort() }
    for index in 1..<numbers.count {
      let number = numbers[index]
      var hole = index
      while hole > 0, numbers[hole &- 1] > number {
        numbers[hole] = numbers[hole &- 1]
        hole &-= 1
      }
      numbers[hole] = number
    }
  }
}

/// Finds the fences of one place.
enum TrieSearch {
  /// - Precondition: the place is valid.
  @inline(__always) static func search(_ root: TrieWord, _ place: Coordinate, into found: inout FoundNumbers) {
    let fixed = FixedPlace(place)
    var word = root
    var depth = 0
    while !word.isEmpty {
      if word.isLeaf {
        search(word.leaf, word.leaf.header, place, fixed, depth: depth, into: &found)
        break
      }
      if word.hasWholes, let wholes = word.node.wholes { addWholes(wholes, into: &found) }
      word = word.node[TrieCell.childIndex(of: fixed, depth: depth)]
      depth &+= 1
    }
    found.finishPlace()
  }

  @inline(__always) static func addWholes(_ leaf: TrieLeaf, into found: inout FoundNumbers) {
    let wholes = leaf.wholes(leaf.header)
    found.reserve(wholes.count)
    for index in 0..<wholes.count { found.append(wholes[index]) }
  }

  @inline(__always) static func search(
    _ leaf: TrieLeaf, _ header: TrieLeaf.Header, _ place: Coordinate, _ fixed: FixedPlace, depth: Int,
    into found: inout FoundNumbers
  ) {
    found.reserve(Int(header.wholeCount) &+ Int(header.partialCount))
    let wholes = leaf.wholes(header)
    for index in 0..<wholes.count { found.append(wholes[index]) }
    guard header.partialCount > 0 else { return }
    let (x, y) = CellFrame.local(fixed, depth: depth)
    var sides = EdgeSides(edges: leaf.edges(header), x: x, y: y)
    var cartesian: CartesianPoint?
    for partial in leaf.partials(header) {
      let answer = sides.next(partial.edgeCount)
      let isInside =
        answer.isNear || partial.isExact
        ? ask(partial, place, &cartesian) : partial.isInsideWestward != answer.isCrossedOddly
      // Polygons of one fence follow each other.
      if isInside, found.last != partial.number { found.append(partial.number) }
    }
  }

  /// What the local edges can't tell, and circles.
  @inline(never) private static func ask(
    _ partial: PartialFence, _ place: Coordinate, _ cartesian: inout CartesianPoint?
  ) -> Bool {
    if let circle = partial.entry.pointee.circle {
      let point = cartesian ?? CartesianPoint(place)
      cartesian = point
      if let answer = circle.answer(point) { return answer }
    }
    return partial.entry.pointee.shape.contains(place)
  }
}
