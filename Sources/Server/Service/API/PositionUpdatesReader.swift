internal import AmazonLocation
internal import Geodesy
internal import MusterHTTPServer
internal import MusterJSON
internal import MusterValues

/// Reads batches of positions that are right in every way, without building a JSON tree. Everything else is nil, and the
/// decoder says what is wrong with it.
struct PositionUpdatesReader: Sendable {
  func read(_ request: HTTPRequest, form: PositionUpdatesParser.Form) -> [PositionUpdate]? {
    var updates: [PositionUpdate] = []
    updates.reserveCapacity(PositionUpdatesParser.greatestCount)
    let isRegular = request.withPaddedBody { body in
      PositionUpdatesParser.parse(body, form: form) { update in
        let device = Identifier(String(decoding: update.deviceIdentifier, as: UTF8.self))
        guard TextRule.identifier.accepts(device.text), let time = Timestamp(iso8601: update.sampleTime),
          update.longitude.isFinite, update.latitude.isFinite,
          update.horizontalAccuracy.map({ PositionUpdate.accuracyRange.contains($0) }) ?? true
        else { return false }
        updates.append(
          PositionUpdate(
            device: device, sampleTime: time,
            position: Coordinate(longitude: update.longitude, latitude: update.latitude),
            horizontalAccuracy: update.horizontalAccuracy))
        return true
      }
    }
    return isRegular ? updates : nil
  }
}
