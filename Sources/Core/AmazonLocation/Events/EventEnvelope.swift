public import MusterValues

/// The events of trackers and geofences as EventBridge carries them: one JSON object in UTF-8.
///
/// Source: Amazon Location developer guide, "Monitoring Amazon Location Service events with Amazon EventBridge".
/// Optional members are left out, not null. `Reason` is this server's addition.
public enum EventEnvelope {
  /// A "Location Geofence Event".
  ///
  /// - Parameters:
  ///   - id: a UUID's text; the same for every delivery of the event.
  ///   - time: when it was decided; written in whole seconds.
  ///   - tracker: nil when the position came by BatchEvaluateGeofences.
  ///   - reason: why a transition happened that no movement caused (`FENCE_DELETED` ...).
  ///   - confidence: the chance, 0 to 1, that the device is inside; nil when the point alone decided.
  public static func geofence(
    id: String, time: Timestamp, partition: ResourcePartition, collection: Identifier, tracker: Identifier?,
    kind: GeofenceEventKind, geofence: Identifier, update: PositionUpdate, geofenceProperties: PropertyMap,
    reason: String?, confidence: Double? = nil
  ) -> [UInt8] {
    var resources = [ResourceName.geofenceCollection(collection).arn(in: partition)]
    if let tracker { resources.append(ResourceName.tracker(tracker).arn(in: partition)) }
    var writer = JSONWriter(reserving: 768)
    writer.openEvent(
      id: id, detailType: "Location Geofence Event", time: time, partition: partition, resources: resources)
    writer.raw(",\"detail\":{\"EventType\":")
    writer.string(kind.rawValue)
    writer.raw(",\"GeofenceId\":")
    writer.string(geofence.text)
    writer.raw(",\"DeviceId\":")
    writer.string(update.device.text)
    writer.raw(",\"SampleTime\":")
    writer.timestamp(update.sampleTime)
    writer.raw(",\"Position\":")
    writer.position(update.position)
    writer.accuracyMember(update.horizontalAccuracy)
    writer.propertiesMember(",\"GeofenceProperties\":", geofenceProperties)
    writer.propertiesMember(",\"PositionProperties\":", update.properties)
    if let reason {
      writer.raw(",\"Reason\":")
      writer.string(reason)
    }
    if let confidence { writer.confidenceMember(confidence) }
    writer.raw("}}")
    return writer.bytes
  }

  /// An event that is neither ENTER nor EXIT, in the same envelope. One of occupancy says which device's coming or going
  /// made the difference, not where it is.
  public static func fenceNotice(
    _ notice: FenceNoticeEvent, id: String, time: Timestamp, partition: ResourcePartition, collection: Identifier,
    tracker: Identifier?, geofence: Identifier, update: PositionUpdate, geofenceProperties: PropertyMap
  ) -> [UInt8] {
    var resources = [ResourceName.geofenceCollection(collection).arn(in: partition)]
    if let tracker { resources.append(ResourceName.tracker(tracker).arn(in: partition)) }
    var writer = JSONWriter(reserving: 768)
    writer.openEvent(id: id, detailType: notice.detailType, time: time, partition: partition, resources: resources)
    writer.raw(",\"detail\":{\"EventType\":\"")
    writer.raw(notice.eventType)
    writer.raw("\",\"GeofenceId\":")
    writer.string(geofence.text)
    writer.raw(",\"DeviceId\":")
    writer.string(update.device.text)
    writer.raw(",\"SampleTime\":")
    writer.timestamp(update.sampleTime)
    var isOfMany = false
    if case .occupancy = notice { isOfMany = true }
    if !isOfMany {
      writer.raw(",\"Position\":")
      writer.position(update.position)
      writer.accuracyMember(update.horizontalAccuracy)
    }
    notice.write(to: &writer)
    writer.propertiesMember(",\"GeofenceProperties\":", geofenceProperties)
    if !isOfMany { writer.propertiesMember(",\"PositionProperties\":", update.properties) }
    writer.raw("}}")
    return writer.bytes
  }

  /// A "Location Device Position Event": an update that passed its tracker's filter.
  public static func devicePosition(
    id: String, time: Timestamp, partition: ResourcePartition, tracker: Identifier, update: PositionUpdate,
    received: Timestamp
  ) -> [UInt8] {
    var writer = JSONWriter(reserving: 640)
    writer.openEvent(
      id: id, detailType: "Location Device Position Event", time: time, partition: partition,
      resources: [ResourceName.tracker(tracker).arn(in: partition)])
    writer.raw(",\"detail\":{\"EventType\":\"UPDATE\",\"TrackerName\":")
    writer.string(tracker.text)
    writer.raw(",\"DeviceId\":")
    writer.string(update.device.text)
    writer.raw(",\"SampleTime\":")
    writer.timestamp(update.sampleTime)
    writer.raw(",\"ReceivedTime\":")
    writer.timestamp(received)
    writer.raw(",\"Position\":")
    writer.position(update.position)
    writer.accuracyMember(update.horizontalAccuracy)
    writer.propertiesMember(",\"PositionProperties\":", update.properties)
    writer.raw("}}")
    return writer.bytes
  }
}

extension JSONWriter {
  /// To four digits.
  mutating func confidenceMember(_ confidence: Double) {
    raw(",\"Confidence\":")
    number((confidence * 10_000).rounded() / 10_000)
  }

  /// Everything before `,"detail":`; the object stays open.
  fileprivate mutating func openEvent(
    id: String, detailType: StaticString, time: Timestamp, partition: ResourcePartition, resources: [String]
  ) {
    raw("{\"version\":\"0\",\"id\":")
    string(id)
    raw(",\"detail-type\":\"")
    raw(detailType)
    raw("\",\"source\":\"aws.geo\",\"account\":")
    string(partition.account)
    raw(",\"time\":")
    string(time.iso8601Seconds)
    raw(",\"region\":")
    string(partition.region)
    raw(",\"resources\":[")
    for (index, resource) in resources.enumerated() {
      if index > 0 { raw(",") }
      string(resource)
    }
    raw("]")
  }
}
