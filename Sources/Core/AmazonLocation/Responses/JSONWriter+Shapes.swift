internal import Geodesy
internal import MusterValues

/// How the service writes the shapes that responses and events share.
extension JSONWriter {
  /// ISO 8601 with milliseconds, as a string.
  mutating func timestamp(_ time: Timestamp) { string(time.iso8601) }

  /// `[longitude,latitude]`
  mutating func position(_ coordinate: Coordinate) {
    raw("[")
    number(coordinate.longitude)
    raw(",")
    number(coordinate.latitude)
    raw("]")
  }

  /// `,"Accuracy":{"Horizontal":metres}`, or nothing.
  mutating func accuracyMember(_ metres: Double?) {
    guard let metres else { return }
    raw(",\"Accuracy\":{\"Horizontal\":")
    number(metres)
    raw("}")
  }

  mutating func properties(_ map: PropertyMap) {
    raw("{")
    for (index, entry) in map.entries.enumerated() {
      if index > 0 { raw(",") }
      string(entry.key.text)
      raw(":")
      string(entry.value)
    }
    raw("}")
  }

  /// The member's opening and the map; nothing when the map is empty.
  mutating func propertiesMember(_ opening: StaticString, _ map: PropertyMap) {
    guard !map.isEmpty else { return }
    raw(opening)
    properties(map)
  }
}
