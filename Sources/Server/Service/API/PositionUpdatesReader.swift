internal import AmazonLocation
internal import Geodesy
internal import MusterHTTPServer
internal import MusterJSON
internal import MusterRuntime
internal import MusterValues

/// Reads batches of positions that are right in every way, without building a JSON tree. Everything else is nil, and the
/// decoder says what is wrong with it.
final class PositionUpdatesReader: Sendable {
  /// Parsers that nobody uses right now; each has its own buffers.
  private let idle = Locked<[PositionUpdatesParser]>([])

  func read(_ request: HTTPRequest, form: PositionUpdatesParser.Form) -> [PositionUpdate]? {
    var parser = idle.withLock { $0.popLast() } ?? PositionUpdatesParser()
    defer { idle.withLock { $0.append(parser) } }
    guard request.withPaddedBody({ parser.parse($0, form: form) }) else { return nil }
    var updates: [PositionUpdate] = []
    updates.reserveCapacity(parser.updates.count)
    for update in parser.updates {
      guard let device = Identifier(utf8: parser.text[update.deviceIdentifier]),
        TextRule.identifier.accepts(device.text),
        let time = Timestamp(iso8601: parser.text[update.sampleTime]), update.longitude.isFinite,
        update.latitude.isFinite,
        update.horizontalAccuracy.map({ PositionUpdate.accuracyRange.contains($0) }) ?? true
      else { return nil }
      updates.append(
        PositionUpdate(
          device: device, sampleTime: time,
          position: Coordinate(longitude: update.longitude, latitude: update.latitude),
          horizontalAccuracy: update.horizontalAccuracy))
    }
    return updates
  }
}
