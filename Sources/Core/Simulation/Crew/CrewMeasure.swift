/// What a rule did to a crew, counted second by second against the truth.
public struct CrewMeasure: Sendable {
  /// Seconds of all members.
  public private(set) var memberSeconds = 0
  /// Shown safe and not inside.
  public private(set) var falseSafeSeconds = 0
  /// The same, and of `memberSeconds`, while the phone lives.
  public private(set) var falseSafeSecondsAlive = 0
  public private(set) var memberSecondsAlive = 0
  /// Truly inside with a fresh fix, at a fence that is large enough for the fixes.
  public private(set) var clearSeconds = 0
  /// Of these, shown safe.
  public private(set) var clearSecondsSafe = 0
  /// Truly inside with a fresh fix, at least as many radii of 68 % from the border; and of these, shown safe.
  public private(set) var deepSeconds = 0
  public private(set) var deepSecondsSafe = 0
  /// EXIT of a member who is inside.
  public private(set) var falseExits = 0
  /// ENTER of a member who is outside.
  public private(set) var falseEnters = 0
  /// For each true departure of a member shown safe, seconds until no longer shown safe, until EXIT, and the limit:
  /// the greater of 30 s and two intervals.
  public private(set) var departures: [(unsafe: Int, exit: Int?, limit: Int)] = []

  public init() {}

  /// A fence is large enough when its inradius is at least this many radii of 68 %; a member is deep inside when the border
  /// is as far away.
  static let clearRatio = 3.0
  /// A departure is a member who was inside at least so many seconds and then stays outside as long.
  static let settled = 60

  mutating func add(_ verdict: SafetyRule.Verdict, _ member: CrewMember) {
    let freshness = max(60, 2 * member.reporting.atRest)
    var nextFix = 0
    var lastFix: CrewFix?
    for (second, isInside) in member.isInside.enumerated() {
      if nextFix < member.fixes.count, member.fixes[nextFix].second == second {
        lastFix = member.fixes[nextFix]
        nextFix += 1
      }
      let isSafe = verdict.isShownSafe[second]
      let isAlive = second < member.death
      memberSeconds += 1
      if isAlive { memberSecondsAlive += 1 }
      if isSafe, !isInside {
        falseSafeSeconds += 1
        if isAlive { falseSafeSecondsAlive += 1 }
      }
      guard isInside, isAlive, let lastFix, second - lastFix.second <= freshness else { continue }
      let enough = Self.clearRatio * lastFix.trueCEP68
      if member.site.inradius >= enough {
        clearSeconds += 1
        if isSafe { clearSecondsSafe += 1 }
      }
      if member.clearance[second] >= enough {
        deepSeconds += 1
        if isSafe { deepSecondsSafe += 1 }
      }
    }
    falseExits += verdict.exits.count { member.isInside[$0] }
    falseEnters += verdict.enters.count { !member.isInside[$0] }
    addDepartures(verdict, member)
  }

  private mutating func addDepartures(_ verdict: SafetyRule.Verdict, _ member: CrewMember) {
    let inside = member.isInside
    var since = 0
    for second in inside.indices.dropFirst() where inside[second] != inside[second - 1] {
      defer { since = second }
      guard inside[second - 1], second - since >= Self.settled,
        second + Self.settled <= min(inside.count, member.death),
        !inside[second..<(second + Self.settled)].contains(true)
      else { continue }
      // Shown safe at some moment of the minute before, else there is nothing to detect.
      guard verdict.isShownSafe[(second - Self.settled)..<second].contains(true) else { continue }
      let unsafe = verdict.isShownSafe[second...].firstIndex(of: false) ?? inside.count
      let before = verdict.exits.last { $0 < second && $0 >= second - Self.settled }
      let lastEnter = verdict.enters.last { $0 < second } ?? 0
      let exit =
        before.map { $0 > lastEnter ? second : nil } ?? verdict.exits.first { $0 >= second }
      departures.append((unsafe - second, exit.map { $0 - second }, max(30, 2 * member.reporting.onTheMove)))
    }
  }

  public static func + (left: CrewMeasure, right: CrewMeasure) -> CrewMeasure {
    var sum = left
    sum.memberSeconds += right.memberSeconds
    sum.falseSafeSeconds += right.falseSafeSeconds
    sum.falseSafeSecondsAlive += right.falseSafeSecondsAlive
    sum.memberSecondsAlive += right.memberSecondsAlive
    sum.clearSeconds += right.clearSeconds
    sum.clearSecondsSafe += right.clearSecondsSafe
    sum.deepSeconds += right.deepSeconds
    sum.deepSecondsSafe += right.deepSecondsSafe
    sum.falseExits += right.falseExits
    sum.falseEnters += right.falseEnters
    sum.departures += right.departures
    return sum
  }
}

extension CrewMeasure {
  private func perHour(_ count: Int, _ seconds: Int) -> Double {
    seconds == 0 ? 0 : Double(count) * 3600 / Double(seconds)
  }

  /// Seconds per member-hour, dead phones included.
  public var falseSafe: Double { perHour(falseSafeSeconds, memberSeconds) }
  /// Seconds per member-hour with a living phone.
  public var falseSafeAlive: Double { perHour(falseSafeSecondsAlive, memberSecondsAlive) }
  /// Share of the fresh time truly inside that is shown safe.
  public var shownSafe: Double { clearSeconds == 0 ? 1 : Double(clearSecondsSafe) / Double(clearSeconds) }
  /// The same of the time deep inside.
  public var shownSafeDeep: Double { deepSeconds == 0 ? 1 : Double(deepSecondsSafe) / Double(deepSeconds) }
  /// False EXITs per member-hour.
  public var falseAlarms: Double { perHour(falseExits, memberSeconds) }
  public var falseArrivals: Double { perHour(falseEnters, memberSeconds) }

  /// Seconds within which the share of departures was no longer shown safe.
  public func delayUntilUnsafe(_ share: Double) -> Double { Self.quantile(departures.map { Double($0.unsafe) }, share) }

  /// Seconds within which the share of departures was an EXIT; infinite when it never was.
  public func delayUntilExit(_ share: Double) -> Double {
    Self.quantile(departures.map { $0.exit.map(Double.init) ?? .infinity }, share)
  }

  /// The median of the delay until EXIT in units of its limit, the greater of 30 s and two intervals.
  public var medianExitDelayInLimits: Double {
    let shares = departures.map { departure in
      departure.exit.map { Double($0) / Double(departure.limit) } ?? .infinity
    }
    return Self.quantile(shares, 0.5)
  }

  private static func quantile(_ values: [Double], _ share: Double) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
  }
}
