internal import MusterSQLite

/// One numbered step of the database's format. Steps are never edited once released: a change is a new step.
struct Migration {
  /// The format's version after this step; also SQLite's `user_version`.
  let version: Int64
  let sql: String

  static let all = [Migration(version: 1, sql: version1)]

  static let newest = all.last?.version ?? 0

  /// Journal and events are rowid tables without an index: a commit dirties their last pages only. `event_index` grows
  /// at its end too, because its key begins with the run (see `EventIndex`). A chunk's keys are kept in indexes that
  /// hold all a query filters by, so that bodies are read only when they are wanted.
  private static let version1 = """
    CREATE TABLE journal (
      sequence INTEGER PRIMARY KEY, arrived INTEGER NOT NULL, catalog_revision INTEGER NOT NULL,
      checksum INTEGER NOT NULL, body BLOB NOT NULL);
    CREATE TABLE event (
      ordinal INTEGER PRIMARY KEY, id BLOB NOT NULL, checksum INTEGER NOT NULL, body BLOB NOT NULL);
    CREATE TABLE event_run (first INTEGER PRIMARY KEY, last INTEGER NOT NULL);
    CREATE TABLE event_index (
      run INTEGER NOT NULL, id BLOB NOT NULL, ordinal INTEGER NOT NULL, PRIMARY KEY (run, id)) WITHOUT ROWID;
    CREATE TABLE purged (kind TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE catalog (
      kind INTEGER NOT NULL, key INTEGER NOT NULL, checksum INTEGER NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY (kind, key)) WITHOUT ROWID;
    CREATE TABLE device (
      device INTEGER PRIMARY KEY, sequence INTEGER NOT NULL, checksum INTEGER NOT NULL, body BLOB NOT NULL);
    CREATE TABLE metadata (
      key TEXT PRIMARY KEY, checksum INTEGER NOT NULL, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE chunk (
      number INTEGER PRIMARY KEY, device INTEGER NOT NULL, first INTEGER NOT NULL, sequence INTEGER NOT NULL,
      last INTEGER NOT NULL, checksum INTEGER NOT NULL, body BLOB NOT NULL);
    CREATE INDEX chunk_key ON chunk (device, first, sequence, last);
    CREATE INDEX chunk_last ON chunk (last);
    """

  /// Brings the database to the newest version, one transaction a step.
  static func run(on connection: SQLiteConnection) throws {
    let version = try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    let application = try connection.first("PRAGMA application_id") { $0.integer(0) } ?? 0
    try refuseForeign(version: version, application: application)
    let objects = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } ?? 0
    if version == 0, objects > 0 {
      throw StorageError(.corrupt, "muster.db holds tables that are not Muster's; choose another folder")
    }
    let steps = all.filter { $0.version > version }
    for step in steps {
      try connection.execute("BEGIN IMMEDIATE")
      do {
        try connection.execute(step.sql)
        try connection.execute("PRAGMA application_id = \(DatabaseHeader.application)")
        try connection.execute("PRAGMA user_version = \(step.version)")
        try connection.execute("COMMIT")
      } catch {
        if connection.isInTransaction { try? connection.execute("ROLLBACK") }
        throw error
      }
    }
    // The version then stands in the file itself, where an older Muster looks before it opens the database.
    if !steps.isEmpty { try connection.checkpoint() }
  }

  /// Throws for a newer Muster's database, and for another application's.
  static func refuseForeign(version: Int64, application: Int64) throws(StorageError) {
    if application == 0, version == 0 { return }
    guard application == Int64(DatabaseHeader.application) else {
      throw StorageError(.corrupt, "muster.db belongs to another application")
    }
    guard version <= newest else {
      throw StorageError(
        .newerVersion, "the data folder has format \(version), this Muster knows up to \(newest); it was not touched")
    }
  }
}
