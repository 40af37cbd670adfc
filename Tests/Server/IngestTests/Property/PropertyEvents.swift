import Foundation
import MusterStorage
import MusterValues

/// Reads events of the log as any subscriber would.
struct PropertyEventReader {
  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  let world: PropertyWorld

  func read(_ event: StoredEvent) throws -> (lane: ModelLane, event: ModelEvent) {
    guard let envelope = try JSONSerialization.jsonObject(with: Data(event.body)) as? [String: Any],
      envelope["id"] as? String == event.id.uuid, let detail = envelope["detail"] as? [String: Any],
      let kind = (detail["EventType"] as? String).flatMap(ModelEvent.Kind.init(rawValue:)),
      let device = detail["DeviceId"] as? String, let text = detail["SampleTime"] as? String,
      let time = Timestamp(iso8601: text), let position = detail["Position"] as? [Double], position.count == 2,
      let resources = envelope["resources"] as? [String]
    else { throw Unreadable(description: String(decoding: event.body, as: UTF8.self)) }
    let collection = name(in: resources, after: ":geofence-collection/")
    let tracker = name(in: resources, after: ":tracker/")
    guard let source = tracker.map({ .tracker($0) }) ?? collection.map({ ModelLane.Source.collection($0) }) else {
      throw Unreadable(description: "no source: \(resources)")
    }
    let fence = (detail["GeofenceId"] as? String).flatMap { id in
      collection.map { FenceName(collection: $0, id: Identifier(id)) }
    }
    var read = ModelEvent(
      kind: kind, fence: fence, reason: detail["Reason"] as? String, time: time.milliseconds,
      point: world.point(longitude: position[0], latitude: position[1]))
    read.amount = (detail["DwellSeconds"] as? Int).map(Int64.init)
    if let text = detail["PreviousSampleTime"] as? String { read.amount = Timestamp(iso8601: text)?.milliseconds }
    return (ModelLane(source: source, device: Identifier(device)), read)
  }

  private func name(in resources: [String], after kind: String) -> Identifier? {
    for resource in resources {
      // Parts of UTF-8, since text search would merge what only looks equal.
      let bytes = Array(resource.utf8)
      let marker = Array(kind.utf8)
      guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: marker) }) else { continue }
      return Identifier(utf8: bytes[(start + marker.count)...])
    }
    return nil
  }
}
