internal import MusterCrypto
internal import MusterStorage
internal import MusterValues

/// Makes event ids that are the same whenever the same event is made again: UUIDv5 (RFC 9562) of where the event comes
/// from and its ordinal.
struct EventIdentifierMaker: Sendable {
  /// This store's own 16 bytes, so that two servers never make one id.
  let namespace: [UInt8]

  /// - Parameters:
  ///   - collection: the collection's number, which no other ever had; 0 for a device position event.
  ///   - fence: empty for a device position event.
  ///   - ordinal: counts the events of this source and device.
  func identifier(
    collection: Int32, source: Int32, device: Identifier, fence: Identifier, ordinal: Int64
  ) -> EventIdentifier {
    var writer = ByteWriter(reserving: 96)
    writer.signed(Int64(collection))
    writer.signed(Int64(source))
    writer.text(device)
    writer.text(fence)
    writer.signed(ordinal)
    let bytes = UUIDv5.bytes(namespace: namespace, name: writer.bytes)
    return EventIdentifier(bytes: bytes) ?? EventIdentifier(high: 0, low: 0)
  }
}
