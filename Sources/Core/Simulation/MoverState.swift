internal import Geodesy
internal import MusterValues

/// Where one mover is, on its way and in time.
struct MoverState: Sendable {
  private struct Leg {
    let from: Coordinate
    let azimuth: Double
    /// Metres.
    let length: Double
  }

  let mover: SimulatedMover
  private let legs: [Leg]
  private let noise: PositionNoise
  private var random: SimulationRandom
  private(set) var nextReport: Timestamp
  private var leg = 0
  /// Metres from the leg's beginning.
  private var travelled = 0.0
  private var speed = 0.0
  /// Seconds still to rest before going on.
  private var rest = 0.0
  private var hasReported = false
  private var wander = (east: 0.0, north: 0.0)

  init(_ mover: SimulatedMover, noise: PositionNoise, start: Timestamp, random: SimulationRandom) {
    self.mover = mover
    self.noise = noise
    self.random = random
    let places = mover.waypoints.filter(\.isValid)
    var legs: [Leg] = []
    for (index, from) in places.enumerated() {
      let path = Geodesic.inverse(from: from, to: places[(index + 1) % places.count])
      if path.distance > 0 { legs.append(Leg(from: from, azimuth: path.initialAzimuth, length: path.distance)) }
    }
    if legs.isEmpty, let place = places.first { legs = [Leg(from: place, azimuth: 0, length: 0)] }
    self.legs = legs
    // Reports of different devices don't fall on the same moment.
    nextReport = start.advanced(byMilliseconds: Int64(self.random.uniform(0...Double(min(mover.interval, 3_600_000)))))
    speed = self.random.uniform(mover.profile.speeds)
    wander = (self.random.normal() * noise.correlated, self.random.normal() * noise.correlated)
  }

  /// The next fix, when it is due by `limit`.
  mutating func report(by limit: Timestamp) -> SimulatedFix? {
    guard nextReport <= limit, !legs.isEmpty else { return nil }
    let seconds = Double(mover.interval) / 1000
    if hasReported { move(seconds) }
    hasReported = true
    let time = nextReport
    nextReport = time.advanced(byMilliseconds: mover.interval)
    let isMoving = rest == 0 && legs[leg].length > 0
    let (place, course) = here()
    return SimulatedFix(
      name: mover.name, time: time, coordinate: noisy(place, after: seconds), accuracy: noise.accuracy,
      speed: isMoving ? speed : 0, course: isMoving ? course : nil)
  }

  private func here() -> (Coordinate, Double) {
    let current = legs[leg]
    let reached = Geodesic.direct(from: current.from, azimuth: current.azimuth, distance: travelled)
    let course = reached.finalAzimuth < 0 ? reached.finalAzimuth + 360 : reached.finalAzimuth
    return (reached.end, course >= 360 ? 0 : course)
  }

  private mutating func move(_ seconds: Double) {
    guard legs[leg].length > 0 else { return }
    var left = seconds
    while left > 0 {
      if rest > 0 {
        let pause = min(rest, left)
        rest -= pause
        left -= pause
        continue
      }
      let remaining = legs[leg].length - travelled
      if remaining > speed * left {
        travelled += speed * left
        return
      }
      left -= remaining / speed
      leg = (leg + 1) % legs.count
      travelled = 0
      speed = random.uniform(mover.profile.speeds)
      rest = random.uniform(mover.profile.pauses)
    }
  }

  private mutating func noisy(_ place: Coordinate, after seconds: Double) -> Coordinate {
    let keep = decay(seconds / noise.correlationTime)
    let fresh = noise.correlated * (1 - keep * keep).squareRoot()
    wander = (wander.east * keep + random.normal() * fresh, wander.north * keep + random.normal() * fresh)
    let east = wander.east + random.normal() * noise.white
    let north = wander.north + random.normal() * noise.white
    let eastward = Geodesic.direct(from: place, azimuth: 90, distance: east).end
    return Geodesic.direct(from: eastward, azimuth: 0, distance: north).end
  }

  /// exp(-x) for x >= 0, by halving the argument and a short series, so that every platform gives the same bits.
  private func decay(_ x: Double) -> Double {
    guard x < 40 else { return 0 }
    let small = -x / 1024
    var value = 1 + small * (1 + small / 2 * (1 + small / 3 * (1 + small / 4)))
    for _ in 0..<10 { value *= value }
    return value
  }
}
