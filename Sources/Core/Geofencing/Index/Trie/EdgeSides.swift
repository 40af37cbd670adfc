/// Goes through a leaf's edges, fence after fence, and says for each how often a ray to the west crosses its border.
struct EdgeSides {
  private let edges: LocalEdges
  private let x: Int
  private let y: Int
  /// Edges given out so far.
  private var position = 0
  /// Of the edges from `position` on, one bit each, as far as looked at.
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
    let (column, row) = (
      SIMD8<Int16>(repeating: Int16(truncatingIfNeeded: x)), SIMD8<Int16>(repeating: Int16(truncatingIfNeeded: y))
    )
    (crossed, near) = (0, 0)
    known = min(64, edges.count &- position)
    var offset = 0
    while offset < known {
      let sides = edges.sides(of: column, row, from: position &+ offset)
      crossed |= UInt64(truncatingIfNeeded: sides.crossed) &<< UInt64(truncatingIfNeeded: offset)
      near |= UInt64(truncatingIfNeeded: sides.near) &<< UInt64(truncatingIfNeeded: offset)
      offset &+= 8
    }
  }

  /// The answer of the next fence's edges.
  @inline(__always) mutating func next(_ count: Int) -> (isCrossedOddly: Bool, isNear: Bool) {
    if count > known { return nextAcross(count) }
    let mask: UInt64 = count == 64 ? .max : 1 &<< UInt64(truncatingIfNeeded: count) &- 1
    var crossings = (crossed & mask).nonzeroBitCount
    var isNear = false
    var rest = near & mask
    while rest != 0 {
      switch edges[position &+ rest.trailingZeroBitCount].answer(x: x, y: y) {
      case .crossed: crossings &+= 1
      case .near: isNear = true
      case .apart: break
      }
      rest &= rest &- 1
    }
    skip(count)
    return (crossings & 1 == 1, isNear)
  }

  @inline(__always) private mutating func skip(_ count: Int) {
    position &+= count
    known &-= count
    if count == 64 {
      (crossed, near) = (0, 0)
    } else {
      crossed &>>= UInt64(truncatingIfNeeded: count)
      near &>>= UInt64(truncatingIfNeeded: count)
    }
  }

  @inline(never) private mutating func nextAcross(_ count: Int) -> (isCrossedOddly: Bool, isNear: Bool) {
    var answer = (isCrossedOddly: false, isNear: false)
    var rest = count
    while rest > 0 {
      if known == 0 { look() }
      let step = min(rest, known)
      let part = next(step)
      rest -= step
      answer = (answer.isCrossedOddly != part.isCrossedOddly, answer.isNear || part.isNear)
    }
    return answer
  }
}
