internal import Foundation

/// The error of one phone over a run: a white part, a wandering part (first-order Gauss-Markov), wild fixes, and stretches
/// under canopy with poor and then no reception.
///
/// Sizes follow published measurements: phones under open sky 2 to 4.5 m RMS, in forest 4 to 12.6 m (Tomastik et al.,
/// Forestry 2017 and 2021); errors of stationary receivers are better described by an Ornstein-Uhlenbeck process than by
/// white noise (Sensors 2020, 20, 6050), with much of the correlation lost within minutes.
struct CrewError: Sendable {
  struct Reading {
    let east: Double
    let north: Double
    /// What an honest phone would state, metres.
    let cep68: Double
    var isWild = false
  }

  /// Of fixes, with a radius of 68 % of 60 to 1200 m.
  private static let coarseShare = 0.01

  private struct Gap {
    let begin: Int
    let end: Int
  }

  private let sigma: Double
  private let correlationTime: Double
  private let whiteShare: Double
  /// Per hour.
  private let wildRate: Double
  private let gaps: [Gap]
  private let recording: RecordedError?
  private let recordingStart: Int
  private var random: SimulationRandom
  private var wander = (east: 0.0, north: 0.0)
  private var last = 0

  init(
    _ scenario: CrewScenario, cep68: Double, seconds: Int, recording: RecordedError?, _ random: inout SimulationRandom
  ) {
    self.random = SimulationRandom(seed: random.next())
    sigma = cep68 / 1.5096
    correlationTime = 30 * pow(10, random.uniform(0...1))
    whiteShare = random.uniform(0.1...0.5)
    wildRate = scenario.wildRate
    self.recording = recording
    recordingStart = Int(random.next() % 100_000)
    var gaps: [Gap] = []
    var at = 0
    while scenario.gapRate > 0 {
      at += Int(-log(max(1e-9, random.uniform(0...1))) * 3600 / scenario.gapRate)
      guard at < seconds else { break }
      let length = Int(random.uniform(60...420))
      gaps.append(Gap(begin: at, end: at + length))
      at += length
    }
    self.gaps = gaps
    wander = (self.random.normal(), self.random.normal())
  }

  /// The error at a second not before the last one read; nil without reception.
  mutating func read(at second: Int) -> Reading? {
    let elapsed = Double(second - last)
    last = second
    let keep = exp(-elapsed / correlationTime)
    let fresh = (1 - keep * keep).squareRoot()
    wander = (wander.east * keep + random.normal() * fresh, wander.north * keep + random.normal() * fresh)
    var size = sigma
    for gap in gaps {
      if second >= gap.begin, second < gap.end { return nil }
      // Two minutes to either side the sky is half hidden.
      if second >= gap.begin - 120, second < gap.end + 120 { size = sigma * 2 }
    }
    let stated = size * 1.5096
    // Now and then a network answers for the satellites: coarse, and it says so.
    if random.uniform(0...1) < Self.coarseShare {
      let coarse = 60 * pow(20, random.uniform(0...1))
      return Reading(
        east: coarse / 1.5096 * random.normal(), north: coarse / 1.5096 * random.normal(), cep68: coarse, isWild: true)
    }
    // A wild fix lies by tens to hundreds of metres, and claims to be good.
    if random.uniform(0...1) < wildRate * max(1, elapsed) / 3600 {
      let (angle, distance) = (random.uniform(0...(2 * .pi)), 30 * pow(10, random.uniform(0...1)))
      return Reading(east: distance * cos(angle), north: distance * sin(angle), cep68: stated, isWild: true)
    }
    if let recording {
      let (east, north) = recording.error(at: second + recordingStart)
      return Reading(east: size * east, north: size * north, cep68: stated)
    }
    let (white, slow) = (whiteShare.squareRoot(), (1 - whiteShare).squareRoot())
    return Reading(
      east: size * (slow * wander.east + white * random.normal()),
      north: size * (slow * wander.north + white * random.normal()), cep68: stated)
  }
}
