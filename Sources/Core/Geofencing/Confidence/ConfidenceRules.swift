/// Every number of confident evaluation. The defaults come from simulation: docs/confident-evaluation.md.
///
/// Distances and accuracies are metres, times milliseconds, speeds metres a second. `P` is the chance that the true
/// position is inside the fence, `PreparedShape.probabilityInside`. Plain values: nothing is checked here, and no value
/// can make the evaluator trap.
public struct ConfidenceRules: Hashable, Sendable {
  // MARK: Accuracy

  /// A fix whose radius of 68 % is greater changes nothing but when the device was last heard.
  public var worstCEP68 = 150.0
  /// A stated radius of 68 % below this is taken to be this: phones that claim less are seldom right.
  public var leastCEP68 = 5.0
  /// Stated radii are multiplied by this before P is computed, as devices understate them.
  public var accuracyFactor = 1.05

  /// Fixes up to `sharpCEP68` are sharp, those in `bluntCEP68` blunt, from `coarseCEP68` on coarse: see
  /// `ProbabilityLimit`.
  public var sharpCEP68 = 6.0
  public var bluntCEP68 = 10.0...20.0
  public var coarseCEP68 = 40.0

  // MARK: Inside

  /// One fix that is not suspect, with at least this P, is an ENTER.
  public var enterProbability = ProbabilityLimit(sharp: 0.98, blunt: 0.95)
  /// Fixes with at least this P are an ENTER when the first and the last of an unbroken row are `enterSeparation` apart.
  public var confirmedEnterProbability = 0.95
  public var enterSeparation: Int64 = 10_000

  // MARK: Doubt

  /// A member inside whose P falls below is uncertain at once.
  public var doubtProbability = ProbabilityLimit(sharp: 0.9, blunt: 0.6)
  /// A member whose being inside was in doubt is certain again at this P.
  public var restoreProbability = ProbabilityLimit(sharp: 0.98, blunt: 0.8)
  /// A member outside whose P rises above is uncertain: not safe, but not surely outside either.
  public var suspicionProbability = 0.5

  // MARK: Outside

  /// Fixes with at most this P, no other between them, are an EXIT once the last fix that said otherwise is
  /// `exitSeparation` ago: one when fixes are further apart than that, unless it is suspect or the fence too small for it.
  public var exitProbability = 0.1
  public var exitSeparation: Int64 = 10_000
  /// A fix that is not suspect is an EXIT at once when P is at most `decisiveProbability` even if the accuracy is
  /// understated by `decisiveFactor`.
  public var decisiveProbability = 0.002
  public var decisiveFactor = 3.0

  // MARK: Wild fixes

  /// A fix is suspect when reaching it took a speed greater by this (m/s) than the device was seen to have; distances
  /// count less both fixes' 95 % radii. It decides nothing alone; the next fix tells whether it was right, by coming back
  /// or by going on no faster than that.
  public var surprisingSpeed = 0.25
  /// The same when the last fix is no longer fresh: in that time somebody may have walked off.
  public var surprisingSpeedAfterSilence = 1.5

  /// A fix this many times coarser than the last one, while that is fresh, says what it can about fences, but later fixes
  /// are still compared with the last one.
  public var coarserFactor = 3.0

  // MARK: Freshness

  /// Evidence for being inside holds this many of the device's usual intervals between fixes ...
  public var freshIntervals = 2.5
  /// ... but at least and at most this long.
  public var shortestFreshness: Int64 = 100_000
  public var longestFreshness: Int64 = 150_000

  // MARK: Forecast

  /// Whether a device on the move is safe only until it would have left at its speed and heading.
  public var forecastsDeparture = true
  /// It counts as having left when P at the place it would be at falls below.
  public var departureProbability = ProbabilityLimit(sharp: 0.95, blunt: 0.8)
  /// The same at `fastSpeed` and above, m/s: what a vehicle's haste leaves out costs little time.
  public var fastDepartureProbability = 0.999
  public var fastSpeed = 2.0
  /// How much less is known of a fast device's place with every metre of its way, as metres of the radius of 68 %.
  public var fastUncertainty = 0.3
  /// The way ahead is looked at in so many steps, for as long as evidence is fresh: some three to five seconds each. A
  /// fence left and entered again between two of them is not seen, and a vehicle crosses a muster point in ten seconds.
  public var forecastSteps: Int64 = 32
  /// Slower movement is taken to be noise.
  public var leastSpeed = 0.4
  /// Speeds below this many standard deviations of their estimate are taken to be noise.
  public var speedSignificance = 1.0
  /// A device at rest whose next sharp fix lies this many sigmas away has set out, nobody knows how fast: at least at
  /// `startSpeed`, m/s.
  public var startSignificance = 3.5
  public var startSpeed = 3.0
  public var startCEP68 = 7.0
  /// How freely speed changes, in m^2/s^3: the spectral density of the acceleration in the motion estimate.
  public var accelerationDensity = 0.03

  public init() {}
}
