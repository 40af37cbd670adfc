/// A fence and how far it is.
public struct NearbyFence: Hashable, Sendable {
  public let number: Int32
  /// Metres to the fence's border, negative for a place inside.
  public let distance: Double

  public init(number: Int32, distance: Double) {
    self.number = number
    self.distance = distance
  }

  /// Nearest first, the deepest around the place before all; equally near ones by number.
  static func isBefore(_ left: NearbyFence, _ right: NearbyFence) -> Bool {
    left.distance < right.distance || (left.distance == right.distance && left.number < right.number)
  }
}
