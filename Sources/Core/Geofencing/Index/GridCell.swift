internal import Geodesy

/// A cell of one of the grids over longitude and latitude: level l has cells of 360 / 2^l degrees.
struct GridCell: Hashable {
  /// Level, row and column in one number, so that hashing it is one step.
  let key: UInt64

  /// Cells of about 2.4 m at the equator.
  static let finestLevel = 24

  init(level: Int, column: Int, row: Int) {
    key =
      UInt64(truncatingIfNeeded: level) << 56 | UInt64(truncatingIfNeeded: row) << 28
      | UInt64(truncatingIfNeeded: column)
  }

  /// The cell that a valid place belongs to.
  init(of place: Coordinate, level: Int) {
    let scale = Self.cellsPerDegree(level)
    let column = Int(((place.longitude + 180) * scale).rounded(.down))
    let row = Int(((place.latitude + 90) * scale).rounded(.down))
    // Longitude 180 is -180.
    self.init(level: level, column: column & (1 << level - 1), row: row)
  }

  static func cellsPerDegree(_ level: Int) -> Double { Double(1 << level) / 360 }
}

/// The cells that a shape touches, and which of them it covers whole.
struct GridCover {
  /// Cells through which a border runs, or may run.
  private(set) var partial: [GridCell] = []
  /// Cells of which every place is inside.
  private(set) var whole: [GridCell] = []
  let level: Int

  /// Degrees by which a border is taken to be wider than it is: far more than rounding in the cell arithmetic can move a
  /// place across a cell's border, far less than a cell.
  private static let margin = 1e-9

  /// Picks the finest level at which the shape's box is at most eight cells wide, and sorts the cells of the box.
  init(_ shape: PreparedShape) {
    let box = shape.bounds
    let extent = max(box.east - box.west, box.north - box.south)
    var level = GridCell.finestLevel
    while level > 0, extent * GridCell.cellsPerDegree(level) > 8 { level -= 1 }
    self.level = level
    let columns = Raster.range(box.west + 180, box.east + 180, level)
    let rows = Raster.range(max(box.south, -90) + 90, min(box.north, 90) + 90, level)
    var raster = Raster(level: level, columns: columns.clampedCount(1 << level), rows: rows)
    var hasEdges = false
    shape.forEachEdge { from, to in
      hasEdges = true
      raster.mark(from: from, to: to)
    }
    for row in raster.rows {
      for column in raster.columns {
        let cell = GridCell(level: level, column: column & (1 << level - 1), row: row)
        if !hasEdges || raster.isMarked(column: column, row: row) {
          partial.append(cell)
        } else if shape.contains(raster.centre(column: column, row: row)) {
          whole.append(cell)
        }
      }
    }
  }

  /// Which cells of a rectangle of cells some edge runs through. Columns are unwrapped: they may go past the last one.
  private struct Raster {
    let level: Int
    let columns: ClosedRange<Int>
    let rows: ClosedRange<Int>
    private var marks: [Bool]

    init(level: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
      self.level = level
      self.columns = columns
      self.rows = rows
      marks = [Bool](repeating: false, count: columns.count * rows.count)
    }

    /// The cells between two distances from the grid's corner, in degrees, a margin wider.
    static func range(_ low: Double, _ high: Double, _ level: Int) -> ClosedRange<Int> {
      let scale = GridCell.cellsPerDegree(level)
      let first = Int(((low - margin) * scale).rounded(.down))
      let last = Int(((high + margin) * scale).rounded(.down))
      return first...max(first, last)
    }

    func isMarked(column: Int, row: Int) -> Bool {
      marks[(row - rows.lowerBound) * columns.count + column - columns.lowerBound]
    }

    func centre(column: Int, row: Int) -> Coordinate {
      let scale = GridCell.cellsPerDegree(level)
      var longitude = (Double(column) + 0.5) / scale - 180
      if longitude > 180 { longitude -= 360 }
      if longitude < -180 { longitude += 360 }
      return Coordinate(longitude: longitude, latitude: (Double(row) + 0.5) / scale - 90)
    }

    /// Row by row, the columns that the edge passes there.
    mutating func mark(from: Coordinate, to: Coordinate) {
      let (low, high) = from.latitude <= to.latitude ? (from, to) : (to, from)
      let scale = GridCell.cellsPerDegree(level)
      for row in Self.range(low.latitude + 90, high.latitude + 90, level) {
        let south = min(max(Double(row) / scale - 90 - margin, low.latitude), high.latitude)
        let north = max(min(Double(row + 1) / scale - 90 + margin, high.latitude), low.latitude)
        let one = Self.longitude(at: south, low, high)
        let other = low.latitude == high.latitude ? low.longitude : Self.longitude(at: north, low, high)
        mark(row, Self.range(min(one, other) + 180, max(one, other) + 180, level))
      }
    }

    /// Where the edge is at a latitude of its own; a level edge is at its other end.
    private static func longitude(at latitude: Double, _ low: Coordinate, _ high: Coordinate) -> Double {
      guard high.latitude > low.latitude else { return high.longitude }
      let share = (latitude - low.latitude) / (high.latitude - low.latitude)
      return low.longitude + share * (high.longitude - low.longitude)
    }

    /// An edge given one turn away counts where it falls in this rectangle.
    private mutating func mark(_ row: Int, _ range: ClosedRange<Int>) {
      guard rows.contains(row) else { return }
      let turn = 1 << level
      for shift in [-turn, 0, turn] {
        let first = max(range.lowerBound + shift, columns.lowerBound)
        let last = min(range.upperBound + shift, columns.upperBound)
        guard first <= last else { continue }
        for column in first...last {
          marks[(row - rows.lowerBound) * columns.count + column - columns.lowerBound] = true
        }
      }
    }
  }
}

extension ClosedRange<Int> {
  /// At most `count` of the first values.
  fileprivate func clampedCount(_ count: Int) -> ClosedRange<Int> {
    lowerBound...Swift.min(upperBound, lowerBound + count - 1)
  }
}
