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

  /// Whether `point`, on the line through `a` and `b`, lies between them.
  private static func spans(_ a: PlanePoint, _ b: PlanePoint, _ point: PlanePoint) -> Bool {
    let (low, high) = a < b ? (a, b) : (b, a)
    return !(point < low) && !(high < point)
  }
}
