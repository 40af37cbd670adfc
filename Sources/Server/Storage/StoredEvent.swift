/// One event of the log, as it is delivered.
public struct StoredEvent: Sendable, Equatable {
  /// Greater than that of every event before; at least 1.
  public let ordinal: Int64
  public let id: EventIdentifier
  /// The finished JSON envelope.
  public let body: [UInt8]

  public init(ordinal: Int64, id: EventIdentifier, body: [UInt8]) {
    self.ordinal = ordinal
    self.id = id
    self.body = body
  }
}
