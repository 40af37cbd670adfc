import AmazonLocation
import CFaultyVFS
import Foundation
import MusterStorage
import MusterValues
import TestSupport
import Testing

@testable import MusterIngest

/// The engine over SQLite on a disk that loses power: what was acknowledged is there afterwards, and everything is as the
/// model says of the acknowledged commands, with or without the one that was under way.
@Suite struct PowerCutTests {
  @Test(arguments: 1...30 as ClosedRange<UInt64>) func whatWasAcknowledgedSurvives(seed: UInt64) throws {
    do { try live(seed, .full) } catch { Issue.record("seed \(seed): \(error)") }
  }

  /// The same runs find it when commits don't wait for the disk.
  @Test func whatIsNotSyncedIsMissed() {
    let failures = (1...8).count { (seed: UInt64) in (try? live(seed, .off)) == nil }
    #expect(failures > 0)
  }

  private func live(_ seed: UInt64, _ synchronous: SQLiteStoreConfiguration.Synchronous) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("muster-power-cut-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = SQLiteStoreConfiguration()
    options.synchronous = synchronous
    try PowerCutRun(seed: seed, folder: folder.path, options: options).live()
  }
}

private final class PowerCutRun {
  private let folder: String
  private var options: SQLiteStoreConfiguration
  private let world: PropertyWorld
  private let reader: PropertyEventReader
  private let comparison: ModelComparison
  private let clock = FakeClock()
  private var script: PropertyScript
  private var random: SeededRandom
  private var model: ModelWorld
  private let configuration: IngestConfiguration

  init(seed: UInt64, folder: String, options: SQLiteStoreConfiguration) {
    self.folder = folder
    self.options = options
    world = PropertyWorld(crossesAntimeridian: seed % 3 == 0, isDecimal: seed % 2 == 0)
    var configuration = IngestConfiguration()
    configuration.compactionThreshold = 2000
    self.configuration = configuration
    reader = PropertyEventReader(world: world)
    comparison = ModelComparison(world: world, retention: configuration.retention)
    script = PropertyScript(seed: seed, world: world, kind: .settled, retention: configuration.retention)
    random = SeededRandom(seed: seed ^ 0xC07)
    model = ModelWorld(plane: world.plane, rules: ModelWorld.Rules())
  }

  func live() throws {
    let disk = try #require(muster_faulty_vfs_create())
    defer { muster_faulty_vfs_destroy(disk) }
    options.vfs = String(cString: muster_faulty_vfs_name(disk))
    options.checkpointBytes = 200_000
    var store = try SQLiteStore(directory: folder, configuration: options)
    var engine = try Engine(store: store, clock: clock, configuration: configuration)
    for command in script.opening() { _ = try send(command, to: engine, disk) }
    muster_faulty_vfs_power_cut_after(disk, Int64.random(in: 1...600, using: &random), random.next())
    let interrupted = try play(steps: 120, on: engine, disk)
    if muster_faulty_vfs_is_cut(disk) == 0 { muster_faulty_vfs_power_cut(disk, random.next()) }
    engine.stop()
    store.close()

    store = try SQLiteStore(directory: folder)
    defer { store.close() }
    engine = try Engine(store: store, clock: clock, configuration: configuration)
    defer { engine.stop() }
    try engine.settle()
    try choose(interrupted, engine)
    // The client sends again what it got no answer for, and life goes on.
    if let interrupted { _ = try send(interrupted, to: engine, nil) }
    _ = try play(steps: 30, on: engine, nil)
    try compare(model, engine)
  }

  /// Goes on until the power is cut; then gives the command that got no answer.
  private func play(steps: Int, on engine: Engine, _ disk: OpaquePointer?) throws -> ModelCommand? {
    for _ in 0..<steps {
      switch script.next(now: clock.now().milliseconds) {
      case .wait(let milliseconds): clock.advance(milliseconds: milliseconds)
      // No purge: it would take events that are compared at the end.
      case .compact, .restart, .purge: engine.pipeline.compact()
      case .commands(let commands):
        for command in commands {
          guard try send(command, to: engine, disk) else { return command }
        }
      }
    }
    return nil
  }

  /// False when the commit failed, since there is no power.
  private func send(_ command: ModelCommand, to engine: Engine, _ disk: OpaquePointer?) throws -> Bool {
    let answer = engine.sendTogether([try world.command(command)])[0]
    func isCut() -> Bool { disk.map { muster_faulty_vfs_is_cut($0) != 0 } ?? false }
    if case .failure(let error) = answer, error.code == ServiceError.notCommitted.code {
      guard isCut() else { throw error }
      return false
    }
    let expected = model.perform(command, clock: clock.now().milliseconds)
    guard answer.modelAnswer == expected else {
      throw PropertyFailure(description: "\(command) answered \(answer), not \(expected)")
    }
    while engine.pipeline.cell.read({ !$0.jobs.isEmpty }), !isCut() {
      _ = engine.sendTogether([.untag(.tracker("none"), [])])
    }
    return true
  }

  /// The command under way is there whole or not at all; from now on the model agrees.
  private func choose(_ interrupted: ModelCommand?, _ engine: Engine) throws {
    guard let interrupted else { return try compare(model, engine) }
    do {
      try compare(model, engine)
    } catch let failure as PropertyFailure {
      var other = model
      _ = other.perform(interrupted, clock: clock.now().milliseconds)
      do {
        try compare(other, engine)
      } catch {
        throw PropertyFailure(description: "without \(interrupted): \(failure)\nwith it: \(error)")
      }
      model = other
    }
  }

  private func compare(_ model: ModelWorld, _ engine: Engine) throws {
    var found: [ModelLane: [ModelEvent]] = [:]
    for event in try engine.pipeline.events(after: 0, limit: .max) {
      let (lane, event) = try reader.read(event)
      found[lane, default: []].append(event)
    }
    try comparison.events(found, model.events)
    try comparison.catalog(engine, model)
    try comparison.positions(engine, model, page: 7)
    try comparison.lists(engine, model, page: 2)
    try compareAccepted(model, engine)
  }

  /// Samples that no history shows are known all the same.
  private func compareAccepted(_ model: ModelWorld, _ engine: Engine) throws {
    let state = engine.pipeline.cell.read { $0 }
    for lane in model.lanes {
      let number: Int32? =
        switch lane.source {
        case .tracker(let name): state.trackerNumbers[name]
        case .collection(let name): state.collectionNumbers[name]
        }
      guard let device = model.device(lane), !device.accepted.isEmpty else { continue }
      guard let number, let record = state.device(lane.device, of: number) else {
        throw PropertyFailure(description: "\(lane) is not known")
      }
      for identity in device.accepted where model.now - identity.time <= configuration.retention {
        let time = Timestamp(milliseconds: identity.time)
        let place = world.coordinate(identity.point)
        guard
          state.recents[Int(record.number)].contains(sampleTime: time, position: place)
            || CompactedSamples(store: engine.store)
              .contains(SampleIdentity(sampleTime: time, position: place), device: record.number)
            || record.forgotten.contains(SampleIdentity(sampleTime: time, position: place))
        else { throw PropertyFailure(description: "\(lane) lost its sample of \(identity)") }
      }
    }
  }
}
