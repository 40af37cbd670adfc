/// How two closed line segments meet, decided exactly.
enum EdgeCrossing {
  case none
  /// They cross at one point inside both.
  case proper
  /// An end of one lies on the other, or they overlap.
  case touch

  static func between(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint, _ d: PlanePoint) -> EdgeCrossing {
    if max(a.y, b.y) < min(c.y, d.y) || max(c.y, d.y) < min(a.y, b.y) { return .none }
    if max(a.x, b.x) < min(c.x, d.x) || max(c.x, d.x) < min(a.x, b.x) { return .none }
    let sideC = Orientation.sign(a, b, c)
    let sideD = Orientation.sign(a, b, d)
    if sideC * sideD > 0 { return .none }
    let sideA = Orientation.sign(c, d, a)
    let sideB = Orientation.sign(c, d, b)
    if sideA * sideB > 0 { return .none }
    if sideC * sideD < 0, sideA * sideB < 0 { return .proper }
    if sideC == 0, spans(a, b, c) { return .touch }
    if sideD == 0, spans(a, b, d) { return .touch }
    if sideA == 0, spans(c, d, a) { return .touch }
    if sideB == 0, spans(c, d, b) { return .touch }
    return .none
  }

  /// A place where two segments meet that do: the end that lies on the other segment, else the crossing, rounded but
  /// never outside the box of either segment.
  static func place(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint, _ d: PlanePoint) -> PlanePoint {
    if Orientation.sign(a, b, c) == 0, spans(a, b, c) { return c }
    if Orientation.sign(a, b, d) == 0, spans(a, b, d) { return d }
    if Orientation.sign(c, d, a) == 0, spans(c, d, a) { return a }
    if Orientation.sign(c, d, b) == 0, spans(c, d, b) { return b }
    let (rx, ry) = (b.x - a.x, b.y - a.y)
    let (sx, sy) = (d.x - c.x, d.y - c.y)
    let share = ((c.x - a.x) * sy - (c.y - a.y) * sx) / (rx * sy - ry * sx)
    // Nearly parallel segments can lose every digit; the boxes still hold the crossing.
    let along = share >= 0 && share <= 1 ? share : 0.5
    let west = max(min(a.x, b.x), min(c.x, d.x))
    let east = min(max(a.x, b.x), max(c.x, d.x))
    let south = max(min(a.y, b.y), min(c.y, d.y))
    let north = min(max(a.y, b.y), max(c.y, d.y))
    return PlanePoint(x: min(max(a.x + along * rx, west), east), y: min(max(a.y + along * ry, south), north))
  }

  /// Whether `point`, on the line through `a` and `b`, lies between them.
  private static func spans(_ a: PlanePoint, _ b: PlanePoint, _ point: PlanePoint) -> Bool {
    let (low, high) = a < b ? (a, b) : (b, a)
    return !(point < low) && !(high < point)
  }
}
