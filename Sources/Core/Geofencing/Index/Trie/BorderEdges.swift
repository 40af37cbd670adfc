internal import Geodesy

/// An edge in fixed units.
struct FixedEdge {
  let a: LocalPoint
  let b: LocalPoint
  /// Its number in the shape; the highest bit says that it is meant one turn further west.
  let name: UInt32

  static let turnBit: UInt32 = 1 << 31

  init(_ name: UInt32, of shape: PreparedShape) {
    let (from, to) = shape.edge(Int(name & ~Self.turnBit))
    let turned = name & Self.turnBit == 0 ? 180.0 : -180.0
    a = LocalPoint(x: (from.longitude + turned) * FixedPlace.perDegree, y: (from.latitude + 90) * FixedPlace.perDegree)
    b = LocalPoint(x: (to.longitude + turned) * FixedPlace.perDegree, y: (to.latitude + 90) * FixedPlace.perDegree)
    self.name = name
  }

  func part(of shape: PreparedShape) -> Int { shape.part(ofEdge: Int(name & ~Self.turnBit)) }

  /// Whether the edge may come into the square around a centre. Rounding moves the answer by far less than the margin
  /// that every cell has.
  @inline(__always) func touches(_ centerX: Double, _ centerY: Double, reach: Double) -> Bool {
    if max(a.x, b.x) < centerX - reach || min(a.x, b.x) > centerX + reach { return false }
    if max(a.y, b.y) < centerY - reach || min(a.y, b.y) > centerY + reach { return false }
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    // The centre's distance from the edge's line against the square's half width seen along it.
    let cross = dx * (centerY - a.y) - dy * (centerX - a.x)
    return abs(cross) <= (abs(dx) + abs(dy)) * reach
  }
}

/// The edges of one fence that come near a cell.
struct BorderEdges {
  private(set) var edges: [FixedEdge]

  var isEmpty: Bool { edges.isEmpty }

  /// The edges that come near the whole globe: all of them, and again one turn further west where the shape reaches
  /// longitude 180.
  init(_ entry: FenceEntryReference) {
    let shape = entry.pointee.shape
    let count = UInt32(clamping: shape.edgeCount)
    edges = (0..<count).map { FixedEdge($0, of: shape) }
    if entry.pointee.bounds.east >= 180 - 1e-6 {
      edges += (0..<count).map { FixedEdge($0 | FixedEdge.turnBit, of: shape) }
    }
    edges = touching(.root).edges
  }

  init(_ edges: [FixedEdge]) { self.edges = edges }

  /// Those that may come into a part of the cell or its margin.
  func touching(_ cell: TrieCell) -> BorderEdges {
    let half = Double(cell.size) / 2
    let (centerX, centerY) = (Double(cell.x) + half, Double(cell.y) + half)
    let reach = half * TrieCell.reach
    return BorderEdges(edges.filter { $0.touches(centerX, centerY, reach: reach) })
  }

  /// For each of the sixteen children of a cell, those that may come into it or its margin. The same as `touching` says.
  func distributed(among cell: TrieCell) -> [BorderEdges] {
    var parts = [BorderEdges](repeating: BorderEdges([]), count: TrieNode.fanOut)
    let size = Double(cell.size) / 4
    let (half, reach) = (size / 2, size / 2 * TrieCell.reach)
    func range(_ low: Double, _ high: Double, from origin: Double) -> ClosedRange<Int> {
      // One more on each side than needed: `touches` decides.
      let first = max(0, min(3, ((low - reach - origin) / size).rounded(.down) - 1))
      let last = max(0, min(3, ((high + reach - origin) / size).rounded(.down) + 1))
      return Int(first)...max(Int(first), Int(last))
    }
    for edge in edges {
      let columns = range(min(edge.a.x, edge.b.x), max(edge.a.x, edge.b.x), from: Double(cell.x))
      for row in range(min(edge.a.y, edge.b.y), max(edge.a.y, edge.b.y), from: Double(cell.y)) {
        let centerY = Double(cell.y) + Double(row) * size + half
        for column in columns
        where edge.touches(Double(cell.x) + Double(column) * size + half, centerY, reach: reach) {
          parts[row * 4 + column].edges.append(edge)
        }
      }
    }
    return parts
  }

  /// The edges in the cell's own coordinates, cut where they leave what the leaf looks at, each with its name. Where the
  /// border crosses the western limit, stand-ins along that limit take the place of what lies further west. Every name
  /// has at least one edge, if need be one that no place is near to.
  func local(_ cell: TrieCell) -> LocalBorder {
    let frame = CellFrame(cell)
    let west = Double(CellFrame.west)
    var border = LocalBorder()
    var crossings: [(y: Double, name: UInt32)] = []
    for edge in edges {
      var (a, b) = (frame.local(edge.a), frame.local(edge.b))
      var isWest = a.x < west
      if isWest != (b.x < west) {
        let crossing = LocalPoint(x: west, y: a.y + (west - a.x) / (b.x - a.x) * (b.y - a.y))
        crossings.append((crossing.y, edge.name))
        if isWest { a = crossing } else { b = crossing }
        isWest = false
      }
      if !isWest, LocalPoint.cut(&a, &b) {
        border.append(LocalEdge(a, b), edge.name)
      } else {
        border.append(.nowhere, edge.name)
      }
    }
    // Between two crossings the border runs west of the cell; after the last, up to the top and beyond.
    crossings.sort { $0.y < $1.y }
    for index in stride(from: 0, to: crossings.count, by: 2) {
      let top = index + 1 < crossings.count ? crossings[index + 1].y : LocalEdge.limit
      border.append(
        LocalEdge(LocalPoint(x: west, y: crossings[index].y), LocalPoint(x: west, y: top)), crossings[index].name)
    }
    return border
  }
}

/// Edges in a leaf's coordinates, and the names of those they were made from.
struct LocalBorder {
  private(set) var edges: [LocalEdge] = []
  private(set) var names: [UInt32] = []

  mutating func append(_ edge: LocalEdge, _ name: UInt32) {
    edges.append(edge)
    names.append(name)
  }

  /// How many edges a ray to the west crosses; nil when the place is too near to one.
  func crossings(x: Int, y: Int) -> Int? {
    var count = 0
    for edge in edges {
      switch edge.answer(x: x, y: y) {
      case .near: return nil
      case .crossed: count += 1
      case .apart: break
      }
    }
    return count
  }
}

/// A point in fixed or local units, not rounded yet.
struct LocalPoint {
  var x: Double
  var y: Double

  /// Cuts a segment where it leaves the square of `LocalEdge.limit`, whose west it does not leave; false when nothing
  /// remains.
  static func cut(_ a: inout LocalPoint, _ b: inout LocalPoint) -> Bool {
    let limit = LocalEdge.limit
    if a.y > b.y { swap(&a, &b) }
    if a.y > limit || b.y < -limit { return false }
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    if b.y > limit { b = LocalPoint(x: a.x + (limit - a.y) / dy * dx, y: limit) }
    if a.y < -limit { a = LocalPoint(x: a.x + (-limit - a.y) / dy * dx, y: -limit) }
    if a.x > limit, b.x > limit { return false }
    if b.x > limit { b = LocalPoint(x: limit, y: a.y + (limit - a.x) / (b.x - a.x) * (b.y - a.y)) }
    if a.x > limit { a = LocalPoint(x: limit, y: b.y + (limit - b.x) / (a.x - b.x) * (a.y - b.y)) }
    return true
  }
}
