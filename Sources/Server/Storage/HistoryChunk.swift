public import MusterValues

/// Compacted history of one device over one period.
public struct HistoryChunk: Sendable, Equatable {
  /// What tells one chunk from another.
  public struct Key: Hashable, Sendable {
    public let device: Int64
    public let first: Timestamp
    public let sequence: Int64

    public init(device: Int64, first: Timestamp, sequence: Int64) {
      self.device = device
      self.first = first
      self.sequence = sequence
    }
  }

  public let device: Int64
  /// The times of the oldest and the newest sample in the chunk, both inclusive.
  public let first: Timestamp
  public let last: Timestamp
  /// Unique together with `device` and `first`.
  public let sequence: Int64
  public let body: [UInt8]

  public init(device: Int64, first: Timestamp, last: Timestamp, sequence: Int64, body: [UInt8]) {
    self.device = device
    self.first = first
    self.last = last
    self.sequence = sequence
    self.body = body
  }

  public var key: Key { Key(device: device, first: first, sequence: sequence) }
}
