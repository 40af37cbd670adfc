internal import Foundation
internal import MusterJSON
internal import MusterValues

/// An event of the source `aws.geo`, read from its envelope.
struct LocationEvent: Equatable, Sendable {
  enum Kind: String, Equatable, Sendable {
    case enter = "ENTER"
    case exit = "EXIT"
    case update = "UPDATE"
    // What tags ask for: docs/extras.md.
    case dwell = "DWELL"
    case approach = "APPROACH"
    case passedThrough = "PASSED_THROUGH"
    case belowMinimum = "BELOW_MINIMUM"
    case minimumReached = "MINIMUM_REACHED"
    case uncertain = "UNCERTAIN"
    case certain = "CERTAIN"
  }

  let id: String
  let kind: Kind
  let device: Identifier
  /// Nil for an update.
  let fence: Identifier?
  let collection: Identifier?
  let tracker: Identifier?
  let sampled: Timestamp?
  /// Why a transition happened without movement, such as `FENCE_DELETED`.
  let reason: String?
  let envelope: JSONValue

  /// Nil when the text is no such envelope.
  init?(json text: String) {
    guard let envelope = try? JSON.parse(Array(text.utf8)), let id = envelope["id"]?.text,
      let detail = envelope["detail"], let kind = detail["EventType"]?.text.flatMap(Kind.init(rawValue:)),
      let device = detail["DeviceId"]?.text
    else { return nil }
    self.id = id
    self.kind = kind
    self.device = Identifier(device)
    self.envelope = envelope
    fence = detail["GeofenceId"]?.text.map { Identifier($0) }
    reason = detail["Reason"]?.text
    sampled = detail["SampleTime"]?.text.flatMap { Timestamp(iso8601: $0) }
    let resources = (envelope["resources"]?.elements ?? []).compactMap(\.text)
    collection = Self.name(in: resources, after: ":geofence-collection/")
    tracker = Self.name(in: resources, after: ":tracker/")
  }

  private static func name(in resources: [String], after marker: String) -> Identifier? {
    for resource in resources {
      if let range = resource.range(of: marker) { return Identifier(String(resource[range.upperBound...])) }
    }
    return nil
  }
}
