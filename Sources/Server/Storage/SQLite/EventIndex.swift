internal import MusterSQLite

/// Finds events by identifier without a random write per event.
///
/// Identifiers are uniformly random, so an ordinary index would dirty a page for nearly every event. Instead they
/// gather in memory, and each full generation is written as a run: sorted, a slice with each commit, at the end of a
/// table keyed by (run, identifier). A lookup asks memory, then every run by one descent, newest first.
struct EventIndex {
  /// A finished run, over the events from `first` through `last`.
  struct Run {
    let first: Int64
    let last: Int64
  }

  /// The identifiers of consecutive events that no finished run holds.
  private struct Generation {
    var ordinals: [EventIdentifier: Int64]
    var first: Int64
    var last: Int64
  }

  /// A run that is being written. Its entries stay in their generation until it is finished.
  struct Building {
    let run: Run
    let entries: [(id: EventIdentifier, ordinal: Int64)]
    var written = 0
  }

  private(set) var runs: [Run]
  private var generations: [Generation] = []
  private(set) var building: Building?
  private let runSize: Int

  init(runs: [Run], runSize: Int) {
    self.runs = runs
    self.runSize = max(1, runSize)
  }

  /// The greatest ordinal that a finished run covers.
  var lastIndexed: Int64 { runs.last?.last ?? 0 }

  /// Takes up an event, in ascending order of ordinal.
  mutating func add(_ id: EventIdentifier, ordinal: Int64) {
    if let last = generations.indices.last, generations[last].ordinals.count < runSize {
      generations[last].ordinals[id] = ordinal
      generations[last].last = ordinal
    } else {
      var generation = Generation(ordinals: [:], first: ordinal, last: ordinal)
      generation.ordinals.reserveCapacity(runSize)
      generation.ordinals[id] = ordinal
      generations.append(generation)
    }
  }

  /// Takes back events whose commit failed.
  mutating func remove(_ events: [StoredEvent]) {
    for event in events.reversed() {
      guard let last = generations.indices.last else { return }
      for index in generations.indices.reversed() where generations[index].ordinals[event.id] == event.ordinal {
        generations[index].ordinals[event.id] = nil
      }
      if generations[last].ordinals.isEmpty { generations.removeLast() }
    }
  }

  func unindexedOrdinal(of id: EventIdentifier) -> Int64? {
    for generation in generations.reversed() {
      if let ordinal = generation.ordinals[id] { return ordinal }
    }
    return nil
  }

  /// Begins the next run once a generation is full and none is being written.
  mutating func startRun() {
    guard building == nil, let oldest = generations.first, oldest.ordinals.count >= runSize else { return }
    let entries = oldest.ordinals.map { (id: $0.key, ordinal: $0.value) }.sorted { $0.id < $1.id }
    building = Building(run: Run(first: oldest.first, last: oldest.last), entries: entries)
  }

  /// Takes over what a commit has made durable.
  mutating func committed(_ step: Building) {
    if step.written == step.entries.count {
      runs.append(step.run)
      generations.removeFirst()
      building = nil
    } else {
      building = step
    }
  }

  mutating func removeRun(first: Int64) { runs.removeAll { $0.first == first } }
}

extension EventIndex.Building {
  /// Writes up to `count` further entries inside the open transaction; the caller keeps the result if it commits.
  func writing(_ count: Int, on connection: SQLiteConnection) throws -> EventIndex.Building {
    var next = self
    next.written = min(entries.count, written + count)
    for entry in entries[written..<next.written] {
      try connection.run(
        "INSERT OR REPLACE INTO event_index (run, id, ordinal) VALUES (?, ?, ?)",
        [.integer(run.first), .blob(entry.id.bytes), .integer(entry.ordinal)])
    }
    if next.written == entries.count {
      try connection.run(
        "INSERT INTO event_run (first, last) VALUES (?, ?)", [.integer(run.first), .integer(run.last)])
    }
    return next
  }
}
