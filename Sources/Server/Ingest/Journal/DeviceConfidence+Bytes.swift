internal import Geodesy
internal import Geofencing
internal import MusterValues

private enum Flag {
  static let isInside: UInt8 = 1
  static let isUncertain: UInt8 = 2
}

extension ByteWriter {
  mutating func confidence(_ confidence: DeviceConfidence) {
    optional(confidence.device) { writer, device in
      writer.trace(device.trace)
      writer.unsigned(UInt64(device.memberships.count))
      for (fence, membership) in device.memberships.sorted(by: { $0.key < $1.key }) {
        writer.unsigned(UInt64(fence))
        writer.byte((membership.isInside ? Flag.isInside : 0) | (membership.isUncertain ? Flag.isUncertain : 0))
        writer.optional(membership.insideSince) { $0.time($1) }
        writer.optional(membership.outsideSince) { $0.time($1) }
        writer.optional(membership.holdsUntil) { $0.time($1) }
      }
    }
  }

  private mutating func trace(_ trace: DeviceTrace) {
    optional(trace.lastHeard) { $0.time($1) }
    for mark in [trace.trusted, trace.suspect] {
      optional(mark) { writer, mark in
        writer.time(mark.time)
        writer.double(mark.position.longitude)
        writer.double(mark.position.latitude)
        writer.double(mark.cep68)
      }
    }
    optional(trace.motion) { writer, motion in
      writer.double(motion.offsetEast)
      writer.double(motion.offsetNorth)
      writer.double(motion.velocityEast)
      writer.double(motion.velocityNorth)
      writer.double(motion.positionVariance)
      writer.double(motion.covariance)
      writer.double(motion.velocityVariance)
    }
    optional(trace.course) { writer, course in
      writer.double(course.azimuth)
      writer.double(course.speed)
    }
    signed(trace.interval)
  }
}

extension ByteReader {
  mutating func confidence() throws(Damage) -> DeviceConfidence {
    let device = try optional { reader throws(Damage) in
      var device = ConfidentDevice(trace: try reader.trace())
      for _ in 0..<(try reader.count(ofAtLeast: 5)) {
        let fence = try reader.number32()
        let flags = try reader.byte()
        device.memberships[fence] = ConfidentMembership(
          isInside: flags & Flag.isInside != 0, isUncertain: flags & Flag.isUncertain != 0,
          insideSince: try reader.optionalTime(), outsideSince: try reader.optionalTime(),
          holdsUntil: try reader.optionalTime())
      }
      return device
    }
    return device.map(DeviceConfidence.of) ?? .none
  }

  private mutating func trace() throws(Damage) -> DeviceTrace {
    DeviceTrace(
      lastHeard: try optionalTime(), trusted: try mark(), suspect: try mark(), motion: try motion(),
      course: try course(), interval: try signed())
  }

  private mutating func mark() throws(Damage) -> DeviceTrace.Mark? {
    try optional { reader throws(Damage) in
      let time = try reader.time()
      let position = Coordinate(longitude: try reader.double(), latitude: try reader.double())
      return DeviceTrace.Mark(time: time, position: position, cep68: try reader.double())
    }
  }

  private mutating func motion() throws(Damage) -> MotionEstimate? {
    try optional { reader throws(Damage) in
      MotionEstimate(
        offsetEast: try reader.double(), offsetNorth: try reader.double(), velocityEast: try reader.double(),
        velocityNorth: try reader.double(), positionVariance: try reader.double(), covariance: try reader.double(),
        velocityVariance: try reader.double())
    }
  }

  private mutating func course() throws(Damage) -> DeviceTrace.Course? {
    try optional { reader throws(Damage) in
      DeviceTrace.Course(azimuth: try reader.double(), speed: try reader.double())
    }
  }

  private mutating func optionalTime() throws(Damage) -> Timestamp? {
    try optional { reader throws(Damage) in try reader.time() }
  }
}
