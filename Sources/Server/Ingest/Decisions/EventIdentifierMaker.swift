internal import Geodesy
internal import Geofencing
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
    return identifier(writer.bytes)
  }

  /// The same whenever the same is asked of the same fence and answered the same way.
  func identifier(forecast: ForecastedFence, collection: Int32, motion: ForecastMotion, heading: ForecastHeading?)
    -> EventIdentifier
  {
    var writer = ByteWriter(reserving: 128)
    // No event begins so: a collection's number is not negative.
    writer.signed(-1)
    writer.signed(Int64(collection))
    writer.signed(Int64(forecast.number))
    writer.signed(forecast.kind == .enter ? 1 : forecast.kind == .exit ? 2 : 3)
    for number in [
      motion.place.longitude, motion.place.latitude, motion.speed, motion.horizon, heading?.azimuth,
      heading?.uncertainty,
    ] {
      writer.signed(number == nil ? 0 : 1)
      writer.signed(Int64(bitPattern: (number ?? 0).bitPattern))
    }
    return identifier(writer.bytes)
  }

  private func identifier(_ name: [UInt8]) -> EventIdentifier {
    EventIdentifier(bytes: UUIDv5.bytes(namespace: namespace, name: name)) ?? EventIdentifier(high: 0, low: 0)
  }
}
