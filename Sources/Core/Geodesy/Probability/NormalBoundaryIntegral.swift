/// The mass of the standard normal density in the plane inside a closed boundary, from its directed edges.
///
/// By Green's theorem the mass inside a boundary that runs counter-clockwise is the sum over its edges of the integral of
/// `distribution(x) * density(y) dy`. The integrand is smooth everywhere, so a fix on an edge or a vertex is no special
/// case, and edges may come in any order. Coordinates are in sigmas from the fix.
struct NormalBoundaryIntegral {
  private(set) var mass = 0.0
  private let normal = NormalTable.shared

  /// Neighbouring vertices this near are taken together: one chord, and the signed area between the chord and them at the
  /// density there, to first order. What is left out is of third order in this length.
  private static let shortest = 0.125
  /// Longest stretch for one Gauss-Legendre rule of four points; the error is below 1e-6 of the stretch's mass.
  private static let longest = 1.5
  private static let nodes = [
    (0.0694318442029737, 0.1739274225687269), (0.3300094782075719, 0.3260725774312731),
    (0.6699905217924281, 0.3260725774312731), (0.9305681557970263, 0.1739274225687269),
  ]

  /// Adds a path from vertex to vertex.
  mutating func add(_ range: ClosedRange<Int>, _ xs: [Double], _ ys: [Double], in frame: ErrorFrame) {
    var start = frame.point(xs[range.lowerBound], ys[range.lowerBound])
    var last = start
    var (area, momentX, momentY) = (0.0, 0.0, 0.0)
    for index in range.dropFirst() {
      let next = frame.point(xs[index], ys[index])
      var (dx, dy) = (next.x - start.x, next.y - start.y)
      if abs(dx) > Self.shortest || abs(dy) > Self.shortest {
        addChord(from: start, to: last, area: area, momentX: momentX, momentY: momentY)
        (area, momentX, momentY) = (0, 0, 0)
        (dx, dy) = (next.x - last.x, next.y - last.y)
        start = last
        if abs(dx) > Self.shortest || abs(dy) > Self.shortest {
          addEdge(from: last, to: next)
          start = next
        }
      } else {
        let (px, py) = (last.x - start.x, last.y - start.y)
        let cross = px * dy - py * dx
        area += cross
        momentX += cross * (px + dx)
        momentY += cross * (py + dy)
      }
      last = next
    }
    addChord(from: start, to: last, area: area, momentX: momentX, momentY: momentY)
  }

  /// Adds a path that lies east of the error's reach: only where it begins and ends counts.
  mutating func addEast(of range: ClosedRange<Int>, _ ys: [Double], in frame: ErrorFrame) {
    mass +=
      normal.distribution(frame.point(0, ys[range.upperBound]).y)
      - normal.distribution(frame.point(0, ys[range.lowerBound]).y)
  }

  /// - Parameters:
  ///   - area: twice the signed area between the chord and the path it stands for.
  ///   - momentX: six times its first moment about `start`.
  private mutating func addChord(
    from start: ErrorFrame.Point, to end: ErrorFrame.Point, area: Double, momentX: Double, momentY: Double
  ) {
    addEdge(from: start, to: end)
    guard area != 0 || momentX != 0 || momentY != 0 else { return }
    let density = normal.density(start.x) * normal.density(start.y)
    mass += density * (area / 2 - (start.x * momentX + start.y * momentY) / 6)
  }

  private mutating func addEdge(from a: ErrorFrame.Point, to b: ErrorFrame.Point) {
    let reach = NormalTable.reach
    if (a.y >= reach && b.y >= reach) || (a.y <= -reach && b.y <= -reach) || (a.x <= -reach && b.x <= -reach) { return }
    if a.x >= reach, b.x >= reach {
      mass += normal.distribution(b.y) - normal.distribution(a.y)
      return
    }
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    if dy == 0 { return }
    // The part between the two latitudes at `reach`, cut further where the longitude is at `reach`.
    let (low, high) = Self.span(from: a.y, by: dy, reach)
    var (first, last) = (max(0, low), min(1, high))
    guard first < last else { return }
    if dx != 0 {
      let (enters, leaves) = Self.span(from: a.x, by: dx, reach)
      let (inner, outer) = (min(max(enters, first), last), min(max(leaves, first), last))
      // East of the reach lies `first..<inner` or `outer..<last`.
      let east = dx < 0 ? (first, inner) : (outer, last)
      mass += normal.distribution(a.y + east.1 * dy) - normal.distribution(a.y + east.0 * dy)
      (first, last) = (inner, outer)
      guard first < last else { return }
    }
    let length = (dx * dx + dy * dy).squareRoot() * (last - first)
    let panels = max(1, min(16, (length / Self.longest).rounded(.up)))
    let step = (last - first) / panels
    var sum = 0.0
    for panel in 0..<Int(panels) {
      let begin = first + Double(panel) * step
      for (node, weight) in Self.nodes {
        let t = begin + node * step
        sum += weight * normal.distribution(a.x + t * dx) * normal.density(a.y + t * dy)
      }
    }
    mass += sum * step * dy
  }

  /// From where to where on the way a value is between -limit and limit.
  private static func span(from start: Double, by change: Double, _ limit: Double) -> (Double, Double) {
    let (one, other) = ((-limit - start) / change, (limit - start) / change)
    return one <= other ? (one, other) : (other, one)
  }
}
