/// Which way a device crossed a geofence's border. The raw value is the name on the wire.
public enum GeofenceEventKind: String, Sendable, CaseIterable {
  case enter = "ENTER"
  case exit = "EXIT"
}
