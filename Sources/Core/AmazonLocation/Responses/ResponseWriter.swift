public import MusterValues

/// The bodies of successful responses, as JSON in UTF-8.
///
/// Source: the Amazon Location service model, output shapes. Times are ISO 8601 with milliseconds.
public struct ResponseWriter: Sendable {
  /// Where the ARNs of responses point to.
  public let partition: ResourcePartition

  public init(partition: ResourcePartition) { self.partition = partition }

  /// `{}`: deletions, links and tags answer nothing.
  public static let empty: [UInt8] = Array("{}".utf8)

  public func created(tracker: TrackerDescription) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{")
    name(tracker, &writer)
    writer.raw(",\"CreateTime\":")
    writer.timestamp(tracker.created)
    writer.raw("}")
    return writer.bytes
  }

  public func updated(tracker: TrackerDescription) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{")
    name(tracker, &writer)
    writer.raw(",\"UpdateTime\":")
    writer.timestamp(tracker.updated)
    writer.raw("}")
    return writer.bytes
  }

  /// Every member, whether it was given at creation or not, so that a plan made from it stays clean.
  public func described(tracker: TrackerDescription) -> [UInt8] {
    let settings = tracker.settings
    var writer = JSONWriter(reserving: 512)
    writer.raw("{")
    name(tracker, &writer)
    writer.common(settings.description, created: tracker.created, updated: tracker.updated)
    writer.raw(",\"Tags\":")
    writer.properties(settings.tags)
    writer.raw(",\"PositionFiltering\":")
    writer.string(settings.positionFiltering.rawValue)
    writer.raw(",\"EventBridgeEnabled\":")
    writer.value(.bool(settings.isEventBridgeEnabled))
    if let key = settings.kmsKeyID {
      writer.raw(",\"KmsKeyId\":")
      writer.string(key)
    }
    if settings.isKmsKeyGeospatialQueriesEnabled { writer.raw(",\"KmsKeyEnableGeospatialQueries\":true") }
    writer.raw("}")
    return writer.bytes
  }

  public func listed(trackers: [TrackerDescription], nextToken: String?) -> [UInt8] {
    var writer = JSONWriter(reserving: 256 * (trackers.count + 1))
    writer.list("{\"Entries\":", trackers) { tracker, writer in
      writer.raw("{\"TrackerName\":")
      writer.string(tracker.settings.name.text)
      writer.common(tracker.settings.description, created: tracker.created, updated: tracker.updated)
      writer.raw("}")
    }
    writer.nextToken(nextToken)
    writer.raw("}")
    return writer.bytes
  }

  public func listed(consumers: [Identifier], nextToken: String?) -> [UInt8] {
    var writer = JSONWriter()
    writer.list("{\"ConsumerArns\":", consumers) { collection, writer in
      writer.string(ResourceName.geofenceCollection(collection).arn(in: partition))
    }
    writer.nextToken(nextToken)
    writer.raw("}")
    return writer.bytes
  }

  public func created(collection: CollectionDescription) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{")
    name(collection, &writer)
    writer.raw(",\"CreateTime\":")
    writer.timestamp(collection.created)
    writer.raw("}")
    return writer.bytes
  }

  public func updated(collection: CollectionDescription) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{")
    name(collection, &writer)
    writer.raw(",\"UpdateTime\":")
    writer.timestamp(collection.updated)
    writer.raw("}")
    return writer.bytes
  }

  public func described(collection: CollectionDescription) -> [UInt8] {
    let settings = collection.settings
    var writer = JSONWriter(reserving: 512)
    writer.raw("{")
    name(collection, &writer)
    writer.common(settings.description, created: collection.created, updated: collection.updated)
    writer.raw(",\"Tags\":")
    writer.properties(settings.tags)
    if let key = settings.kmsKeyID {
      writer.raw(",\"KmsKeyId\":")
      writer.string(key)
    }
    writer.raw(",\"GeofenceCount\":")
    writer.integer(Int64(collection.geofenceCount))
    writer.raw("}")
    return writer.bytes
  }

  public func listed(collections: [CollectionDescription], nextToken: String?) -> [UInt8] {
    var writer = JSONWriter(reserving: 256 * (collections.count + 1))
    writer.list("{\"Entries\":", collections) { collection, writer in
      writer.raw("{\"CollectionName\":")
      writer.string(collection.settings.name.text)
      writer.common(collection.settings.description, created: collection.created, updated: collection.updated)
      writer.raw("}")
    }
    writer.nextToken(nextToken)
    writer.raw("}")
    return writer.bytes
  }

  public func listed(tags: PropertyMap) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{\"Tags\":")
    writer.properties(tags)
    writer.raw("}")
    return writer.bytes
  }

  private func name(_ tracker: TrackerDescription, _ writer: inout JSONWriter) {
    writer.raw("\"TrackerName\":")
    writer.string(tracker.settings.name.text)
    writer.raw(",\"TrackerArn\":")
    writer.string(ResourceName.tracker(tracker.settings.name).arn(in: partition))
  }

  private func name(_ collection: CollectionDescription, _ writer: inout JSONWriter) {
    writer.raw("\"CollectionName\":")
    writer.string(collection.settings.name.text)
    writer.raw(",\"CollectionArn\":")
    writer.string(ResourceName.geofenceCollection(collection.settings.name).arn(in: partition))
  }
}

extension JSONWriter {
  /// What the description and the list entry of every resource say. The pricing plan is deprecated and always the same.
  fileprivate mutating func common(_ description: String, created: Timestamp, updated: Timestamp) {
    raw(",\"Description\":")
    string(description)
    raw(",\"PricingPlan\":\"RequestBasedUsage\",\"CreateTime\":")
    timestamp(created)
    raw(",\"UpdateTime\":")
    timestamp(updated)
  }

  /// The opening, then the elements in brackets.
  mutating func list<Element>(
    _ opening: StaticString, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    raw(opening)
    raw("[")
    for (index, element) in elements.enumerated() {
      if index > 0 { raw(",") }
      write(element, &self)
    }
    raw("]")
  }

  mutating func nextToken(_ token: String?) {
    guard let token else { return }
    raw(",\"NextToken\":")
    string(token)
  }
}
