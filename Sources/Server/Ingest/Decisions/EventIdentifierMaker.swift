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
    for byte in namespace { writer.byte(byte) }
    writer.signed(Int64(collection))
    writer.signed(Int64(source))
    writer.text(device)
    writer.text(fence)
    writer.signed(ordinal)
    var digest = Array(SHA1.hash(writer.bytes).prefix(16))
    digest[6] = digest[6] & 0x0F | 0x50
    digest[8] = digest[8] & 0x3F | 0x80
    return EventIdentifier(bytes: digest) ?? EventIdentifier(high: 0, low: 0)
  }
}
