internal import Foundation
public import Geodesy
public import MusterValues

/// What a device's earlier fixes say about its next one: how often it reports, how it moves, and whether its last fix was
/// out of line.
public struct DeviceTrace: Hashable, Sendable {
  /// A fix that evidence was drawn from.
  public struct Mark: Hashable, Sendable {
    public var time: Timestamp
    public var position: Coordinate
    /// Metres, as evaluation takes it.
    public var cep68: Double

    public init(time: Timestamp, position: Coordinate, cep68: Double) {
      self.time = time
      self.position = position
      self.cep68 = cep68
    }
  }

  /// Movement from the last fix on.
  public struct Course: Hashable, Sendable {
    /// Degrees clockwise from north.
    public var azimuth: Double
    /// Metres a second.
    public var speed: Double

    public init(azimuth: Double, speed: Double) {
      self.azimuth = azimuth
      self.speed = speed
    }
  }

  /// When the device last sent anything, usable or not.
  public var lastHeard: Timestamp?
  /// The last fix that agrees with what was known before.
  public var trusted: Mark?
  /// A later fix that does not, and waits for the next to tell.
  public var suspect: Mark?
  public var motion: MotionEstimate?
  /// Where the device is bound for, by its newest fix; nil when it rests.
  public var course: Course?
  /// Milliseconds usually between usable fixes; 0 before the second.
  public var interval: Int64

  public init(
    lastHeard: Timestamp? = nil, trusted: Mark? = nil, suspect: Mark? = nil, motion: MotionEstimate? = nil,
    course: Course? = nil,
    interval: Int64 = 0
  ) {
    self.lastHeard = lastHeard
    self.trusted = trusted
    self.suspect = suspect
    self.motion = motion
    self.course = course
    self.interval = interval
  }

  /// The newest fix that evidence was drawn from.
  public var newest: Mark? { suspect ?? trusted }

  /// How long evidence for being inside holds, in milliseconds; at most ten years.
  public func freshness(_ rules: ConfidenceRules) -> Int64 {
    let most = 315_360_000_000.0
    let shortest = min(max(0, Double(rules.shortestFreshness)), most)
    let longest = min(max(shortest, Double(rules.longestFreshness)), most)
    // Before the second fix the interval is not known.
    let wanted = interval == 0 ? longest : Double(interval) * rules.freshIntervals
    return Int64(wanted.isNaN ? shortest : min(max(wanted, shortest), longest))
  }

  /// Notes that the device lives, whatever its report is worth.
  public mutating func hear(at time: Timestamp) { lastHeard = max(lastHeard ?? time, time) }

  /// Takes in a fix; nil when it can't be used: not valid, too inaccurate, or earlier than the last.
  mutating func take(_ fix: PositionFix, _ rules: ConfidenceRules) -> FixEvidence? {
    hear(at: fix.time)
    guard fix.position.isValid, let stated = fix.accuracy.cep68, stated <= rules.worstCEP68 else { return nil }
    // Samples from a clock that is ahead all count at their arrival: equal times follow each other, one that is the same
    // again does not.
    if let newest, fix.time < newest.time || (fix.time == newest.time && fix.position == newest.position) { return nil }
    let cep68 = max(stated * rules.accuracyFactor, rules.leastCEP68, 1e-3)
    let mark = Mark(time: fix.time, position: fix.position, cep68: cep68)
    let previous = newest?.time
    learnInterval(upTo: fix.time)
    guard let trusted, let motion else {
      trusted = mark
      motion = MotionEstimate(cep68: cep68)
      return evidence(mark, after: previous, isSuspect: false, rules)
    }
    if isSurprising(mark, after: trusted, speed: motion.speed, rules) {
      let speed = suspect.map { trusted.position.distance(to: $0.position) / Self.seconds(from: trusted, to: $0) }
      guard let suspect, !isSurprising(mark, after: suspect, speed: speed ?? 0, rules) else {
        // Should it be right, the device is on its way.
        var supposed = self
        course = supposed.follow(mark, rules)
        self.suspect = mark
        return evidence(mark, after: previous, isSuspect: true, rules)
      }
      // Two that agree outweigh the one before them.
      self.trusted = suspect
      self.motion = MotionEstimate(cep68: suspect.cep68)
    } else if isOvershadowed(mark, by: trusted, rules) {
      return evidence(mark, after: previous, isSuspect: false, rules)
    }
    suspect = nil
    course = follow(mark, rules)
    return evidence(mark, after: previous, isSuspect: false, rules)
  }

