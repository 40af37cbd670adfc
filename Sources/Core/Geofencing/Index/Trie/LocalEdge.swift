/// A piece of a border in a leaf's coordinates, each end rounded, the lower end first.
struct LocalEdge {
  var x0: Int16
  var y0: Int16
  var x1: Int16
  var y1: Int16

  @inline(__always) init(x0: Int16, y0: Int16, x1: Int16, y1: Int16) {
    (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
  }

  init(_ a: LocalPoint, _ b: LocalPoint) {
    let (low, high) = a.y <= b.y ? (a, b) : (b, a)
    (x0, y0) = (Self.rounded(low.x), Self.rounded(low.y))
    (x1, y1) = (Self.rounded(high.x), Self.rounded(high.y))
  }

  /// So far south-west that no place is near.
  static let nowhere = LocalEdge(LocalPoint(x: -limit, y: -limit), LocalPoint(x: -limit, y: -limit))
  static let limit = 32_767.0

  private static func rounded(_ value: Double) -> Int16 { Int16(max(-limit, min(limit, value.rounded()))) }

  /// What an edge says about a ray that goes west from a local place.
  enum Answer {
    case apart
    case crossed
    /// The place is so near that rounding may have moved it across.
    case near
  }

  /// Local units: a place is at most 1.42 from its rounded one, an edge 0.71 from its rounded one.
  static let nearness = 3

  @inline(__always) func answer(x: Int, y: Int) -> Answer {
    let (lowY, highY) = (Int(y0), Int(y1))
    if y < lowY &- Self.nearness || y > highY &+ Self.nearness { return .apart }
    let (lowX, highX) = (Int(x0), Int(x1))
    let straddles = lowY <= y && y < highY
    if x > max(lowX, highX) &+ Self.nearness { return straddles ? .crossed : .apart }
    if x < min(lowX, highX) &- Self.nearness { return .apart }
    let (dx, dy) = (highX &- lowX, highY &- lowY)
    let cross = dx &* (y &- lowY) &- dy &* (x &- lowX)
    if abs(cross) <= Self.nearness &* (abs(dx) &+ dy) { return .near }
    return straddles && cross < 0 ? .crossed : .apart
  }
}
