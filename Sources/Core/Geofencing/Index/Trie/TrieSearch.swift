internal import Geodesy

/// Where found numbers go; plain memory, so that a search does nothing but write.
struct FoundNumbers {
  private(set) var base: UnsafeMutablePointer<Int32>
  private(set) var count = 0
  private var capacity: Int
  /// Where the present place's numbers begin.
  private(set) var start = 0

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
    base[count] = number
    count &+= 1
  }

  /// Without a branch: what is appended is hard to foresee. Polygons of one fence follow each other; it is kept once.
  /// - Precondition: room was reserved.
  @inline(__always) mutating func append(_ number: Int32, if isFound: Bool, unlessLast isRepeatable: Bool) {
    base[count] = number
    let isRepeated = isRepeatable && count > start && base[count &- 1] == number
    count &+= isFound && !isRepeated ? 1 : 0
  }

  /// Ends the present place: its numbers are ascending from then on.
  @inline(__always) mutating func finishPlace() {
    let length = count &- start
    if length > 1 { Self.sort(base + start, length) }
    start = count
  }

  /// Few numbers, in a few ascending runs.
  @inline(__always) private static func sort(_ numbers: UnsafeMutablePointer<Int32>, _ count: Int) {
    if count > 32 { return sortMany(numbers, count) }
    var index = 1
    while index < count {
      let number = numbers[index]
      var hole = index
      while hole > 0, numbers[hole &- 1] > number {
        numbers[hole] = numbers[hole &- 1]
        hole &-= 1
      }
      numbers[hole] = number
      index &+= 1
    }
  }

  @inline(never) private static func sortMany(_ numbers: UnsafeMutablePointer<Int32>, _ count: Int) {
    var numbers = UnsafeMutableBufferPointer(start: numbers, count: count)
    numbers.sort()
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
    // One more than can be found: what is not found is written too.
    found.reserve(Int(header.wholeCount) &+ Int(header.partialCount) &+ 1)
    let wholes = leaf.wholes(header)
    for index in 0..<wholes.count { found.append(wholes[index]) }
    guard header.partialCount > 0 else { return }
    let (x, y) = CellFrame.local(fixed, depth: depth)
    var sides = EdgeSides(edges: leaf.edges(header), x: x, y: y)
    var cartesian: CartesianPoint?
    var previous: Int32?
    for partial in leaf.partials(header) {
      if partial.isExactWithoutEdges {
        // Without a branch, so that the next circle's thresholds are on their way already.
        let point = cartesian ?? CartesianPoint(place)
        cartesian = point
        let circle = partial.entry.pointee.circle
        let chord = point.squaredDistance(to: circle.center)
        var isInside = chord < circle.surelyInside
        if !isInside, chord <= circle.surelyOutside { isInside = partial.entry.pointee.shape.contains(place) }
        found.append(partial.number, if: isInside, unlessLast: previous == partial.number)
        previous = partial.number
        continue
      }
      let answer = sides.next(partial.edgeCount)
      var isInside = partial.isInsideWestward != answer.isCrossedOddly
      if answer.isNear || partial.isExact { isInside = partial.entry.pointee.shape.contains(place) }
      found.append(partial.number, if: isInside, unlessLast: previous == partial.number)
      previous = partial.number
    }
  }
}
