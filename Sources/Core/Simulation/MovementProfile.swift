/// How something moves.
public struct MovementProfile: Hashable, Sendable {
  /// Metres per second; a new speed is drawn for each leg. Bounded to 0.1...100.
  public let speeds: ClosedRange<Double>
  /// Seconds of rest at a waypoint; a new pause is drawn for each. Bounded to 0...86,400.
  public let pauses: ClosedRange<Double>

  public init(speeds: ClosedRange<Double>, pauses: ClosedRange<Double>) {
    self.speeds = Self.bounded(speeds, 0.1...100)
    self.pauses = Self.bounded(pauses, 0...86_400)
  }

  /// A person on foot.
  public static let walker = MovementProfile(speeds: 1.0...1.8, pauses: 0...6)
  /// A vehicle on a site or in a town.
  public static let driver = MovementProfile(speeds: 5.0...12.0, pauses: 0...10)

  private static func bounded(_ range: ClosedRange<Double>, _ limits: ClosedRange<Double>) -> ClosedRange<Double> {
    func bounded(_ value: Double) -> Double {
      value.isNaN ? limits.lowerBound : min(max(value, limits.lowerBound), limits.upperBound)
    }
    let lower = bounded(range.lowerBound)
    return lower...max(lower, bounded(range.upperBound))
  }
}
