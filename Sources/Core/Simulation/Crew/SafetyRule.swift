internal import Geodesy
public import Geofencing
internal import MusterValues

/// A way to tell from fixes who is safe.
public struct SafetyRule: Sendable {
  enum Kind: Sendable {
    /// The last fix alone decides; fixes whose stated accuracy is worse than the limit don't count.
    case point(worstAccuracy: Double)
    case confident(ConfidenceRules, trustsDoubt: Bool, usesBoundingCircle: Bool)
  }

  public let name: String
  let kind: Kind

  /// Amazon Location's: the point decides, accuracy is not looked at.
  public static let amazon = SafetyRule(name: "Amazon's rule", kind: .point(worstAccuracy: .infinity))
  public static let threshold = SafetyRule(name: "accuracy threshold 50 m", kind: .point(worstAccuracy: 50))

  /// Confident evaluation.
  public static func confident(_ rules: ConfidenceRules = ConfidenceRules()) -> SafetyRule {
    SafetyRule(
      name: "confident", kind: .confident(rules, trustsDoubt: false, usesBoundingCircle: false))
  }

  /// Confident evaluation with one part taken out at a time.
  public static func ablations(_ rules: ConfidenceRules = ConfidenceRules()) -> [SafetyRule] {
    func without(_ name: String, _ change: (inout ConfidenceRules) -> Void) -> SafetyRule {
      var changed = rules
      change(&changed)
      return SafetyRule(
        name: "without \(name)", kind: .confident(changed, trustsDoubt: false, usesBoundingCircle: false))
    }
    return [
      without("hysteresis") {
        // One threshold for everything, at the doubt that keeps a member safe.
        $0.enterProbability = $0.doubtProbability
        $0.confirmedEnterProbability = $0.doubtProbability.sharp
        $0.restoreProbability = $0.doubtProbability
        $0.exitProbability = $0.doubtProbability.sharp
      },
      without("confirmation") {
        $0.surprisingSpeed = .infinity
        $0.enterSeparation = 0
      },
      without("limits by accuracy") {
        $0.enterProbability.blunt = $0.enterProbability.sharp
        $0.doubtProbability.blunt = $0.doubtProbability.sharp
        $0.restoreProbability.blunt = $0.restoreProbability.sharp
        $0.departureProbability.blunt = $0.departureProbability.sharp
      },
      SafetyRule(
        name: "without uncertain", kind: .confident(rules, trustsDoubt: true, usesBoundingCircle: false)),
      without("freshness") {
        $0.shortestFreshness = .max
        $0.longestFreshness = .max
        $0.forecastsDeparture = false
      },
      without("forecast") { $0.forecastsDeparture = false },
      without("fine steps") { $0.forecastSteps = 8 },
      without("haste") {
        $0.fastSpeed = .infinity
        $0.startSpeed = 0
      },
      without("least accuracy") { $0.leastCEP68 = 0 },
      without("accuracy factor") { $0.accuracyFactor = 1 },
      SafetyRule(
        name: "bounding circle", kind: .confident(rules, trustsDoubt: false, usesBoundingCircle: true)),
    ]
  }

  /// What the rule shows at every second of a member's run, and at which seconds it said ENTER and EXIT.
  func judge(_ member: CrewMember) -> Verdict {
    switch kind {
    case .point(let worst): judgePoint(member, worst)
    case .confident(let rules, let trustsDoubt, let usesBoundingCircle):
      judgeConfident(
        member, rules, trustsDoubt: trustsDoubt, usesBoundingCircle ? member.site.boundingCircle : member.site.shape)
    }
  }

  struct Verdict {
    var isShownSafe: [Bool] = []
    var enters: [Int] = []
    var exits: [Int] = []
  }

  private func judgePoint(_ member: CrewMember, _ worst: Double) -> Verdict {
    var verdict = Verdict()
    var isInside = false
    eachSecond(member) { second, fix in
      if let fix, fix.accuracy <= worst {
        let now = member.site.shape.contains(fix.coordinate)
        if now != isInside { if now { verdict.enters.append(second) } else { verdict.exits.append(second) } }
        isInside = now
      }
      verdict.isShownSafe.append(isInside)
    }
    return verdict
  }

  private func judgeConfident(
    _ member: CrewMember, _ rules: ConfidenceRules, trustsDoubt: Bool, _ shape: PreparedShape
  ) -> Verdict {
    var verdict = Verdict()
    var fences = LinearFenceIndex()
    fences.insert(shape, number: 0)
    var device = ConfidentDevice()
    eachSecond(member) { second, fix in
      let now = Timestamp(milliseconds: Int64(second) * 1000)
      if let fix {
        let reported = PositionFix(
          time: now, position: fix.coordinate, accuracy: HorizontalAccuracy(radius: fix.accuracy))
        for transition in device.evaluate(reported, in: fences, rules) {
          if transition.kind == .entered { verdict.enters.append(second) }
          if transition.kind == .exited { verdict.exits.append(second) }
        }
      }
      let standing = device.standing(at: now, rules)
      let isDoubted = standing == .unknown(.uncertain) && device.memberships[0]?.isInside == true
      verdict.isShownSafe.append(standing == .safe || (trustsDoubt && isDoubted))
    }
    return verdict
  }

  private func eachSecond(_ member: CrewMember, _ body: (Int, CrewFix?) -> Void) {
    var next = 0
    for second in member.isInside.indices {
      let fix = next < member.fixes.count && member.fixes[next].second == second ? member.fixes[next] : nil
      if fix != nil { next += 1 }
      body(second, fix)
    }
  }
}
