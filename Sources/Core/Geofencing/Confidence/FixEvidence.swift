internal import Geodesy
internal import MusterValues

/// What one fix says, before any fence is asked.
struct FixEvidence {
  let mark: DeviceTrace.Mark
  /// Of the fix before; nil before the second, and when the same fix is asked again.
  let previous: Timestamp?
  /// Out of line with the fixes before it.
  let isSuspect: Bool
  /// Nil when the device rests, or nothing is known of its movement.
  let course: DeviceTrace.Course?
  /// Milliseconds.
  let freshness: Int64

  func probabilityInside(_ shape: PreparedShape) -> Double {
    shape.probabilityInside(of: mark.position, cep68: mark.cep68)
  }

  func reaches(_ limit: ProbabilityLimit, _ probability: Double, _ rules: ConfidenceRules) -> Bool {
    probability >= rules.limit(limit, at: mark.cep68)
  }

  /// Whether a fix of this accuracy can say "inside" at all: the fence is not too small for it.
  func couldTell(_ shape: PreparedShape, _ rules: ConfidenceRules) -> Bool {
    reaches(rules.enterProbability, shape.greatestProbabilityInside(cep68: mark.cep68), rules)
  }

  /// Outside beyond doubt.
  func isDecisive(_ shape: PreparedShape, _ rules: ConfidenceRules) -> Bool {
    let inflated = mark.cep68 * max(1, rules.decisiveFactor)
    return !isSuspect && shape.probabilityInside(of: mark.position, cep68: inflated) <= rules.decisiveProbability
  }

  /// Until when being inside may be believed without another fix: while it is fresh and, for a device on the move, until
  /// it would have left.
  func holdsUntil(_ shape: PreparedShape, _ rules: ConfidenceRules) -> Timestamp {
    let stale = mark.time.advanced(byMilliseconds: freshness)
    guard rules.forecastsDeparture, let course, freshness > 0 else { return stale }
    let isFast = course.speed >= rules.fastSpeed
    let least =
      isFast ? rules.fastDepartureProbability : rules.limit(rules.departureProbability, at: mark.cep68)
    func isInside(after milliseconds: Int64) -> Bool {
      let distance = course.speed * Double(milliseconds) / 1000
      let place = Geodesic.direct(from: mark.position, azimuth: course.azimuth, distance: distance).end
      let blur = isFast ? distance * rules.fastUncertainty : 0
      return shape.probabilityInside(of: place, cep68: (mark.cep68 * mark.cep68 + blur * blur).squareRoot()) >= least
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
