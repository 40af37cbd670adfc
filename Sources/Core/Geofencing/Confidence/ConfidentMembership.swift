internal import Geodesy
public import MusterValues

/// What is believed about one device and one fence: a state machine of four states.
///
/// | from | on | to | transition |
/// |---|---|---|---|
/// | outside | P >= `enterProbability` once, or >= `confirmedEnterProbability` for long enough | inside | `entered` |
/// | outside | P > `suspicionProbability` | uncertain, was outside | `becameUncertain` |
/// | uncertain, was outside | as from outside | inside | `entered` |
/// | uncertain, was outside | P <= `suspicionProbability` | outside | `becameCertainAgain` |
/// | inside | P < `doubtProbability` | uncertain, was inside | `becameUncertain` |
/// | inside, uncertain | P <= `exitProbability` for long enough, or decisively outside | outside | `exited` |
/// | uncertain, was inside | P >= `restoreProbability` | inside | `becameCertainAgain` |
///
/// `entered` and `exited` strictly alternate. A fix that could not have been an ENTER, since the fence is too small for its
/// accuracy, raises no doubt unless P <= `exitProbability`, and refreshes only if P reaches `doubtProbability`. A suspect
/// fix raises doubt and decides nothing; the next tells.
public struct ConfidentMembership: Hashable, Sendable {
  /// What was last confirmed.
  public var isInside: Bool
  /// Whether later evidence casts doubt on that.
  public var isUncertain: Bool
  /// The first of an unbroken row of fixes with P >= `confirmedEnterProbability`, while outside.
  public var insideSince: Timestamp?
  /// While inside, and the last fixes have P <= `exitProbability`: the fix before them, or the first of them when there
  /// is none.
  public var outsideSince: Timestamp?
  /// Until when being inside is believed without another fix; nil while outside.
  public var holdsUntil: Timestamp?

  public init(
    isInside: Bool = false, isUncertain: Bool = false, insideSince: Timestamp? = nil, outsideSince: Timestamp? = nil,
    holdsUntil: Timestamp? = nil
  ) {
    self.isInside = isInside
    self.isUncertain = isUncertain
    self.insideSince = insideSince
    self.outsideSince = outsideSince
    self.holdsUntil = holdsUntil
  }

  /// Outside for sure: nothing worth keeping.
  public static let outside = ConfidentMembership()

  /// Takes in what a fix says about the fence.
  mutating func step(_ evidence: FixEvidence, _ shape: PreparedShape, _ rules: ConfidenceRules) -> Step {
    let probability = evidence.probabilityInside(shape)
    let kind = isInside ? stepInside(probability, evidence, shape, rules) : stepOutside(probability, evidence, rules)
    if isInside, !isUncertain, evidence.reaches(rules.doubtProbability, probability, rules) {
      holdsUntil = evidence.holdsUntil(shape, rules)
    }
    return Step(kind: kind, probability: probability)
  }

  struct Step {
    let kind: ConfidentTransition.Kind?
    let probability: Double
  }

  private mutating func stepOutside(
    _ probability: Double, _ evidence: FixEvidence, _ rules: ConfidenceRules
  ) -> ConfidentTransition.Kind? {
    if probability < rules.confirmedEnterProbability { insideSince = nil }
    let first = insideSince
    if probability >= rules.confirmedEnterProbability, first == nil { insideSince = evidence.mark.time }
    let isConfirmed =
      first.map { evidence.mark.time.milliseconds(since: $0) >= max(1, rules.enterSeparation) } ?? false
    let isClear = evidence.reaches(rules.enterProbability, probability, rules) && !evidence.isSuspect
    if isClear || (isConfirmed && probability >= rules.confirmedEnterProbability && !evidence.isSuspect) {
      self = ConfidentMembership(isInside: true)
      return .entered
    }
    return doubt(probability > rules.suspicionProbability)
  }

  private mutating func stepInside(
    _ probability: Double, _ evidence: FixEvidence, _ shape: PreparedShape,
    _ rules: ConfidenceRules
  ) -> ConfidentTransition.Kind? {
    guard !evidence.reaches(rules.doubtProbability, probability, rules) else {
      outsideSince = nil
      let isRestored = evidence.reaches(rules.restoreProbability, probability, rules) && !evidence.isSuspect
      return isUncertain && !isRestored ? nil : doubt(false)
    }
    let isOutside = probability <= rules.exitProbability
    if isOutside, isConfirmedOutside(evidence, shape, rules) || evidence.isDecisive(shape, rules) { return exit() }
    outsideSince = isOutside ? outsideSince ?? evidence.previous ?? evidence.mark.time : nil
    return isOutside || evidence.couldTell(shape, rules) ? doubt(true) : nil
  }

  /// A row of such fixes ends with one that is not suspect, and that could decide alone or is not the first.
  private func isConfirmedOutside(_ evidence: FixEvidence, _ shape: PreparedShape, _ rules: ConfidenceRules) -> Bool {
    guard !evidence.isSuspect, let since = outsideSince ?? evidence.previous,
      evidence.couldTell(shape, rules) || (outsideSince != nil && evidence.previous != nil)
    else { return false }
    return evidence.mark.time.milliseconds(since: since) >= max(1, rules.exitSeparation)
  }

  private mutating func exit() -> ConfidentTransition.Kind {
    self = .outside
    return .exited
  }

  /// Sets the doubt; the transition when that changes it.
  private mutating func doubt(_ doubted: Bool) -> ConfidentTransition.Kind? {
    guard isUncertain != doubted else { return nil }
    isUncertain = doubted
    return doubted ? .becameUncertain : .becameCertainAgain
  }
}
