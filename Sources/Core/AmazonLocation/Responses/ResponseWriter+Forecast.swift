internal import MusterValues

extension ResponseWriter {
  /// ForecastGeofenceEvents. Where a heading may be given, also whether one was used, and times of entry and exit.
  public static func forecast(_ events: [ForecastedEvent], of query: ForecastQuery, nextToken: String?) -> [UInt8] {
    var writer = JSONWriter(reserving: 256 * (events.count + 1))
    writer.list("{\"ForecastedEvents\":", events) { event, writer in
      writer.raw("{\"EventId\":")
      writer.string(event.id)
      writer.raw(",\"GeofenceId\":")
      writer.string(event.geofence.text)
      writer.raw(",\"IsDeviceInGeofence\":")
      writer.value(.bool(event.isDeviceInGeofence))
      writer.raw(",\"NearestDistance\":")
      writer.number(event.nearestDistance / query.system.metres)
      writer.raw(",\"EventType\":")
      writer.string(event.kind.rawValue)
      writer.timeMember(",\"ForecastedBreachTime\":", event.breach)
      if query.mayHaveHeading {
        writer.timeMember(",\"ForecastedEntryTime\":", event.entry)
        writer.timeMember(",\"ForecastedExitTime\":", event.exit)
      }
      writer.propertiesMember(",\"GeofenceProperties\":", event.properties)
      writer.raw("}")
    }
    writer.raw(",\"DistanceUnit\":")
    writer.string(query.system.distanceUnit)
    writer.raw(",\"SpeedUnit\":")
    writer.string(query.system.speedUnit)
    if query.mayHaveHeading {
      writer.raw(",\"HeadingUsed\":")
      writer.value(.bool(query.heading != nil))
    }
    writer.nextToken(nextToken)
    writer.raw("}")
    return writer.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func timeMember(_ opening: StaticString, _ time: Timestamp?) {
    guard let time else { return }
    raw(opening)
    timestamp(time)
  }
}
