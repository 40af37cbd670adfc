/// A change of what is believed about a device and a fence.
public struct ConfidentTransition: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case entered
    case exited
    case becameUncertain
    case becameCertainAgain
  }

  /// The fence's number in its index.
  public let fence: Int32
  public let kind: Kind
  /// The chance, by the fix that brought the change, that the device is inside.
  public let probability: Double

  public init(fence: Int32, kind: Kind, probability: Double) {
    self.fence = fence
    self.kind = kind
    self.probability = probability
  }
}
