/// A place of the model's world: whole steps east and north of the world's origin, which lies on the equator.
struct GridPoint: Hashable, Sendable, CustomStringConvertible {
  var x: Int
  var y: Int

  var description: String { "(\(x), \(y))" }
}

/// Distances on the model's grid. So near the equator and so small that the ellipsoid is a plane: a degree of longitude
/// and one of latitude have each one length.
struct ModelPlane: Sendable {
  /// Degrees in one step.
  let step: Double

  /// Metres in a degree of the WGS84 equator: pi / 180 times 6,378,137.
  private static let longitudeDegree = 111_319.490_793_273_57
  /// Metres in a degree of latitude at the equator: the same times 1 - e^2, e^2 = 0.00669437999014.
  private static let latitudeDegree = 110_574.275_821_594_78

  /// Metres.
  func distance(_ from: GridPoint, _ to: GridPoint) -> Double {
    let east = Double(to.x - from.x) * step * Self.longitudeDegree
    let north = Double(to.y - from.y) * step * Self.latitudeDegree
    return (east * east + north * north).squareRoot()
  }

  /// Whether no two points of a grid of `size` steps are so nearly this far apart that the plane could be wrong.
  func isClear(_ distance: Double, size: Int) -> Bool {
    for x in 0...size {
      for y in 0...size {
        let between = self.distance(GridPoint(x: 0, y: 0), GridPoint(x: x, y: y))
        if abs(between - distance) < 0.001 * distance { return false }
      }
    }
    return true
  }
}

/// A fence's area: its border belongs to it.
enum ModelShape: Hashable, Sendable {
  case rectangle(west: Int, south: Int, east: Int, north: Int)
  /// Radius in metres.
  case circle(center: GridPoint, radius: Double)

  func contains(_ point: GridPoint, on plane: ModelPlane) -> Bool {
    switch self {
    case .rectangle(let west, let south, let east, let north):
      point.x >= west && point.x <= east && point.y >= south && point.y <= north
    case .circle(let center, let radius): plane.distance(center, point) <= radius
    }
  }
}
