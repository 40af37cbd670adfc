public import MusterValues

/// What this server tells of a device and a geofence beyond ENTER and EXIT, when tags ask for it. Each kind has a
/// detail-type of its own, so that no client of Amazon's events is surprised.
public enum FenceNoticeEvent: Sendable, Equatable {
  /// Whole seconds since it entered.
  case dwell(seconds: Int64)
  /// Metres from the border.
  case approach(metres: Double)
  /// The time of the sample before, on the other side.
  case passedThrough(since: Timestamp)
  /// The number of devices inside fell below the minimum, or reached it.
  case occupancy(count: Int, minimum: Int)
  /// Whether it is inside became uncertain, or certain again; with the chance that it is.
  case uncertain(Bool, confidence: Double)

  var detailType: StaticString {
    switch self {
    case .dwell: "Muster Geofence Dwell Event"
    case .approach: "Muster Geofence Approach Event"
    case .passedThrough: "Muster Geofence Passed Through Event"
    case .occupancy: "Muster Geofence Occupancy Event"
    case .uncertain: "Muster Geofence Uncertain Event"
    }
  }

  var eventType: StaticString {
    switch self {
    case .dwell: "DWELL"
    case .approach: "APPROACH"
    case .passedThrough: "PASSED_THROUGH"
    case .occupancy(let count, let minimum): count < minimum ? "BELOW_MINIMUM" : "MINIMUM_REACHED"
    case .uncertain(let isUncertain, _): isUncertain ? "UNCERTAIN" : "CERTAIN"
    }
  }

  /// Members of its own, each with its leading comma.
  func write(to writer: inout JSONWriter) {
    switch self {
    case .dwell(let seconds):
      writer.raw(",\"DwellSeconds\":")
      writer.integer(seconds)
    case .approach(let metres):
      writer.raw(",\"Distance\":")
      // Millimetres are enough.
      writer.number((metres * 1000).rounded() / 1000)
    case .passedThrough(let since):
      writer.raw(",\"PreviousSampleTime\":")
      writer.timestamp(since)
    case .occupancy(let count, let minimum):
      writer.raw(",\"Count\":")
      writer.integer(Int64(count))
      writer.raw(",\"Minimum\":")
      writer.integer(Int64(minimum))
    case .uncertain(_, let confidence): writer.confidenceMember(confidence)
    }
  }
}
