/// The border of a multipolygon's union, in parts that lie apart from each other.
struct BoundaryPaths: Sendable {
  /// Polygons that come near each other, as one border in one plane.
  struct Part: Sendable {
    let bounds: BoundingBox
    let xs: [Double]
    let ys: [Double]
    let runs: BoundaryRuns
  }

  let parts: [Part]
  /// Polygons that come near no other.
  let single: [PreparedPolygon]
  /// Polygons that together go round the globe, so that no plane holds their union.
  let wrapped: [PreparedPolygon]

  /// See `PreparedShape.probabilityInside`.
  func probabilityInside(of fix: Coordinate, sigma: Double) -> Double {
    var mass = single.reduce(0) { $0 + $1.probabilityInside(of: fix, sigma: sigma) }
    for part in parts {
      // A part's plane may begin up to two turns from the fix's longitude.
      for turns in -3...3 {
        let frame = ErrorFrame(fix: fix, sigma: sigma, turns: turns)
        if frame.reaches(part.bounds) { mass += part.runs.mass(part.xs, part.ys, in: frame) }
      }
    }
    // Inside the one that holds most of the error, at least: never too much.
    mass += wrapped.reduce(0) { max($0, $1.probabilityInside(of: fix, sigma: sigma)) }
    return min(1, max(0, mass))
  }
}
