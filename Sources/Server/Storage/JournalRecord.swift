public import MusterValues

/// One record of the journal: everything one group commit accepted, in order.
public struct JournalRecord: Sendable, Equatable {
  /// Greater than that of every record before; at least 1.
  public let sequence: Int64
  /// When the newest part of the record arrived.
  public let arrived: Timestamp
  /// The revision of fences, links and trackers that the record was decided under.
  public let catalogRevision: Int64
  /// Opaque to the store.
  public let body: [UInt8]

  public init(sequence: Int64, arrived: Timestamp, catalogRevision: Int64, body: [UInt8]) {
    self.sequence = sequence
    self.arrived = arrived
    self.catalogRevision = catalogRevision
    self.body = body
  }
}
