/// Goes through a leaf's edges, fence after fence, and says for each how often a ray to the west crosses its border.
struct EdgeSides {
  private let edges: LocalEdges
  private let x: Int
  private let y: Int
  /// Edges given out so far.
  private var position = 0
  /// Of the edges from `position` on, one bit each, as far as looked at: whether the ray crosses it, and whether it is
  /// too near to tell.
  private var crossed: UInt64 = 0
  private var near: UInt64 = 0
  private var known = 0

  @inline(__always) init(edges: LocalEdges, x: Int, y: Int) {
    self.edges = edges
    self.x = x
    self.y = y
    look()
  }

  /// Looks at up to 64 edges from `position` on.
  @inline(__always) private mutating func look() {
    let column = SIMD8<Int16>(repeating: Int16(truncatingIfNeeded: x))
    let row = SIMD8<Int16>(repeating: Int16(truncatingIfNeeded: y))
    (crossed, near) = (0, 0)
    known = min(64, edges.count &- position)
    var doubtful: UInt64 = 0
    var offset = 0
    while offset < known {
      let sides = edges.sides(of: column, row, from: position &+ offset)
      crossed |= UInt64(truncatingIfNeeded: sides.crossed) &<< UInt64(truncatingIfNeeded: offset)
      doubtful |= UInt64(truncatingIfNeeded: sides.doubtful) &<< UInt64(truncatingIfNeeded: offset)
      offset &+= 8
    }
    // What lies beyond the last edge means nothing.
    if known < 64 { doubtful &= 1 &<< UInt64(truncatingIfNeeded: known) &- 1 }
    while doubtful != 0 {
      let bit = doubtful & (0 &- doubtful)
      let answer = edges[position &+ doubtful.trailingZeroBitCount].answer(x: x, y: y)
      if answer == .crossed { crossed |= bit }
      if answer == .near { near |= bit }
      doubtful ^= bit
    }
  }

  /// The answer of the next fence's edges.
  @inline(__always) mutating func next(_ count: Int) -> (isCrossedOddly: Bool, isNear: Bool) {
    if count > known || count == 64 { return nextAcross(count) }
    let mask: UInt64 = 1 &<< UInt64(truncatingIfNeeded: count) &- 1
    let answer = ((crossed & mask).nonzeroBitCount & 1 == 1, near & mask != 0)
    position &+= count
    known &-= count
    crossed &>>= UInt64(truncatingIfNeeded: count)
    near &>>= UInt64(truncatingIfNeeded: count)
    return answer
  }

  @inline(never) private mutating func nextAcross(_ count: Int) -> (isCrossedOddly: Bool, isNear: Bool) {
    var answer = (isCrossedOddly: false, isNear: false)
    var rest = count
    while rest > 0 {
      if known == 0 { look() }
      let step = min(rest, known, 32)
      let part = next(step)
      rest -= step
      answer = (answer.isCrossedOddly != part.isCrossedOddly, answer.isNear || part.isNear)
    }
    return answer
  }
}
