public import MusterValues

/// What a batch removes for good. One batch removes a bounded amount; ask again until `PurgeOutcome.isComplete`.
public struct StorePurge: Sendable {
  /// Journal records up to and including this sequence.
  public var journalThrough: Int64?
  /// Events up to and including this ordinal.
  public var eventsThrough: Int64?
  /// Chunks whose last sample is older than this.
  public var chunksEndingBefore: Timestamp?
  /// All chunks of these devices.
  public var chunksOfDevices: [Int64]
  /// At most this many journal records, events and chunks together; at least 1.
  public var limit: Int

  public init(
    journalThrough: Int64? = nil, eventsThrough: Int64? = nil, chunksEndingBefore: Timestamp? = nil,
    chunksOfDevices: [Int64] = [], limit: Int = 256
  ) {
    self.journalThrough = journalThrough
    self.eventsThrough = eventsThrough
    self.chunksEndingBefore = chunksEndingBefore
    self.chunksOfDevices = chunksOfDevices
    self.limit = limit
  }

  public var isEmpty: Bool {
    journalThrough == nil && eventsThrough == nil && chunksEndingBefore == nil && chunksOfDevices.isEmpty
  }
}

/// How far a batch's purge came.
public struct PurgeOutcome: Sendable, Equatable {
  /// Journal records, events and chunks removed.
  public var removed: Int
  /// False when the limit was reached and more may be left.
  public var isComplete: Bool

  public init(removed: Int = 0, isComplete: Bool = true) {
    self.removed = removed
    self.isComplete = isComplete
  }
}
