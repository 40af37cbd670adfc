internal import Geodesy
internal import MusterValues

/// What one fix says, before any fence is asked.
struct FixEvidence {
  let mark: DeviceTrace.Mark
  /// Out of line with the fixes before it.
  let isSuspect: Bool
  /// Nil when the device rests, or nothing is known of its movement.
  let course: DeviceTrace.Course?
  /// Milliseconds.
  let freshness: Int64

  func probabilityInside(_ shape: PreparedShape) -> Double {
    shape.probabilityInside(of: mark.position, cep68: mark.cep68)
  }

  func isDecisivelyOutside(_ shape: PreparedShape, _ rules: ConfidenceRules) -> Bool {
    let inflated = mark.cep68 * max(1, rules.decisiveFactor)
    return !isSuspect && shape.probabilityInside(of: mark.position, cep68: inflated) <= rules.decisiveProbability
  }

  /// Until when being inside may be believed without another fix: while it is fresh and, for a device on the move, until
  /// it would have left.
  func holdsUntil(_ shape: PreparedShape, _ rules: ConfidenceRules) -> Timestamp {
    let stale = mark.time.advanced(byMilliseconds: freshness)
    guard rules.forecastsDeparture, let course, freshness > 0 else { return stale }
    func isInside(after milliseconds: Int64) -> Bool {
      let distance = course.speed * Double(milliseconds) / 1000
      let place = Geodesic.direct(from: mark.position, azimuth: course.azimuth, distance: distance).end
      return shape.probabilityInside(of: place, cep68: mark.cep68) >= rules.departureProbability
    }
    // The first step that is outside, then by halving.
    let steps = min(max(1, rules.forecastSteps), 1000)
    guard let step = (1...steps).first(where: { !isInside(after: freshness * $0 / steps) }) else { return stale }
    var (inside, outside) = (freshness * (step - 1) / steps, freshness * step / steps)
    while outside - inside > 1000 {
      let middle = inside + (outside - inside) / 2
      if isInside(after: middle) { inside = middle } else { outside = middle }
    }
    return mark.time.advanced(byMilliseconds: inside)
  }
}
