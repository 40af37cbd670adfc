public import Geodesy

/// A hierarchy of longitude-latitude grids. A fence lives in the finest grid whose cells are no smaller than a quarter of
/// its box, so that it touches at most 25 cells, and a query looks at one cell of each grid in use.
///
/// - Complexity: insert and remove O(1) cells; a query O(grids in use + fences in the cells), each fence one box test
///   and, where that passes, one exact test.
public struct GridFenceIndex: FenceIndex {
  /// The fences that touch a cell. Boxes lie together, so that going through them touches no shape.
  private struct Entries {
    var numbers: [Int32] = []
    var boxes: [BoundingBox] = []
    var shapes: [PreparedShape] = []

    mutating func append(_ number: Int32, _ shape: PreparedShape) {
      numbers.append(number)
      boxes.append(shape.bounds)
      shapes.append(shape)
    }

    /// Order means nothing here: the last one takes the place of the one that goes.
    mutating func remove(_ number: Int32) {
      guard let index = numbers.firstIndex(of: number) else { return }
      numbers.swapAt(index, numbers.count - 1)
      boxes.swapAt(index, boxes.count - 1)
      shapes.swapAt(index, shapes.count - 1)
      numbers.removeLast()
      boxes.removeLast()
      shapes.removeLast()
    }

    func appendContaining(_ point: Coordinate, to found: inout [Int32]) {
      for index in boxes.indices where boxes[index].contains(point) && shapes[index].contains(point) {
        found.append(numbers[index])
      }
    }
  }

  private struct Cell: Hashable {
    let level: Int32
    let column: Int32
    let row: Int32
  }

  /// Level l has cells of 360 / 2^l degrees; the finest is about 9 m wide at the equator.
  private static let finestLevel: Int32 = 22

  private var cells: [Cell: Entries] = [:]
  private var places: [Int32: [Cell]] = [:]
  private var fencesOfLevel = [Int](repeating: 0, count: Int(finestLevel) + 1)

  public init() {}

  public var count: Int { places.count }

  public mutating func insert(_ shape: PreparedShape, number: Int32) {
    remove(number: number)
    let covered = Self.cells(covering: shape.bounds)
    for cell in covered { cells[cell, default: Entries()].append(number, shape) }
    places[number] = covered
    if let level = covered.first?.level { fencesOfLevel[Int(level)] += 1 }
  }

  public mutating func remove(number: Int32) {
    guard let covered = places.removeValue(forKey: number) else { return }
    for cell in covered {
      cells[cell]?.remove(number)
      if cells[cell]?.numbers.isEmpty == true { cells[cell] = nil }
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
      cells[cell]?.appendContaining(point, to: &found)
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
    while level > 0, width(of: level) * 4 < extent { level -= 1 }
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
