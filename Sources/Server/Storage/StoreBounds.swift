/// The numbers in use. The last ones survive a purge, so that no number is given twice.
public struct StoreBounds: Sendable, Equatable {
  /// The oldest journal record still held, or nil when none is.
  public var firstJournalSequence: Int64?
  /// The greatest sequence ever committed; 0 before the first.
  public var lastJournalSequence: Int64
  /// The oldest event still held, or nil when none is.
  public var firstEventOrdinal: Int64?
  /// The greatest ordinal ever committed; 0 before the first.
  public var lastEventOrdinal: Int64

  public init(
    firstJournalSequence: Int64? = nil, lastJournalSequence: Int64 = 0, firstEventOrdinal: Int64? = nil,
    lastEventOrdinal: Int64 = 0
  ) {
    self.firstJournalSequence = firstJournalSequence
    self.lastJournalSequence = lastJournalSequence
    self.firstEventOrdinal = firstEventOrdinal
    self.lastEventOrdinal = lastEventOrdinal
  }
}
