/// Which fences a device left and entered, as numbers, ascending.
///
/// A fence the device stays in gives nothing: ENTER and EXIT of one fence strictly alternate.
public struct MembershipChange: Sendable, Equatable {
  public private(set) var left: [Int32] = []
  public private(set) var entered: [Int32] = []

  public var isEmpty: Bool { left.isEmpty && entered.isEmpty }

  public init() {}

  /// - Parameters:
  ///   - left: the fences the device is no member of any more.
  ///   - entered: the fences it is a member of from now on.
  public init(left: [Int32], entered: [Int32]) {
    self.left = left
    self.entered = entered
  }

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

  /// The transitions in the order in which they are told: every EXIT before any ENTER, each kind as `precedes` says.
  public func transitions(by precedes: (Int32, Int32) -> Bool) -> [FenceTransition] {
    // Mostly there is one.
    if left.isEmpty, entered.count == 1 { return [FenceTransition(kind: .enter, fence: entered[0])] }
    if entered.isEmpty, left.count == 1 { return [FenceTransition(kind: .exit, fence: left[0])] }
    func ordered(_ fences: [Int32]) -> [Int32] { fences.count > 1 ? fences.sorted(by: precedes) : fences }
    return ordered(left).map { FenceTransition(kind: .exit, fence: $0) }
      + ordered(entered).map { FenceTransition(kind: .enter, fence: $0) }
  }
}

/// One device's crossing of one fence's border.
public struct FenceTransition: Sendable, Equatable {
  public enum Kind: Sendable { case enter, exit }

  public let kind: Kind
  public let fence: Int32

  public init(kind: Kind, fence: Int32) {
    self.kind = kind
    self.fence = fence
  }
}
