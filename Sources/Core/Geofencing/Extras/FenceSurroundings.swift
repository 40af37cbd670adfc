public import Geodesy
public import MusterValues

/// What the rules need to know of the fences about a device. A fence that is not active counts as one without rules.
public protocol FenceSurroundings {
  /// The rules of a fence at a moment; nil when there is no such fence, or it is not there then.
  func rules(of fence: Int32, at moment: Timestamp) -> FenceRules?
  /// Fences that ask for approaches, with how far outside of them the place is, in metres, up to `FenceExtras.release`
  /// times what each asks for.
  func near(_ place: Coordinate, at moment: Timestamp) -> [(fence: Int32, distance: Double)]
  /// Fences that ask for passing and that the straight line between the places meets.
  func crossed(from start: Coordinate, to end: Coordinate, at moment: Timestamp) -> [Int32]
}
