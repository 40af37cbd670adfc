internal import Geodesy

/// How a cell lies to a fence.
enum CellCover {
  case apart
  /// Every place of the cell is inside.
  case whole
  /// The border comes near.
  case partial

  /// - Parameter touching: the fence's edges that come near the cell, none for a circle.
  init(_ entry: FenceEntryReference, _ touching: BorderEdges, _ cell: TrieCell) {
    if let circle = CircleCover(entry) {
      self = circle.relation(cell)
      return
    }
    let center = cell.place(0.5, 0.5)
    if touching.isEmpty {
      self = entry.pointee.bounds.contains(center) && entry.pointee.shape.contains(center) ? .whole : .apart
    } else {
      self = Self.isCoveredByAnotherPart(entry, touching, center) ? .whole : .partial
    }
  }

  /// Whether a polygon of the fence whose border stays away covers the cell.
  private static func isCoveredByAnotherPart(
    _ entry: FenceEntryReference, _ touching: BorderEdges, _ center: Coordinate
  ) -> Bool {
    let shape = entry.pointee.shape
    guard shape.partCount > 1, shape.contains(center) else { return false }
    let parts = Set(touching.edges.map { $0.part(of: shape) })
    return (0..<shape.partCount).contains { !parts.contains($0) && shape.contains(center, part: $0) }
  }

  /// The edges that come near a cell, found by the way down to it.
  static func touching(_ entry: FenceEntryReference, _ cell: TrieCell) -> BorderEdges {
    var edges = BorderEdges(entry)
    for depth in 1..<max(1, cell.depth + 1) {
      let size = FixedPlace.turn >> (2 * UInt64(depth))
      edges = edges.touching(TrieCell(depth: depth, x: cell.x / size * size, y: cell.y / size * size))
    }
    return edges
  }
}

/// What a leaf keeps of a fence whose border comes near its cell: one part a polygon.
enum LeafParts {
  static func make(_ entry: FenceEntryReference, _ touching: BorderEdges, _ cell: TrieCell) -> [TrieLeaf.Addition] {
    guard !entry.pointee.isCircle else {
      return [.init(entry: entry, isExact: true, isInsideWestward: false, border: LocalBorder())]
    }
    let shape = entry.pointee.shape
    guard shape.partCount > 1 else { return [make(entry, part: 0, touching, cell)] }
    let parts = Dictionary(grouping: touching.edges) { $0.part(of: shape) }
    return parts.sorted { $0.key < $1.key }.map { make(entry, part: $0.key, BorderEdges($0.value), cell) }
  }

  private static func make(
    _ entry: FenceEntryReference, part: Int, _ edges: BorderEdges, _ cell: TrieCell
  ) -> TrieLeaf.Addition {
    let border = edges.local(cell)
    // A place whose answer rounding can't change tells the parity for all.
    for (acrossShare, upShare) in references {
      let place = cell.place(acrossShare, upShare)
      guard place.isValid else { continue }
      let fixed = FixedPlace(place)
      guard fixed.x >= cell.x, fixed.x < cell.x + cell.size, fixed.y >= cell.y, fixed.y < cell.y + cell.size else {
        continue
      }
      let (x, y) = CellFrame.local(fixed, depth: cell.depth)
      guard let crossings = border.crossings(x: x, y: y) else { continue }
      let isInside = entry.pointee.shape.contains(place, part: part)
      return .init(
        entry: entry, isExact: false, isInsideWestward: isInside != (crossings & 1 == 1), border: border)
    }
    return .init(entry: entry, isExact: true, isInsideWestward: false, border: border)
  }

  /// Shares of the cell's width and height, spread evenly: multiples of the golden ratio and of the plastic number's
  /// square.
  private static let references: [(Double, Double)] = (0..<24).map { index in
    if index == 0 { return (0.5, 0.5) }
    let (across, up) = (Double(index) * 0.618_033_988_75, Double(index) * 0.569_840_290_998)
    return (across - across.rounded(.down), up - up.rounded(.down))
  }
}
