/// A limit of the chance of being inside, by how good the fix is.
///
/// A sharp fix near a border says that the member is there; a blunt one of somebody well inside often lands near the
/// border by its error alone. So what shows a member to be safe asks less of blunt fixes.
public struct ProbabilityLimit: Hashable, Sendable, ExpressibleByFloatLiteral {
  /// For fixes whose radius of 68 % is at most `ConfidenceRules.sharpCEP68`.
  public var sharp: Double
  /// For fixes whose radius of 68 % is at least `ConfidenceRules.bluntCEP68`; linear between the two.
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
    if limit.sharp == limit.blunt || !(cep68 > sharpCEP68) { return limit.sharp }
    if cep68 >= bluntCEP68 { return limit.blunt }
    return limit.sharp + (limit.blunt - limit.sharp) * ((cep68 - sharpCEP68) / (bluntCEP68 - sharpCEP68))
  }
}
