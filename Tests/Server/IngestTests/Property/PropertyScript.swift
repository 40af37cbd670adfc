import MusterValues
import TestSupport

/// One thing that happens in a run.
enum PropertyStep: Sendable {
  /// Commands that wait together, so that they share a commit.
  case commands([ModelCommand])
  /// The clock moves, forwards or backwards.
  case wait(Int64)
  case compact
  case purge
  case restart
}

/// Makes up what happens, from a seed.
struct PropertyScript {
  enum Kind: Sendable {
    /// At most one change of fences or links at a time, at the end of its group; anything else may happen.
    case settled
    /// Changes overlap with each other and with samples.
    case overlapping
  }

  private static let trackers: [Identifier] = ["T1", "T2", "T\u{C5}", "T\u{212B}"]
  private static let collections: [Identifier] = ["C1", "C2", "C3"]
  /// Three of them look alike.
  private static let devices: [Identifier] = ["d1", "d2", "\u{C5}", "\u{212B}", "A\u{30A}", "d6"]
  private static let fences: [Identifier] = ["A", "B", "a", "\u{E9}", "e\u{301}"]
  private static let accuracies: [Double?] = [nil, 0, 5, 20, 60]

  let world: PropertyWorld
  let kind: Kind
  let retention: Int64
  /// Whether collections ask for more than ENTER and EXIT. Fences are rectangles then.
  let hasRules: Bool
  var random: SeededRandom
  var earlier: [ModelCommand] = []
  /// Reports made so far, for repetition in part.
  var reports: [ModelReport] = []

  init(seed: UInt64, world: PropertyWorld, kind: Kind, retention: Int64, hasRules: Bool = false) {
    self.world = world
    self.kind = kind
    self.retention = retention
    self.hasRules = hasRules
    random = SeededRandom(seed: seed)
  }

  /// What a run begins with: without fences and links little happens.
  mutating func opening() -> [ModelCommand] {
    var commands: [ModelCommand] = []
    for tracker in Self.trackers.prefix(3) { commands.append(createTracker(tracker)) }
    for collection in Self.collections {
      commands.append(.createCollection(collection))
      commands.append(.putFences(collection: collection, puts()))
      if hasRules { commands.append(.setRules(collection: collection, rules())) }
      for tracker in Self.trackers.prefix(3) where chance(60) {
        commands.append(.link(tracker: tracker, collection: collection))
      }
    }
    return commands
  }

  mutating func next(now: Int64) -> PropertyStep {
    switch below(100) {
    case 0..<25: return .wait(wait())
    case 25..<31: return .restart
    case 31..<37: return .compact
    case 37..<39: return .purge
    default: return .commands(group(now: now))
    }
  }

  // MARK: Commands

  private mutating func group(now: Int64) -> [ModelCommand] {
    var commands: [ModelCommand] = []
    for _ in 0..<(1 + below(3)) {
      if kind == .overlapping, chance(30) {
        commands.append(change())
      } else if chance(12), let again = earlier.randomElement(using: &random) {
        commands.append(again)
      } else if chance(4) {
        commands.append(.deleteHistory(tracker: pick(Self.trackers), [pick(Self.devices), pick(Self.devices)]))
      } else {
        commands.append(batch(now: now))
      }
    }
    earlier += commands.filter(\.isBatch)
    earlier = earlier.suffix(12)
    if chance(25) { commands.append(change()) }
    return commands
  }

  private mutating func batch(now: Int64) -> ModelCommand {
    let busy = Array(Self.devices.shuffled(using: &random).prefix(1 + below(3)))
    var batch = (0..<(1 + below(8))).map { _ in report(of: pick(busy), now: now) }
    if chance(30) { batch += batch.prefix(2) }
    if chance(20) { batch += reports.suffix(20).filter { _ in chance(20) } }
    if chance(30) { batch.shuffle(using: &random) }
    reports = (reports + batch).suffix(60)
    return chance(75)
      ? .update(tracker: pick(Self.trackers), batch) : .evaluate(collection: pick(Self.collections), batch)
  }

