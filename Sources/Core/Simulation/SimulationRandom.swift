/// The simulation's own repeatable random numbers (SplitMix64; Steele, Lea and Flood 2014).
struct SimulationRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// From `range`'s lower bound to its upper bound.
  mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    let unit = Double(next() >> 11) * 0x1p-53
    return range.lowerBound + (range.upperBound - range.lowerBound) * unit
  }

  /// A standard normal value, cut at 4 sigma: the sum of twelve uniform ones less six (Irwin-Hall).
  mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += Double(next() >> 11) * 0x1p-53 }
    return min(max(sum, -4), 4)
  }
}
