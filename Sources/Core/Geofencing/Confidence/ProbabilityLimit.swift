/// A limit of the chance of being inside, by how good the fix is.
///
/// A sharp fix near a border says that the member is there; a blunt one of somebody well inside often lands near the
/// border by its error alone. So what shows a member to be safe asks less of blunt fixes. It asks more of coarse ones
/// again: whoever has no others would else be shown safe wrongly for long.
public struct ProbabilityLimit: Hashable, Sendable, ExpressibleByFloatLiteral {
  /// For fixes whose radius of 68 % is at most `ConfidenceRules.sharpCEP68`, or at least `coarseCEP68`.
  public var sharp: Double
  /// For fixes whose radius of 68 % lies in `ConfidenceRules.bluntCEP68`; linear between that and the others.
  public var blunt: Double

  public init(sharp: Double, blunt: Double) {
    self.sharp = sharp
    self.blunt = blunt
  }

  /// The same for all fixes.
  public init(floatLiteral value: Double) { self.init(sharp: value, blunt: value) }
}

extension ConfidenceRules {
  /// The limit for a fix of that radius of 68 %, metres, as evaluation takes it.
  func limit(_ limit: ProbabilityLimit, at cep68: Double) -> Double {
    guard cep68 > sharpCEP68, cep68 < coarseCEP68 else { return limit.sharp }
    // How far on the way from sharp to blunt, or back from coarse.
    let share =
      cep68 < bluntCEP68.lowerBound
      ? (cep68 - sharpCEP68) / (bluntCEP68.lowerBound - sharpCEP68)
      : cep68 > bluntCEP68.upperBound ? (coarseCEP68 - cep68) / (coarseCEP68 - bluntCEP68.upperBound) : 1
    return limit.sharp + (limit.blunt - limit.sharp) * share
  }
}
