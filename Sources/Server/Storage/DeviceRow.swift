/// A checkpoint of one device's state.
public struct DeviceRow: Sendable, Equatable {
  public let device: Int64
  /// The last journal record that the state includes.
  public let sequence: Int64
  /// Nil deletes the row.
  public let body: [UInt8]?

  public init(device: Int64, sequence: Int64, body: [UInt8]?) {
    self.device = device
    self.sequence = sequence
    self.body = body
  }
}
