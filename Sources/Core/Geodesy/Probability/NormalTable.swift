internal import Foundation

/// The standard normal distribution from a table, to 1e-8: a fraction of the cost of `erfc` and `exp`, and the same bits
/// on every platform but for the table's own.
struct NormalTable: Sendable {
  /// Beyond this many sigmas the density is taken to be 0; what is left out is 8e-11 a side.
  static let reach = 6.5
  static let shared = NormalTable()

  private static let steps = 32.0
  /// Distribution and density at -reach, -reach + 1 / steps ...
  private let values: [(distribution: Double, density: Double)]

  private init() {
    let count = Int(2 * Self.reach * Self.steps) + 2
    values = (0..<count).map { index in
      let x = Double(index) / Self.steps - Self.reach
      return (0.5 * erfc(-x / 2.0.squareRoot()), exp(-x * x / 2) / (2 * Double.pi).squareRoot())
    }
  }

  /// The chance of a value of at most `x`.
  @inline(__always) func distribution(_ x: Double) -> Double {
    guard x > -Self.reach else { return 0 }
    guard x < Self.reach else { return 1 }
    let scaled = (x + Self.reach) * Self.steps
    let index = Int(scaled)
    let (a, b) = (values[index], values[index + 1])
    return Self.hermite(scaled - Double(index), a.distribution, a.density, b.distribution, b.density)
  }

  @inline(__always) func density(_ x: Double) -> Double {
    guard abs(x) < Self.reach else { return 0 }
    let scaled = (x + Self.reach) * Self.steps
    let index = Int(scaled)
    let (a, b) = (values[index], values[index + 1])
    let left = Double(index) / Self.steps - Self.reach
    return Self.hermite(
      scaled - Double(index), a.density, -left * a.density, b.density, -(left + 1 / Self.steps) * b.density)
  }

  /// Cubic between two neighbours of the table, from values and slopes.
  @inline(__always) private static func hermite(
    _ t: Double, _ value: Double, _ slope: Double, _ nextValue: Double, _ nextSlope: Double
  ) -> Double {
    let rise = nextValue - value
    let a = slope / steps - rise
    let b = rise - nextSlope / steps
    return value + t * (rise + (1 - t) * (a * (1 - t) + b * t))
  }
}
