public import Geodesy

/// A hierarchy of longitude-latitude grids. A fence lives in the finest grid whose cells are no smaller than its box, so
/// that it touches at most four cells, and a query looks at one cell of each grid in use.
///
/// - Complexity: insert and remove O(1); a query O(grids in use + fences in the cells), each fence one box test and,
///   where that passes, one exact test.
public struct GridFenceIndex: FenceIndex {
  private struct Entry {
    let number: Int32
    let bounds: BoundingBox
    let shape: PreparedShape
  }

  private struct Cell: Hashable {
    let level: Int32
    let column: Int32
    let row: Int32
  }

  /// Level l has cells of 360 / 2^l degrees; the finest is about 9 m wide at the equator.
  private static let finestLevel: Int32 = 22

  private var cells: [Cell: [Entry]] = [:]
  private var places: [Int32: [Cell]] = [:]
  private var fencesOfLevel = [Int](repeating: 0, count: Int(finestLevel) + 1)

  public init() {}

  public var count: Int { places.count }

  public mutating func insert(_ shape: PreparedShape, number: Int32) {
    remove(number: number)
    let entry = Entry(number: number, bounds: shape.bounds, shape: shape)
    let covered = Self.cells(covering: shape.bounds)
    for cell in covered { cells[cell, default: []].append(entry) }
    places[number] = covered
    if let level = covered.first?.level { fencesOfLevel[Int(level)] += 1 }
  }

  public mutating func remove(number: Int32) {
    guard let covered = places.removeValue(forKey: number) else { return }
    for cell in covered {
      cells[cell]?.removeAll { $0.number == number }
      if cells[cell]?.isEmpty == true { cells[cell] = nil }
    }
    if let level = covered.first?.level { fencesOfLevel[Int(level)] -= 1 }
  }

  public func fences(containing point: Coordinate) -> [Int32] {
    guard point.isValid else { return [] }
    var found: [Int32] = []
    for level in 0...Self.finestLevel where fencesOfLevel[Int(level)] > 0 {
      let cell = Cell(
        level: level, column: Self.column(of: point.longitude, level: level),
        row: Self.row(of: point.latitude, level: level))
      guard let entries = cells[cell] else { continue }
      for entry in entries where entry.bounds.contains(point) && entry.shape.contains(point) {
        found.append(entry.number)
      }
    }
    if found.count > 1 { found.sort() }
    return found
  }

  // MARK: Cells

  private static func width(of level: Int32) -> Double { 360 / Double(Int64(1) << Int64(level)) }

  /// Columns wrap: longitude 180 and -180 are one meridian.
  private static func column(of longitude: Double, level: Int32) -> Int32 {
    let count = Int64(1) << Int64(level)
    let column = Int64(((longitude + 180) / width(of: level)).rounded(.down))
    return Int32(((column % count) + count) % count)
  }

  private static func row(of latitude: Double, level: Int32) -> Int32 {
    Int32(((latitude + 90) / width(of: level)).rounded(.down))
  }

  private static func cells(covering box: BoundingBox) -> [Cell] {
    let extent = max(box.east - box.west, box.north - box.south)
    var level = finestLevel
    while level > 0, width(of: level) < extent { level -= 1 }
    // A hair more than the box, so that rounding in the cell arithmetic never loses a point on its border.
    let margin = 1e-9
    let south = row(of: max(box.south - margin, -90), level: level)
    let north = row(of: min(box.north + margin, 90), level: level)
    let count = Int64(1) << Int64(level)
    let size = width(of: level)
    let west = Int64(((box.west - margin + 180) / size).rounded(.down))
    let east = Int64(((box.east + margin + 180) / size).rounded(.down))
    var covered: [Cell] = []
    for row in south...max(south, north) {
      for column in west...min(max(west, east), west + count - 1) {
        covered.append(Cell(level: level, column: Int32(((column % count) + count) % count), row: row))
      }
    }
    return covered
  }
}
