internal import Geodesy

/// A square of the trie: a sixteenth of its parent, four by four.
///
/// Depth 0 is the square of 360 by 360 degrees whose lower half is the globe; depth 14 has cells of about 15 cm.
struct TrieCell {
  let depth: Int
  /// The south-west corner in fixed units.
  let x: UInt64
  let y: UInt64

  static let mostDepth = 14
  static let root = TrieCell(depth: 0, x: 0, y: 0)

  /// Half a cell with its margin, as a multiple of half a cell.
  static let reach = 1 + Double(CellFrame.margin) / Double(CellFrame.half)

  var size: UInt64 { FixedPlace.turn >> (2 * UInt64(depth)) }
  /// Degrees.
  var extent: Double { Double(size) / FixedPlace.perDegree }

  @inline(__always) func child(_ index: Int) -> TrieCell {
    let quarter = size / 4
    return TrieCell(
      depth: depth + 1, x: x + UInt64(index & 3) * quarter, y: y + UInt64(index >> 2) * quarter)
  }

  /// Whether any of the cell is on the globe, which ends at latitude 90.
  var isOnGlobe: Bool { y < FixedPlace.turn / 2 }

  /// Which child of a cell of that depth holds the place.
  @inline(__always) static func childIndex(of place: FixedPlace, depth: Int) -> Int {
    childIndex(of: place, shift: childShift(depth: depth))
  }

  /// By how many bits a place is shifted to tell the child of a cell of that depth.
  @inline(__always) static func childShift(depth: Int) -> UInt64 { UInt64(FixedPlace.bits - 2 - 2 * depth) }

  @inline(__always) static func childIndex(of place: FixedPlace, shift: UInt64) -> Int {
    Int((place.y &>> shift) & 3) &<< 2 | Int((place.x &>> shift) & 3)
  }

  /// The place at shares of the cell's width and height; a cell on the globe has its centre on the globe, but for depth 0.
  func place(_ acrossShare: Double, _ upShare: Double) -> Coordinate {
    let size = Double(self.size)
    let longitude = (Double(x) + size * acrossShare) / FixedPlace.perDegree - 180
    let latitude = (Double(y) + size * upShare) / FixedPlace.perDegree - 90
    return Coordinate(longitude: min(180, longitude), latitude: min(90, latitude))
  }

  var south: Double { Double(y) / FixedPlace.perDegree - 90 }
  var north: Double { min(90, Double(y + size) / FixedPlace.perDegree - 90) }
}

/// A leaf's own coordinates: the cell is 32,768 units wide around its centre.
///
/// Everything a leaf keeps is in these, rounded; what rounding may have changed is found by `LocalEdge.isNear`.
struct CellFrame {
  let centerX: Double
  let centerY: Double
  /// Fixed units of a local unit, inverted.
  let scale: Double

  /// Local units of half a cell.
  static let half = 16_384
  /// Local units by which a leaf looks beyond its cell.
  static let margin = 8
  /// The western border of what a leaf looks at.
  static let west = -half - margin

  init(_ cell: TrieCell) {
    let size = Double(cell.size)
    centerX = Double(cell.x) + size / 2
    centerY = Double(cell.y) + size / 2
    scale = 32_768 / size
  }

  func local(_ point: LocalPoint) -> LocalPoint {
    LocalPoint(x: (point.x - centerX) * scale, y: (point.y - centerY) * scale)
  }

  /// The local position of a place in the cell of that depth, rounded down.
  @inline(__always) static func local(_ place: FixedPlace, depth: Int) -> (x: Int, y: Int) {
    let shift = UInt64(29 - 2 * depth)
    return (Int((place.x &>> shift) & 32_767) - half, Int((place.y &>> shift) & 32_767) - half)
  }
}
