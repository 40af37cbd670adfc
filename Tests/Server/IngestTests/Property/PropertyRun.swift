import AmazonLocation
import Foundation
import MusterRuntime
import MusterStorage
import MusterValues
import TestSupport

@testable import MusterIngest

/// An engine and a model that live through the same script.
final class PropertyRun {
  struct Options {
    var kind = PropertyScript.Kind.settled
    var restarts = true
    /// Whether commits fail; a client that then sends a deletion again is heard twice.
    var faults = true
    /// Whether fences are found by looking at each.
    var isLinear = false
    /// Whether collections ask for more than ENTER and EXIT.
    var hasRules = false
    var steps = 60
  }

  let options: Options
  let world: PropertyWorld
  private let configuration: IngestConfiguration
  private let reader: PropertyEventReader
  private let comparison: ModelComparison
  private var script: PropertyScript
  private var model: ModelWorld
  private let clock = FakeClock()
  private var store = MemoryStore()
  private var engine: Engine
  /// Chooses faults and restarts, so that the script is the same without them.
  private var fate: SeededRandom
  private(set) var events: [StoredEvent] = []
  private(set) var batches = 0
  /// What an observer of the events takes each lane to be inside of.
  private var observed: [ModelLane: Set<FenceName>] = [:]

  init(seed: UInt64, options: Options) throws {
    var random = SeededRandom(seed: seed ^ 0x5EED)
    self.options = options
    let crosses = Int.random(in: 0..<3, using: &random) == 0
    let isDecimal = Bool.random(using: &random)
    // A line through a grid point meets a corner there only where steps are exact.
    world = PropertyWorld(crossesAntimeridian: crosses, isDecimal: isDecimal && !options.hasRules)
    let isAmazon = options.kind == .settled && !options.hasRules && Int.random(in: 0..<8, using: &random) == 0
    let days = Bool.random(using: &random) ? 30 : 90
    var configuration = IngestConfiguration(
      profile: isAmazon ? .amazon : .muster, quotas: Quotas.none, retentionDays: days)
    configuration.reevaluationsPerCommit = Int.random(in: 0..<2, using: &random) == 0 ? 3 : 8192
    configuration.compactionThreshold = Bool.random(using: &random) ? 600 : 8 << 20
    if options.isLinear { configuration.fenceIndex = .linear }
    self.configuration = configuration
    var rules = ModelWorld.Rules()
    rules.retention = configuration.retention
    if isAmazon {
      rules.reportsRemovals = false
      rules.reevaluatesChanges = false
      rules.keepsLateSamples = false
    }
    model = ModelWorld(plane: world.plane, rules: rules)
    reader = PropertyEventReader(world: world)
    comparison = ModelComparison(world: world, retention: configuration.retention)
    script = PropertyScript(
      seed: seed, world: world, kind: options.kind, retention: rules.retention, hasRules: options.hasRules)
    fate = random
    engine = try Engine(store: store, clock: clock, configuration: configuration)
  }

  private var now: Int64 { clock.now().milliseconds }

  func live() throws {
    defer { engine.stop() }
    _ = try engine.send(.createTracker(TrackerSettings(name: "idle")))
    model.noteChange(clock: now)
    for command in script.opening() { try perform([command]) }
    for step in 0..<options.steps {
      do {
        try perform(script.next(now: now))
        if step % 8 == 7 { try compareViews() }
      } catch {
        throw PropertyFailure(description: "step \(step): \(error)")
      }
    }
    try engine.settle()
    try takeEvents()
    if options.kind == .overlapping { try compareMembership() }
    try compareViews()
  }

  private func perform(_ step: PropertyStep) throws {
    switch step {
    case .wait(let milliseconds):
      clock.advance(milliseconds: milliseconds)
      guard options.hasRules else { return }
      try engine.settle()
      model.tick(clock: now)
      try compareEvents()
    case .compact:
      let hasFault = options.faults && Int.random(in: 0..<5, using: &fate) == 0
      let isDurable = hasFault && failNextCommit()
      let commits = store.commitCount
      engine.pipeline.compact()
      if hasFault, store.commitCount == commits { burnFault(isDurable: isDurable) }
    case .purge: engine.pipeline.purge()
    case .restart: if options.restarts { try restart() }
    case .commands(let commands): try perform(commands)
    }
  }

  private func restart() throws {
    engine.stop()
    if Bool.random(using: &fate) { store = store.crashed() }
    engine = try Engine(store: store, clock: clock, configuration: configuration)
  }

  // MARK: Commands

  private func perform(_ commands: [ModelCommand]) throws {
    batches += commands.count { $0.isBatch }
    if options.kind == .overlapping {
      try performOverlapping(commands)
      return
    }
    if options.faults, Int.random(in: 0..<12, using: &fate) == 0 { try performFailing(commands) }
    try compare(engine.sendTogether(try commands.map(world.command)), commands)
    if commands.contains(where: \.changesCatalog) { try engine.settle() }
    try compareEvents()
  }

  /// The commit of the group fails; what was refused stays refused, everything else is said not to be stored.
  private func performFailing(_ commands: [ModelCommand]) throws {
    let isDurable = failNextCommit()
    let commits = store.commitCount
    let answers = engine.sendTogether(try commands.map(world.command))
    if store.commitCount == commits {
      try compare(answers, commands)
      burnFault(isDurable: isDurable)
      return
    }
    if answers.contains(where: { if case .success = $0 { true } else { false } }) {
      throw PropertyFailure(description: "acknowledged a commit that failed: \(commands) \(answers)")
    }
    guard isDurable else { return }
    for command in commands { _ = model.perform(command, clock: now) }
    // Whatever comes next finds what was kept after all, be it another process.
    if options.restarts, Bool.random(using: &fate) { try restart() }
    _ = try? engine.send(.untag(.tracker("none"), []))
    if commands.contains(where: \.changesCatalog) { try engine.settle() }
    try compareEvents()
  }

