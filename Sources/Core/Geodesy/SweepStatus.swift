/// The edges that a sweep line cuts, from west to east: a splay tree, and a list that links neighbours.
///
/// Edges are named by index. Every operation takes amortized logarithmic time whatever the input (D. D. Sleator and
/// R. E. Tarjan, "Self-adjusting binary search trees", 1985), so that no geometry can make it slow.
struct SweepStatus {
  private static let none: Int32 = -1
  private var root = none
  private var left: [Int32]
  private var right: [Int32]
  private var parent: [Int32]
  private var previous: [Int32]
  private var following: [Int32]

  init(edges count: Int) {
    left = Array(repeating: Self.none, count: count)
    (right, parent, previous, following) = (left, left, left, left)
  }

  func neighbourWest(of edge: Int) -> Int? { previous[edge] < 0 ? nil : Int(previous[edge]) }
  func neighbourEast(of edge: Int) -> Int? { following[edge] < 0 ? nil : Int(following[edge]) }

  /// Where a point falls: the leaf to attach to, and the neighbours on both sides.
  struct Gap {
    fileprivate var attach = none
    fileprivate var onLeft = false
    var west: Int?
    var east: Int?
  }

  /// Finds the gap that a point falls into. `side` answers 1 when the point is west of the edge, -1 when east of it, 0
  /// when on it. The result is `.failure` with an edge the point lies on.
  func gap(side: (Int) -> Int) -> (gap: Gap, touched: Int?) {
    var gap = Gap()
    var node = root
    while node >= 0 {
      let edge = Int(node)
      let side = side(edge)
      if side == 0 { return (gap, edge) }
      gap.attach = node
      gap.onLeft = side > 0
      if side > 0 {
        gap.east = edge
        node = left[edge]
      } else {
        gap.west = edge
        node = right[edge]
      }
    }
    return (gap, nil)
  }

  /// Puts two edges that start at one point into the gap it falls into.
  mutating func insert(west first: Int, east second: Int, in gap: Gap) {
    let (a, b) = (Int32(first), Int32(second))
    if gap.attach < 0 {
      root = a
    } else if gap.onLeft {
      left[Int(gap.attach)] = a
    } else {
      right[Int(gap.attach)] = a
    }
    parent[first] = gap.attach
    splay(a)
    // `a` is the root now; `b` goes between it and everything east of it.
    right[second] = right[first]
    if right[first] >= 0 { parent[Int(right[first])] = b }
    right[first] = b
    parent[second] = a
    link(gap.west.map(Int32.init) ?? Self.none, a)
    link(a, b)
    link(b, gap.east.map(Int32.init) ?? Self.none)
  }

  mutating func remove(_ edge: Int) {
    splay(Int32(edge))
    link(previous[edge], following[edge])
    let (west, east) = (left[edge], right[edge])
    if west >= 0 { parent[Int(west)] = Self.none }
    if east >= 0 { parent[Int(east)] = Self.none }
    root = east
    if west >= 0 {
      // The neighbour to the west is the greatest of the western subtree.
      let greatest = previous[edge]
      root = west
      splay(greatest)
      right[Int(greatest)] = east
      if east >= 0 { parent[Int(east)] = greatest }
    }
    forget(edge)
  }

  /// Puts `new` in the place of `old`, as when a sweep passes from one edge of a ring to the next.
  mutating func replace(_ old: Int, by new: Int) {
    let node = Int32(new)
    (left[new], right[new], parent[new]) = (left[old], right[old], parent[old])
    if left[new] >= 0 { parent[Int(left[new])] = node }
    if right[new] >= 0 { parent[Int(right[new])] = node }
    if parent[new] < 0 {
      root = node
    } else if left[Int(parent[new])] == Int32(old) {
      left[Int(parent[new])] = node
    } else {
      right[Int(parent[new])] = node
    }
    link(previous[old], node)
    link(node, following[old])
    forget(old)
  }

  private mutating func forget(_ edge: Int) {
    left[edge] = Self.none
    right[edge] = Self.none
    parent[edge] = Self.none
    previous[edge] = Self.none
    following[edge] = Self.none
  }

  private mutating func link(_ west: Int32, _ east: Int32) {
    if west >= 0 { following[Int(west)] = east }
    if east >= 0 { previous[Int(east)] = west }
  }

  private mutating func splay(_ node: Int32) {
    while parent[Int(node)] >= 0 {
      let above = parent[Int(node)]
      let top = parent[Int(above)]
      if top >= 0 {
        let sameSide = (left[Int(top)] == above) == (left[Int(above)] == node)
        rotateUp(sameSide ? above : node)
      }
      rotateUp(node)
    }
    root = node
  }

  private mutating func rotateUp(_ node: Int32) {
    let above = parent[Int(node)]
    let top = parent[Int(above)]
    if left[Int(above)] == node {
      let inner = right[Int(node)]
      left[Int(above)] = inner
      if inner >= 0 { parent[Int(inner)] = above }
      right[Int(node)] = above
    } else {
      let inner = left[Int(node)]
      right[Int(above)] = inner
      if inner >= 0 { parent[Int(inner)] = above }
      left[Int(node)] = above
    }
    parent[Int(above)] = node
    parent[Int(node)] = top
    if top >= 0 {
      if left[Int(top)] == above { left[Int(top)] = node } else { right[Int(top)] = node }
    }
  }
}