  private mutating func report(of device: Identifier, now: Int64) -> ModelReport {
    let time: Int64
    switch below(40) {
    case 0: time = now + 300_000 + Int64(below(3))
    case 1, 2: time = now + Int64(below(300_000))
    case 3: time = now - retention - Int64(below(3)) + 1
    case 4: time = now - Int64(below(Int(retention)))
    case 5..<12: time = now - Int64(below(120_000))
    case 12..<16: time = now
    default: time = now - Int64(below(1500))
    }
    var report = ModelReport(device: device, time: time, point: point(), accuracy: pick(Self.accuracies))
    // Many stay where they were.
    if hasRules, chance(60), let last = reports.last(where: { $0.device == device }) { report.point = last.point }
    report.isOutOfRange = chance(2)
    // The same time at another place.
    if chance(5), let other = reports.last { report.time = other.time }
    return report
  }

  private mutating func change() -> ModelCommand {
    let tracker = pick(Self.trackers)
    let collection = pick(Self.collections)
    if hasRules, chance(25) { return .setRules(collection: collection, rules()) }
    switch below(22) {
    case 0..<8: return .putFences(collection: collection, puts())
    case 8..<11: return .deleteFences(collection: collection, [pick(Self.fences), pick(Self.fences)])
    case 11..<14: return .link(tracker: tracker, collection: collection)
    case 14..<16: return .unlink(tracker: tracker, collection: collection)
    case 16: return .deleteCollection(collection)
    case 17, 18: return .createCollection(collection)
    case 19: return .deleteTracker(tracker)
    case 20: return createTracker(tracker)
    default: return .changeFilter(tracker, filter())
    }
  }

  private mutating func createTracker(_ name: Identifier) -> ModelCommand {
    .createTracker(name, filter(), publishesUpdates: chance(40))
  }

  private mutating func filter() -> ModelFilter { pick([.time, .time, .distance, .accuracy]) }

  /// One id may come twice in one batch.
  private mutating func puts() -> [(id: Identifier, shape: ModelShape)] {
    (0..<(1 + below(3))).map { _ in (pick(Self.fences), shape()) }
  }

  private mutating func shape() -> ModelShape {
    if !hasRules, chance(25) { return .circle(center: point(), radius: pick(world.radii)) }
    let corner = GridPoint(x: below(PropertyWorld.size - 4), y: below(PropertyWorld.size - 4))
    return .rectangle(
      west: corner.x, south: corner.y, east: corner.x + 1 + below(4), north: corner.y + 1 + below(4))
  }

  private mutating func rules() -> ModelRules {
    var rules = ModelRules()
    if chance(60) { rules.dwell = pick([1000, 30_000, 60_000]) }
    if chance(60) { rules.approach = pick(world.approaches) }
    if chance(60) { rules.passing = pick([1000, 30_000, 60_000]) }
    if chance(50) {
      let start = Int64(below(96)) * 15
      rules.hours = ModelRules.Hours(start: start, end: (start + 15 * Int64(1 + below(95))) % 1440)
    }
    return rules
  }

  private mutating func point() -> GridPoint {
    GridPoint(x: below(PropertyWorld.size), y: below(PropertyWorld.size))
  }

  // MARK: Chance

  private mutating func wait() -> Int64 {
    if kind == .settled {
      switch below(60) {
      case 0: return 31 * 86_400_000
      case 1: return 30 * 86_400_000
      case 2: return 30 * 86_400_000 + 1
      default: break
      }
    }
    if hasRules {
      switch below(10) {
      case 0, 1: return Int64(below(12 * 3_600_000))
      // To the edge of a quarter of an hour, where hours begin and end.
      case 2: return 900_000 - Int64(below(3))
      default: break
      }
    }
    switch below(20) {
    case 0 where kind == .settled: return -Int64(below(20_000))
    case 1..<4: return Int64(below(3))
    case 4..<6: return 30_000 - 1 + Int64(below(3))
    default: return Int64(below(40_000))
    }
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  private mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}
