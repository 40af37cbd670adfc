internal import Geodesy

/// A fence as the trie's leaves refer to it. Lives at one address as long as any version of the trie names it.
struct FenceEntry {
  /// First, so that it lies in one line of memory. Decides nothing for polygons.
  let circle: CircleThresholds
  let number: Int32
  let isCircle: Bool
  let shape: PreparedShape
  let bounds: BoundingBox
  /// Whether leaves keep the names of its edges, for it has so many that finding them again takes long.
  let keepsNames: Bool
  /// How many of its edges may meet in a leaf without counting towards the leaf's being divided.
  let edgesInOneLeaf: Int
  /// Degrees of the longer side of its box.
  let extent: Double
  /// In how many lists the newest version names it. For the writer only, so it lies apart from what others read meanwhile.
  let placements: UnsafeMutablePointer<Int>

  init(_ shape: PreparedShape, number: Int32) {
    placements = .allocate(capacity: 1)
    placements.initialize(to: 0)
    self.number = number
    self.shape = shape
    bounds = shape.bounds
    circle = shape.circleThresholds ?? .undecided
    isCircle = shape.circleThresholds != nil
    keepsNames = shape.edgeCount > 64
    edgesInOneLeaf = Int(Double(shape.edgeCount) * SplitRule.mostShareOfEdges)
    extent = max(bounds.east - bounds.west, bounds.north - bounds.south)
  }
}

typealias FenceEntryReference = UnsafeMutablePointer<FenceEntry>
