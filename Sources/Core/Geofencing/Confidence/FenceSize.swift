public import Geodesy

extension PreparedShape {
  /// Whether the fence is too small for fixes of that accuracy (metres, radius of 68 %): no single fix can then be an
  /// ENTER. A fence for which this holds at the accuracy its devices have deserves a warning.
  public func isTooSmall(for cep68: Double, _ rules: ConfidenceRules = ConfidenceRules()) -> Bool {
    let taken = max(cep68 * rules.accuracyFactor, rules.leastCEP68)
    return greatestProbabilityInside(cep68: taken) < rules.limit(rules.enterProbability, at: taken)
  }
}
