public import MusterValues

extension ResponseWriter {
  /// The answer when nothing was wrong with any item: almost every answer there is.
  public static let noErrors: [UInt8] = Array("{\"Errors\":[]}".utf8)

  /// BatchUpdateDevicePosition and BatchEvaluateGeofences: the updates that were refused.
  ///
  /// - Parameter outcomes: one for each update; nil where it was accepted.
  public static func errors(of updates: [PositionUpdate], _ outcomes: [BatchItemError?]) -> [UInt8] {
    if outcomes.allSatisfy({ $0 == nil }) { return noErrors }
    let refused = zip(updates, outcomes).compactMap { update, error in error.map { (update, $0) } }
    var writer = JSONWriter()
    writer.list("{\"Errors\":", refused) { refusal, writer in
      writer.raw("{\"DeviceId\":")
      writer.string(refusal.0.device.text)
      writer.raw(",\"SampleTime\":")
      writer.timestamp(refusal.0.sampleTime)
      writer.itemError(refusal.1)
      writer.raw("}")
    }
    writer.raw("}")
    return writer.bytes
  }

  /// BatchDeleteDevicePositionHistory: the devices that were refused.
  public static func errors(ofDevices devices: [Identifier], _ outcomes: [BatchItemError?]) -> [UInt8] {
    named("DeviceId", devices, outcomes)
  }

  /// BatchDeleteGeofence: the geofences that were refused.
  public static func errors(ofGeofences geofences: [Identifier], _ outcomes: [BatchItemError?]) -> [UInt8] {
    named("GeofenceId", geofences, outcomes)
  }

  private static func named(_ member: String, _ ids: [Identifier], _ outcomes: [BatchItemError?]) -> [UInt8] {
    let refused = zip(ids, outcomes).compactMap { id, error in error.map { (id, $0) } }
    var writer = JSONWriter()
    writer.list("{\"Errors\":", refused) { refusal, writer in
      writer.raw("{")
      writer.string(member)
      writer.raw(":")
      writer.string(refusal.0.text)
      writer.itemError(refusal.1)
      writer.raw("}")
    }
    writer.raw("}")
    return writer.bytes
  }

  public static func position(_ position: DevicePosition) -> [UInt8] {
    var writer = JSONWriter()
    writer.device(position, withReceivedTime: true)
    return writer.bytes
  }

  /// BatchGetDevicePosition: unknown devices are left out, and are no errors.
  public static func positions(_ positions: [DevicePosition]) -> [UInt8] {
    var writer = JSONWriter(reserving: 256 * (positions.count + 1))
    writer.list("{\"Errors\":[],\"DevicePositions\":", positions) { $1.device($0, withReceivedTime: true) }
    writer.raw("}")
    return writer.bytes
  }

  public static func history(_ positions: [DevicePosition], nextToken: String?) -> [UInt8] {
    var writer = JSONWriter(reserving: 256 * (positions.count + 1))
    writer.list("{\"DevicePositions\":", positions) { $1.device($0, withReceivedTime: true) }
    writer.nextToken(nextToken)
    writer.raw("}")
    return writer.bytes
  }

  /// ListDevicePositions, whose entries say nothing of when a position was received.
  public static func listed(positions: [DevicePosition], nextToken: String?) -> [UInt8] {
    var writer = JSONWriter(reserving: 256 * (positions.count + 1))
    writer.list("{\"Entries\":", positions) { $1.device($0, withReceivedTime: false) }
    writer.nextToken(nextToken)
    writer.raw("}")
    return writer.bytes
  }
}

extension JSONWriter {
  mutating func itemError(_ error: BatchItemError) {
    raw(",\"Error\":{\"Code\":")
    string(error.code.rawValue)
    raw(",\"Message\":")
    string(error.message)
    raw("}")
  }

  fileprivate mutating func device(_ position: DevicePosition, withReceivedTime: Bool) {
    raw("{\"DeviceId\":")
    string(position.device.text)
    raw(",\"SampleTime\":")
    timestamp(position.sampleTime)
    if withReceivedTime {
      raw(",\"ReceivedTime\":")
      timestamp(position.receivedTime)
    }
    raw(",\"Position\":")
    self.position(position.position)
    accuracyMember(position.horizontalAccuracy)
    propertiesMember(",\"PositionProperties\":", position.properties)
    raw("}")
  }
}
