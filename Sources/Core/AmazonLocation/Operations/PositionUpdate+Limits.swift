extension PositionUpdate {
  /// `Accuracy.Horizontal`, in metres.
  public static let accuracyRange: ClosedRange<Double> = 0...10_000_000
}
