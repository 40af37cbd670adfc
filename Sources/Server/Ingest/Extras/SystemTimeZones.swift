internal import Foundation
public import Geofencing
internal import MusterValues

extension TimeZoneSource {
  /// The system's own time zones, by their IANA names.
  public static let system = TimeZoneSource { name in
    // Foundation also takes names such as GMT+2; a schedule's zone is a place's.
    guard name.contains("/"), let zone = TimeZone(identifier: name) else { return nil }
    return CivilTimeZone(name: name) { moment in
      Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000))) * 1000
    }
  }
}
