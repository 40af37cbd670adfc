internal import MusterStorage
internal import MusterValues

/// One change of the catalog: trackers, collections, fences, links, and what remains to be done about them.
enum CatalogChange: Sendable {
  case tracker(TrackerRecord)
  case trackerDeleted(Int32)
  /// The record's fences and index are not part of the change.
  case collection(CollectionRecord)
  case collectionDeleted(Int32)
  case fence(FenceRecord)
  case fenceDeleted(Int32)
  case tombstone(FenceTombstone)
  case tombstoneDropped(Int32)
  case job(ReevaluationJob)
  case jobFinished(Int64)
  case sourceDeleted(SourceRecord)
  case sourceDropped(Int32)
  case counters(Counters)

  /// The row that makes this change last.
  var row: CatalogRow {
    switch self {
    case .tracker(let record): record.row
    case .trackerDeleted(let number): CatalogRow(kind: CatalogKind.tracker, key: Int64(number), body: nil)
    case .collection(let record): record.row
    case .collectionDeleted(let number): CatalogRow(kind: CatalogKind.collection, key: Int64(number), body: nil)
    case .fence(let record): record.row
    case .fenceDeleted(let number): CatalogRow(kind: CatalogKind.fence, key: Int64(number), body: nil)
    case .tombstone(let tombstone): tombstone.row
    case .tombstoneDropped(let number): CatalogRow(kind: CatalogKind.tombstone, key: Int64(number), body: nil)
    case .job(let job): job.row
    case .jobFinished(let number): CatalogRow(kind: CatalogKind.job, key: number, body: nil)
    case .sourceDeleted(let source): source.deletedRow
    case .sourceDropped(let number): CatalogRow(kind: CatalogKind.deletedSource, key: Int64(number), body: nil)
    case .counters(let counters): counters.row
    }
  }

  /// The change that put a row, for loading the catalog.
  init(loading row: CatalogRow) throws {
    guard let body = row.body else { throw ByteReader.Damage(offset: 0) }
    // Jobs are counted further than the rest.
    if row.kind == CatalogKind.job {
      self = .job(try ReevaluationJob(number: row.key, body: body))
      return
    }
    guard let number = Int32(exactly: row.key) else { throw ByteReader.Damage(offset: 0) }
    switch row.kind {
    case CatalogKind.tracker: self = .tracker(try TrackerRecord(number: number, body: body))
    case CatalogKind.collection: self = .collection(try CollectionRecord(number: number, body: body))
    case CatalogKind.fence: self = .fence(try FenceRecord(number: number, body: body))
    case CatalogKind.tombstone: self = .tombstone(try FenceTombstone(number: number, body: body))
    case CatalogKind.deletedSource: self = .sourceDeleted(try SourceRecord(deleted: number, body: body))
    case CatalogKind.counters: self = .counters(try Counters(body: body))
    default: throw ByteReader.Damage(offset: 0)
    }
  }
}
