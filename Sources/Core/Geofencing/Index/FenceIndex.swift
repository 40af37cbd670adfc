public import Geodesy

/// Finds the fences that contain a point.
///
/// Fences are named by a number the caller chooses. A point on an edge or vertex is inside.
public protocol FenceIndex: Sendable {
  /// Adds a fence, or replaces the one of that number.
  mutating func insert(_ shape: PreparedShape, number: Int32)
  /// Removes a fence; does nothing when there is none of that number.
  mutating func remove(number: Int32)
  /// The numbers of the fences that contain the point, ascending.
  func fences(containing point: Coordinate) -> [Int32]
  /// The numbers of fences by a box, ascending: every one that has a place in it, borders included, and perhaps others
  /// whose bounds meet it.
  func fences(meeting box: BoundingBox) -> [Int32]
  /// The shape of the fence of that number; nil when there is none.
  func shape(of number: Int32) -> PreparedShape?
}

/// The plain answer: every fence's box, then its shape. The oracle of every other index.
///
/// - Complexity: O(n) in the number of fences for each query.
public struct LinearFenceIndex: FenceIndex {
  private var shapes: [Int32: PreparedShape] = [:]

  public init() {}

  public mutating func insert(_ shape: PreparedShape, number: Int32) { shapes[number] = shape }
  public mutating func remove(number: Int32) { shapes[number] = nil }

  public func fences(containing point: Coordinate) -> [Int32] {
    shapes.filter { $0.value.bounds.contains(point) && $0.value.contains(point) }.keys.sorted()
  }

  public func fences(meeting box: BoundingBox) -> [Int32] {
    shapes.filter { $0.value.bounds.meets(box) }.keys.sorted()
  }

  public func shape(of number: Int32) -> PreparedShape? { shapes[number] }
}