  /// Whether a fix is so much coarser than a fresh one before it that it must not take its place: nothing after it would
  /// surprise any more.
  private func isOvershadowed(_ mark: Mark, by trusted: Mark, _ rules: ConfidenceRules) -> Bool {
    mark.cep68 > trusted.cep68 * max(1, rules.coarserFactor)
      && mark.time.milliseconds(since: trusted.time) <= freshness(rules)
  }

  /// What the newest fix says, asked once more.
  func evidence(_ rules: ConfidenceRules) -> FixEvidence? {
    newest.map { evidence($0, after: nil, isSuspect: suspect != nil, rules) }
  }

  private func evidence(
    _ mark: Mark, after previous: Timestamp?, isSuspect: Bool, _ rules: ConfidenceRules
  ) -> FixEvidence {
    FixEvidence(mark: mark, previous: previous, isSuspect: isSuspect, course: course, freshness: freshness(rules))
  }

  /// Moves the trusted fix on to `mark`; where the device is then bound for, nil when it rests.
  private mutating func follow(_ mark: Mark, _ rules: ConfidenceRules) -> Course? {
    guard let trusted, var motion else { return nil }
    let path = Geodesic.inverse(from: trusted.position, to: mark.position)
    let heading = path.initialAzimuth * (.pi / 180)
    motion.take(
      east: path.distance * sin(heading), north: path.distance * cos(heading),
      after: Self.seconds(from: trusted, to: mark), cep68: mark.cep68,
      accelerationDensity: max(0, rules.accelerationDensity))
    let azimuth = path.initialAzimuth
    let hasSetOut = course == nil && isStart(path.distance, from: trusted, to: mark, rules)
    self.motion = motion
    self.trusted = mark
    if hasSetOut, motion.speed < rules.startSpeed { return Course(azimuth: azimuth, speed: rules.startSpeed) }
    let noise = motion.velocityVariance.squareRoot() * rules.speedSignificance
    guard motion.speed > max(rules.leastSpeed, noise) else { return nil }
    return Course(azimuth: atan2(motion.velocityEast, motion.velocityNorth) * (180 / .pi), speed: motion.speed)
  }

  /// Whether a device at rest moved so far that noise does not explain it.
  private func isStart(_ distance: Double, from earlier: Mark, to later: Mark, _ rules: ConfidenceRules) -> Bool {
    let cep68 = (earlier.cep68 * earlier.cep68 + later.cep68 * later.cep68).squareRoot()
    return later.cep68 <= rules.startCEP68
      && distance > rules.startSignificance * cep68 / ConfidenceLevel.percent68.sigmas
  }

  private func isSurprising(_ mark: Mark, after other: Mark, speed: Double, _ rules: ConfidenceRules) -> Bool {
    let certain = ConfidenceLevel.percent68.convert(mark.cep68 + other.cep68, to: .percent95)
    let moved = max(0, other.position.distance(to: mark.position) - certain)
    let isFresh = mark.time.milliseconds(since: other.time) <= freshness(rules)
    let surprise = isFresh ? rules.surprisingSpeed : rules.surprisingSpeedAfterSilence
    return moved / Self.seconds(from: other, to: mark) > speed + surprise
  }

  /// Falls quickly and rises slowly, so that a gap in reception is not taken for the usual.
  private mutating func learnInterval(upTo time: Timestamp) {
    guard let newest else { return }
    let gap = min(time.milliseconds(since: newest.time), 86_400_000)
    if interval == 0 {
      interval = gap
    } else if gap < interval {
      interval -= (interval - gap) / 2
    } else {
      interval += min(gap - interval, interval) / 4
    }
  }

  /// At least a second: times are often rounded to one.
  private static func seconds(from earlier: Mark, to later: Mark) -> Double {
    max(1, Double(later.time.milliseconds(since: earlier.time)) / 1000)
  }
}
