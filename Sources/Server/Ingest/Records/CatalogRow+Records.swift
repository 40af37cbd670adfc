internal import AmazonLocation
internal import Geodesy
internal import MusterStorage
internal import MusterValues

/// The catalog's rows: what each kind holds and how it is written. A body's first byte is its form's version.
enum CatalogKind {
  static let tracker: UInt8 = 1
  static let collection: UInt8 = 2
  static let fence: UInt8 = 3
  static let tombstone: UInt8 = 4
  static let job: UInt8 = 5
  /// A deleted source whose devices have not left their fences yet.
  static let deletedSource: UInt8 = 6
  /// The one row of the counters, key 0.
  static let counters: UInt8 = 7
}

/// Numbers given out, none of them ever twice.
struct Counters: Sendable, Equatable {
  var lastResource: Int32 = 0
  var lastFence: Int32 = 0
  var lastJob: Int64 = 0
  /// Counts the commits that changed the catalog.
  var catalogRevision: Int64 = 0
  /// At least as high as the number of any device that went with its source.
  var lastDroppedDevice: Int32 = -1
}

private let formVersion: UInt8 = 1

extension TrackerRecord {
  var row: CatalogRow {
    var writer = ByteWriter()
    writer.byte(formVersion)
    writer.text(settings.name)
    writer.text(settings.description)
    writer.text(settings.positionFiltering.rawValue)
    writer.flag(settings.isEventBridgeEnabled)
    writer.optional(settings.kmsKeyID) { $0.text($1) }
    writer.flag(settings.isKmsKeyGeospatialQueriesEnabled)
    writer.properties(settings.tags)
    writer.time(created)
    writer.time(updated)
    writer.unsigned(UInt64(links.count))
    for link in links { writer.unsigned(UInt64(link)) }
    return CatalogRow(kind: CatalogKind.tracker, key: Int64(number), body: writer.bytes)
  }

  init(number: Int32, body: [UInt8]) throws(ByteReader.Damage) {
    var reader = try ByteReader(form: body)
    var settings = TrackerSettings(name: try reader.identifier())
    settings.description = try reader.text()
    guard let filtering = PositionFiltering(rawValue: try reader.text()) else {
      throw ByteReader.Damage(offset: reader.offset)
    }
    settings.positionFiltering = filtering
    settings.isEventBridgeEnabled = try reader.flag()
    settings.kmsKeyID = try reader.optional { reader throws(ByteReader.Damage) in try reader.text() }
    settings.isKmsKeyGeospatialQueriesEnabled = try reader.flag()
    settings.tags = try reader.properties()
    self.init(number: number, settings: settings, created: try reader.time(), updated: try reader.time())
    for _ in 0..<(try reader.count()) { links.append(try reader.number32()) }
  }
}

extension CollectionRecord {
  var row: CatalogRow {
    var writer = ByteWriter()
    writer.byte(formVersion)
    writer.text(settings.name)
    writer.text(settings.description)
    writer.optional(settings.kmsKeyID) { $0.text($1) }
    writer.properties(settings.tags)
    writer.time(created)
    writer.time(updated)
    return CatalogRow(kind: CatalogKind.collection, key: Int64(number), body: writer.bytes)
  }

  init(number: Int32, body: [UInt8]) throws(ByteReader.Damage) {
    var reader = try ByteReader(form: body)
    var settings = CollectionSettings(name: try reader.identifier())
    settings.description = try reader.text()
    settings.kmsKeyID = try reader.optional { reader throws(ByteReader.Damage) in try reader.text() }
    settings.tags = try reader.properties()
    self.init(number: number, settings: settings, created: try reader.time(), updated: try reader.time())
  }
}

extension FenceTombstone {
  var row: CatalogRow {
    var writer = ByteWriter()
    writer.byte(formVersion)
    writer.unsigned(UInt64(collection))
    writer.text(collectionName)
    writer.text(id)
    writer.properties(properties)
    writer.text(reason.rawValue)
    return CatalogRow(kind: CatalogKind.tombstone, key: Int64(number), body: writer.bytes)
  }

  init(number: Int32, body: [UInt8]) throws(ByteReader.Damage) {
    var reader = try ByteReader(form: body)
    let collection = try reader.number32()
    let collectionName = try reader.identifier()
    let id = try reader.identifier()
    let properties = try reader.properties()
    guard let reason = TransitionReason(rawValue: try reader.text()) else {
      throw ByteReader.Damage(offset: reader.offset)
    }
    self.init(
      number: number, collection: collection, collectionName: collectionName, id: id, properties: properties,
      reason: reason)
  }
}

extension ReevaluationJob {
  var row: CatalogRow {
    var writer = ByteWriter()
    writer.byte(formVersion)
    for numbers in [sources, fences] {
      writer.unsigned(UInt64(numbers.count))
      for number in numbers { writer.unsigned(UInt64(number)) }
    }
    writer.byte(kind.rawValue)
    return CatalogRow(kind: CatalogKind.job, key: number, body: writer.bytes)
  }

  init(number: Int64, body: [UInt8]) throws(ByteReader.Damage) {
    var reader = try ByteReader(form: body)
    var sources: [Int32] = []
    var fences: [Int32] = []
    for _ in 0..<(try reader.count()) { sources.append(try reader.number32()) }
    for _ in 0..<(try reader.count()) { fences.append(try reader.number32()) }
    guard let kind = Kind(rawValue: try reader.byte()) else { throw ByteReader.Damage(offset: reader.offset) }
    self.init(number: number, sources: sources, fences: fences, kind: kind)
  }
}

extension SourceRecord {
  /// Kept only while a deleted source's devices have not left their fences.
  var deletedRow: CatalogRow {
    var writer = ByteWriter()
    writer.byte(formVersion)
    writer.optional(tracker) { $0.text($1) }
    return CatalogRow(kind: CatalogKind.deletedSource, key: Int64(number), body: writer.bytes)
  }

  init(deleted number: Int32, body: [UInt8]) throws(ByteReader.Damage) {
    var reader = try ByteReader(form: body)
    let tracker = try reader.optional { reader throws(ByteReader.Damage) in try reader.identifier() }
    self.init(number: number, tracker: tracker, isDeleted: true)
  }
}

extension Counters {
  var row: CatalogRow {
    var writer = ByteWriter()
    writer.byte(formVersion)
    writer.signed(Int64(lastResource))
    writer.signed(Int64(lastFence))
    writer.signed(lastJob)
    writer.signed(catalogRevision)
    writer.signed(Int64(lastDroppedDevice))
    return CatalogRow(kind: CatalogKind.counters, key: 0, body: writer.bytes)
  }

  init(body: [UInt8]) throws(ByteReader.Damage) {
    var reader = try ByteReader(form: body)
    lastResource = Int32(truncatingIfNeeded: try reader.signed())
    lastFence = Int32(truncatingIfNeeded: try reader.signed())
    lastJob = try reader.signed()
    catalogRevision = try reader.signed()
    lastDroppedDevice = Int32(truncatingIfNeeded: try reader.signed())
  }
}

extension ByteReader {
  init(form body: [UInt8]) throws(Damage) {
    self.init(body)
    guard try byte() == formVersion else { throw Damage(offset: 0) }
  }
}
