public import MusterValues

/// What is remembered of a device and a fence with rules, beyond membership.
public struct FenceMemory: Sendable, Equatable {
  public let fence: Int32
  /// When the present stay began, by effective time; nil outside, and where dwell is not asked for.
  public var entered: Timestamp?
  /// Whether this stay was told.
  public var hasDwelt = false
  /// Whether the device is near since it was told, or since it was inside.
  public var hasApproached = false

  public init(fence: Int32) { self.fence = fence }

  /// Whether there is nothing to remember.
  public var isEmpty: Bool { entered == nil && !hasDwelt && !hasApproached }
}

/// The memories of one device, ascending by fence. Empty, and without cost, where no rules are.
public struct FenceMemories: Sendable, Equatable {
  public private(set) var entries: [FenceMemory] = []

  public init() {}

  public init(_ entries: [FenceMemory]) { take(entries) }

  public var isEmpty: Bool { entries.isEmpty }

  /// What is remembered of a fence; an empty memory when nothing is.
  public subscript(fence: Int32) -> FenceMemory {
    let index = place(of: fence)
    return index < entries.count && entries[index].fence == fence ? entries[index] : FenceMemory(fence: fence)
  }

  /// Takes in what changed; an empty memory is forgotten.
  public mutating func take(_ changes: [FenceMemory]) {
    for memory in changes {
      let index = place(of: memory.fence)
      let isPresent = index < entries.count && entries[index].fence == memory.fence
      switch (memory.isEmpty, isPresent) {
      case (true, true): entries.remove(at: index)
      case (true, false): break
      case (false, true): entries[index] = memory
      case (false, false): entries.insert(memory, at: index)
      }
    }
  }

  private func place(of fence: Int32) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].fence < fence { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
