internal import Foundation
internal import Geodesy

/// How a cell lies to a circle, as far as cheap bounds tell.
struct CircleCover {
  private let thresholds: CircleThresholds
  private let radius: Double

  init?(_ entry: FenceEntryReference) {
    // The shape itself is made anew each time that it is asked for.
    guard entry.pointee.isCircle, case .circle(let circle) = entry.pointee.shape.shape else { return nil }
    thresholds = entry.pointee.circle
    radius = circle.radius
  }

  /// Metres a degree: no meridian of WGS84 and no parallel has more, the latter times the cosine of its latitude.
  private static let perDegreeOfLatitude = 111_700.0
  private static let perDegreeOfLongitude = 111_700.0

  func relation(_ cell: TrieCell) -> CellCover {
    if cell.depth < 2 { return .partial }
    // From the cell's centre along the meridian and then along a parallel: no geodesic is longer.
    let half = cell.extent / 2
    let lowest = cell.south > 0 ? cell.south : cell.north < 0 ? -cell.north : 0
    let reach =
      half * (Self.perDegreeOfLatitude + Self.perDegreeOfLongitude * cos(lowest * (.pi / 180))) * (1 + 1e-9) + 1e-3
    let chord = CartesianPoint(cell.place(0.5, 0.5)).squaredDistance(to: thresholds.center).squareRoot()
    if chord - reach > radius * (1 + 1e-9) { return .apart }
    // No geodesic is longer than the arc of the least radius of curvature over its chord.
    let least = CartesianPoint.leastRadiusOfCurvature
    guard chord < least else { return .partial }
    return 2 * least * asin(chord / (2 * least)) + reach < radius * (1 - 1e-9) ? .whole : .partial
  }
}
