/// Which fences a device left and entered, as numbers, ascending.
///
/// A fence the device stays in gives nothing: ENTER and EXIT of one fence strictly alternate.
public struct MembershipChange: Sendable, Equatable {
  public private(set) var left: [Int32] = []
  public private(set) var entered: [Int32] = []

  public var isEmpty: Bool { left.isEmpty && entered.isEmpty }

  /// - Parameters:
  ///   - before: the fences the device is a member of, ascending.
  ///   - after: the fences that contain it now, ascending.
  /// - Complexity: O(before + after).
  public init(from before: [Int32], to after: [Int32]) {
    if before == after { return }
    var old = before.startIndex
    var new = after.startIndex
    while old < before.endIndex || new < after.endIndex {
      if new == after.endIndex || (old < before.endIndex && before[old] < after[new]) {
        left.append(before[old])
        old += 1
      } else if old == before.endIndex || after[new] < before[old] {
        entered.append(after[new])
        new += 1
      } else {
        old += 1
        new += 1
      }
    }
  }
}