  /// Tells whether the commit is durable all the same.
  private func failNextCommit() -> Bool {
    let isDurable = Bool.random(using: &fate)
    store.failCommit(number: store.commitCount + 1, isDurable ? .afterCommit : .beforeCommit)
    return isDurable
  }

  /// Uses up a fault that nothing met, with a change that the model does not look at.
  private func burnFault(isDurable: Bool) {
    _ = try? engine.send(.tag(.tracker("idle"), PropertyMap([("k", "v")])))
    _ = try? engine.send(.untag(.tracker("none"), []))
    if isDurable { model.noteChange(clock: now) }
  }

  private func compare(_ answers: [Result<CommandOutcome, ServiceError>], _ commands: [ModelCommand]) throws {
    for (answer, command) in zip(answers, commands) {
      let expected = model.perform(command, clock: now)
      guard answer.modelAnswer == expected else {
        throw PropertyFailure(description: "\(command) answered \(answer), not \(expected)")
      }
    }
  }

  /// Names are used again only when nothing of the old bearer is left to say: events name no incarnation.
  private func performOverlapping(_ commands: [ModelCommand]) throws {
    var rest = commands
    while !rest.isEmpty {
      let creation = rest.firstIndex { command in
        switch command {
        case .createTracker, .createCollection: true
        default: false
        }
      }
      var group = Array(rest.prefix(creation ?? rest.count))
      if group.isEmpty {
        try engine.settle()
        group = [rest[0]]
      }
      rest.removeFirst(group.count)
      try sendUntilStored(group)
    }
    try takeEvents()
  }

  private func sendUntilStored(_ commands: [ModelCommand]) throws {
    if Int.random(in: 0..<10, using: &fate) == 0 {
      store.failCommit(number: store.commitCount + Int.random(in: 1...3, using: &fate), .beforeCommit)
    }
    var waiting = commands
    while !waiting.isEmpty {
      let answers = engine.sendTogether(try waiting.map(world.command))
      var failed: [ModelCommand] = []
      for (answer, command) in zip(answers, waiting) {
        if case .failure(let error) = answer, error.code == ServiceError.notCommitted.code {
          failed.append(command)
        } else {
          try compare([answer], [command])
        }
      }
      waiting = failed
    }
  }

  // MARK: Comparing

  private func takeEvents() throws {
    let new = try engine.pipeline.events(after: events.last?.ordinal ?? 0, limit: .max)
    events += new
    for event in new {
      let (lane, event) = try reader.read(event)
      guard let fence = event.fence else { continue }
      let isFine: Bool
      switch event.kind {
      case .enter: isFine = observed[lane, default: []].insert(fence).inserted
      case .exit: isFine = observed[lane, default: []].remove(fence) != nil
      case .update, .dwell, .approach, .passedThrough: isFine = true
      }
      if !isFine, options.kind == .overlapping {
        throw PropertyFailure(description: "\(event.kind) twice in a row: \(lane) \(event)")
      }
    }
  }

  private func compareEvents() throws {
    let start = events.count
    try takeEvents()
    var found: [ModelLane: [ModelEvent]] = [:]
    for event in events[start...] {
      let (lane, event) = try reader.read(event)
      found[lane, default: []].append(event)
    }
    try comparison.events(found, model.takeEvents())
  }

  private func compareMembership() throws {
    let lanes = Set(observed.keys).union(model.lanes)
    for lane in lanes.sorted() {
      let expected = model.device(lane)?.inside ?? []
      guard observed[lane, default: []] == expected else {
        throw PropertyFailure(
          description: "\(lane) is inside \(expected.sorted()), events say \(observed[lane, default: []].sorted())")
      }
    }
  }

  private func compareViews() throws {
    try comparison.catalog(engine, model, except: ["idle"])
    try comparison.positions(engine, model, page: Int.random(in: 1...20, using: &fate))
    try comparison.lists(engine, model, page: Int.random(in: 1...4, using: &fate))
  }
}

extension Result<CommandOutcome, ServiceError> {
  var modelAnswer: ModelAnswer? {
    switch self {
    case .success(.items(let errors)): .items(errors.map { $0 == nil })
    case .success: .done
    case .failure(let error) where error.code == .resourceNotFound: .notFound
    case .failure(let error) where error.code == .conflict: .conflict
    case .failure: nil
    }
  }
}

extension Engine {
  /// Sends commands that the engine finds waiting all at once.
  func sendTogether(_ commands: [Command]) -> [Result<CommandOutcome, ServiceError>] {
    let gate = DispatchSemaphore(value: 0)
    let answered = DispatchSemaphore(value: 0)
    let answers = Locked<[Int: Result<CommandOutcome, ServiceError>]>([:])
    _ = pipeline.queue.append { _ in gate.wait() }
    for (index, command) in commands.enumerated() {
      pipeline.submit(command) { result in
        answers.withLock { $0[index] = result }
        answered.signal()
      }
    }
    gate.signal()
    for _ in commands { answered.wait() }
    return answers.withLock { answers in
      commands.indices.map { answers[$0] ?? .failure(ServiceError(.internalServer, "no answer")) }
    }
  }
}
