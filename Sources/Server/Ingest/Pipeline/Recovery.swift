internal import AmazonLocation
internal import Geofencing
internal import MusterStorage
internal import MusterValues

/// Rebuilds the state from what was committed: the catalog's rows, the devices' checkpoints, then the journal's tail.
///
/// Loads outcomes; decides nothing again.
struct Recovery {
  let store: any Store
  let configuration: IngestConfiguration

  /// The metadata under which a compaction leaves the last arrival, since it may remove the record that tells it.
  static let lastArrivalKey = "last-arrival"

  func state() throws -> (state: LedgerState, journalBytes: Int) {
    var state = LedgerState()
    state.indexKind = configuration.fenceIndex
    state.ruleReader = configuration.ruleReader
    var journalBytes = 0
    let bounds = store.bounds
    state.lastSequence = bounds.lastJournalSequence
    state.lastEventOrdinal = bounds.lastEventOrdinal
    if let bytes = try store.metadata(Self.lastArrivalKey) {
      var reader = ByteReader(bytes)
      guard let arrival = try? reader.time() else {
        throw StorageError(.corrupt, "metadata \(Self.lastArrivalKey) can't be read")
      }
      state.lastArrival = arrival
    }
    // Rows come by kind: sources before fences, tombstones and jobs.
    for row in try store.catalog() {
      do {
        state.apply(try CatalogChange(loading: row))
      } catch {
        throw StorageError(.corrupt, "catalog row \(row.kind)/\(row.key) can't be read: \(error)")
      }
    }
    var checkpoints: [Int32: Int64] = [:]
    try store.devices { row in
      guard let body = row.body, let number = Int32(exactly: row.device) else { return true }
      do {
        state.add(try DeviceRecord(number: number, checkpoint: body))
      } catch {
        throw StorageError(.corrupt, "the checkpoint of device \(row.device) can't be read")
      }
      checkpoints[number] = row.sequence
      return true
    }
    try store.journal(after: 0) { record in
      try replay(record, into: &state, checkpoints: checkpoints)
      journalBytes += record.body.count
      return true
    }
    state.becomeLive()
    return (state, journalBytes)
  }

  private func replay(_ record: JournalRecord, into state: inout LedgerState, checkpoints: [Int32: Int64]) throws {
    state.lastArrival = max(state.lastArrival, record.arrived)
    func isCurrent(_ device: Int32) -> Bool { (checkpoints[device] ?? -1) >= record.sequence }
    func change(_ number: Int32, _ body: (inout DeviceRecord) -> Void) {
      guard Int(number) < state.devices.count, !isCurrent(number), state.devices[Int(number)] != nil else { return }
      state.devices[Int(number)].mutate(body)
    }
    do {
      try JournalEntry.forEach(in: record) { entry, offset, length in
        switch entry {
        case .device(let number, let source, let id):
          if checkpoints[number] == nil { state.add(DeviceRecord(number: number, source: source, id: id)) }
        case .sample(let entry):
          change(entry.device) { $0.apply(entry) }
          guard Int(entry.device) < state.recents.count, state.devices[Int(entry.device)] != nil else { return }
          state.recents[Int(entry.device)].insert(
            RecentSample(
              sampleTime: entry.sample.sampleTime, position: entry.sample.position, sequence: record.sequence,
              offset: UInt32(clamping: offset), length: UInt16(clamping: length), isStored: entry.decision.isStored))
        case .heartbeat(let device): change(device) { $0.state.hear(at: record.arrived) }
        case .reevaluation(let device, let moves, let effects): change(device) { $0.apply(moves, effects) }
        case .historyDeleted(let device, let kept):
          change(device) { $0.forgetHistory(keeping: kept) }
          if Int(device) < state.recents.count { state.recents[Int(device)].removeAll() }
        case .catalog: break
        }
      }
    } catch let damage as ByteReader.Damage {
      throw StorageError(.corrupt, "journal record \(record.sequence) can't be read at byte \(damage.offset)")
    }
  }
}

extension Optional {
  /// Changes the wrapped value in place; does nothing when there is none.
  fileprivate mutating func mutate(_ body: (inout Wrapped) -> Void) {
    if self != nil { body(&self!) }
  }
}
