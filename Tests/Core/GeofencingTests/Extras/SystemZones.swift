import Foundation
import Geofencing
import MusterValues

/// The system's time zones.
let systemZones = TimeZoneSource { name in
  guard let zone = TimeZone(identifier: name) else { return nil }
  return CivilTimeZone(name: name) { moment in
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000))) * 1000
  }
}

func moment(_ text: String) -> Timestamp { Timestamp(iso8601: text) ?? .distantPast }
