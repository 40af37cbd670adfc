internal import AmazonLocation
internal import Geodesy
internal import Geofencing
internal import MusterValues

/// An accepted sample of one device: what was sent, and when it arrived.
struct Sample: Sendable, Equatable {
  /// What the evaluator sees of it.
  let observation: PositionSample
  let properties: PropertyMap

  var sampleTime: Timestamp { observation.sampleTime }
  var received: Timestamp { observation.arrival }
  var position: Coordinate { observation.position }
  /// Metres, as sent.
  var accuracy: Double? { observation.accuracy }

  init(_ observation: PositionSample, properties: PropertyMap) {
    self.observation = observation
    self.properties = properties
  }

  init(_ update: PositionUpdate, received: Timestamp) {
    self.init(
      sampleTime: update.sampleTime, received: received, position: update.position,
      accuracy: update.horizontalAccuracy, properties: update.properties)
  }

  init(
    sampleTime: Timestamp, received: Timestamp, position: Coordinate, accuracy: Double?, properties: PropertyMap
  ) {
    self.init(
      PositionSample(sampleTime: sampleTime, arrival: received, position: position, accuracy: accuracy),
      properties: properties)
  }

  var identity: SampleIdentity { SampleIdentity(sampleTime: sampleTime, position: position) }

  /// Of one sample time the first wins.
  func isLater(than other: Sample) -> Bool {
    sampleTime != other.sampleTime
      && (observation.effectiveTime, sampleTime) > (other.observation.effectiveTime, other.sampleTime)
  }

  func update(of device: Identifier) -> PositionUpdate {
    PositionUpdate(
      device: device, sampleTime: sampleTime, position: position, horizontalAccuracy: accuracy, properties: properties)
  }

  func devicePosition(of device: Identifier) -> DevicePosition {
    DevicePosition(
      device: device, sampleTime: sampleTime, receivedTime: received, position: position,
      horizontalAccuracy: accuracy, properties: properties)
  }
}

/// What makes a sample the same sample again, within its device.
struct SampleIdentity: Sendable, Equatable {
  let sampleTime: Timestamp
  let position: Coordinate
}

extension ByteWriter {
  mutating func identities(_ identities: [SampleIdentity]) {
    unsigned(UInt64(identities.count))
    for identity in identities {
      time(identity.sampleTime)
      double(identity.position.longitude)
      double(identity.position.latitude)
    }
  }

  mutating func sample(_ sample: Sample) {
    signed(sample.sampleTime.milliseconds(since: sample.received))
    double(sample.position.longitude)
    double(sample.position.latitude)
    optional(sample.accuracy) { $0.double($1) }
    properties(sample.properties)
  }

  mutating func properties(_ map: PropertyMap) {
    unsigned(UInt64(map.count))
    for entry in map.entries {
      text(entry.key)
      text(entry.value)
    }
  }
}

extension ByteReader {
  mutating func identities() throws(Damage) -> [SampleIdentity] {
    var identities: [SampleIdentity] = []
    for _ in 0..<(try count(ofAtLeast: 17)) {
      let moment = try time()
      let longitude = try double()
      let position = Coordinate(longitude: longitude, latitude: try double())
      identities.append(SampleIdentity(sampleTime: moment, position: position))
    }
    return identities
  }

  mutating func sample(received: Timestamp) throws(Damage) -> Sample {
    let age = try signed()
    let longitude = try double()
    let latitude = try double()
    let accuracy = try optional { reader throws(Damage) in try reader.double() }
    return Sample(
      sampleTime: received.advanced(byMilliseconds: age), received: received,
      position: Coordinate(longitude: longitude, latitude: latitude), accuracy: accuracy,
      properties: try properties())
  }

  mutating func properties() throws(Damage) -> PropertyMap {
    var map = PropertyMap()
    for _ in 0..<(try count(ofAtLeast: 2)) {
      let key = try identifier()
      map[key] = try text()
    }
    return map
  }
}
