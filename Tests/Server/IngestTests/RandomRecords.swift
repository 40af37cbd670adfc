import AmazonLocation
import Geodesy
import Geofencing
import MusterValues
import TestSupport

@testable import MusterIngest

/// Makes up records of every kind.
struct RandomRecords {
  var random: SeededRandom

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  mutating func flip() -> Bool { Bool.random(using: &random) }

  mutating func integer() -> Int64 {
    switch below(6) {
    case 0: .max
    case 1: .min
    case 2: Int64.random(in: .min ... .max, using: &random)
    default: Int64.random(in: -300...300, using: &random)
    }
  }

  mutating func text() -> String {
    let letters = ["", "a", "\u{212B}", "\u{C5}", "\"", "\u{0}", "\u{1F6A8}", "\n"]
    return (0..<below(8)).map { _ in letters[below(letters.count)] }.joined()
  }

  mutating func double() -> Double {
    switch below(6) {
    case 0: -0.0
    case 1: Double(bitPattern: UInt64.random(in: 0..<0x7FF0_0000_0000_0000, using: &random))
    case 2: Double.random(in: -180...180, using: &random)
    default: Double(Int.random(in: -1_800_000_000...1_800_000_000, using: &random)) / 1e7
    }
  }

  mutating func properties() -> PropertyMap {
    PropertyMap((0..<(flip() ? 0 : below(4))).map { _ in (Identifier(text()), text()) })
  }

  mutating func time() -> Timestamp { Timestamp(milliseconds: Int64.random(in: 0...2_000_000_000_000, using: &random)) }

  mutating func sample() -> Sample {
    let received = time()
    return Sample(
      sampleTime: received.advanced(byMilliseconds: Int64.random(in: -3_000_000_000...300_000, using: &random)),
      received: received, position: Coordinate(longitude: double(), latitude: double()),
      accuracy: flip() ? double() : nil, properties: properties())
  }

  mutating func numbers() -> [Int32] {
    (0..<below(6)).map { _ in Int32.random(in: 0 ... .max, using: &random) }
  }

  mutating func change() -> MembershipChange {
    flip() ? MembershipChange() : MembershipChange(left: numbers(), entered: numbers())
  }

  mutating func effects() -> DecisionEffects {
    flip()
      ? DecisionEffects()
      : DecisionEffects(
        ordinals: integer(), memories: flip() ? [] : memories(), confidence: flip() ? nil : confidence())
  }

  mutating func confidence() -> DeviceConfidence {
    if flip() { return .none }
    var device = ConfidentDevice()
    func mark(_ records: inout RandomRecords) -> DeviceTrace.Mark? {
      records.flip()
        ? nil
        : DeviceTrace.Mark(time: records.time(), position: records.sample().position, cep68: records.double())
    }
    device.trace.lastHeard = flip() ? nil : time()
    device.trace.trusted = mark(&self)
    device.trace.suspect = mark(&self)
    device.trace.interval = integer()
    if flip() { device.trace.course = DeviceTrace.Course(azimuth: double(), speed: double()) }
    if flip() {
      device.trace.motion = MotionEstimate(
        offsetEast: double(), offsetNorth: double(), velocityEast: double(), velocityNorth: double(),
        positionVariance: double(), covariance: double(), velocityVariance: double())
    }
    for fence in numbers() {
      device.memberships[fence] = ConfidentMembership(
        isInside: flip(), isUncertain: flip(), insideSince: flip() ? nil : time(), outsideSince: flip() ? nil : time(),
        holdsUntil: flip() ? nil : time())
    }
    return .of(device)
  }

  mutating func memories() -> [FenceMemory] {
    Set(numbers()).sorted().map { fence in
      var memory = FenceMemory(fence: fence)
      if flip() { memory.entered = time() }
      memory.hasDwelt = flip()
      memory.hasApproached = flip()
      return memory
    }
  }

  mutating func entry() -> JournalEntry {
    let number = Int32.random(in: 0 ... .max, using: &random)
    switch below(6) {
    case 0: return .device(number: number, source: number / 2, id: Identifier(text()))
    case 1: return .heartbeat(device: number)
    case 2: return .reevaluation(device: number, change(), effects())
    case 3:
      return .catalog(
        kind: UInt8(below(8)), key: integer(), body: flip() ? nil : (0..<below(9)).map { _ in UInt8(below(256)) })
    case 4: return .historyDeleted(device: number, kept: identities())
    default:
      return .sample(
        SampleEntry(
          device: number, sample: sample(),
          decision: SampleDecision(
            order: [.newer, .late, .conflicting][below(3)], isStored: flip(), isEvaluated: flip(),
            endsStateLife: flip(), change: change()), effects: effects()))
    }
  }

  mutating func identities() -> [SampleIdentity] {
    (0..<below(4)).map { _ in sample().identity }
  }

  mutating func device() -> DeviceRecord {
    var record = DeviceRecord(number: Int32(below(100)), source: Int32(below(100)), id: Identifier(text()))
    record.state.lastHeard = Timestamp(milliseconds: integer())
    record.state.greatestSampleTime = Timestamp(milliseconds: integer())
    if flip() {
      let evaluated = sample()
      record.state.evaluated = evaluated.observation
      record.evaluatedProperties = evaluated.properties
    }
    if flip() { record.state.reference = sample().observation.filterReference }
    if flip() { record.latest = sample() }
    record.state.inside = numbers().sorted()
    record.nextOrdinal = integer()
    record.forgotten = identities()
    record.state.memories.take(memories())
    record.confidence = confidence()
    return record
  }

  mutating func tracker() -> TrackerRecord {
    var settings = TrackerSettings(name: Identifier(text()))
    settings.description = text()
    settings.positionFiltering = PositionFiltering.allCases[below(3)]
    settings.isEventBridgeEnabled = flip()
    settings.kmsKeyID = flip() ? text() : nil
    settings.isKmsKeyGeospatialQueriesEnabled = flip()
    settings.tags = properties()
    var record = TrackerRecord(number: Int32(below(100)), settings: settings, created: time(), updated: time())
    record.links = numbers()
    return record
  }

  mutating func compacted() -> [CompactedSample] {
    var place = Int64(below(1000)) << 24
    return (0..<below(40)).map { _ in
      place += Int64.random(in: -1_000_000...100_000_000, using: &random)
      return CompactedSample(sample: sample(), place: place, isStored: flip())
    }
    .sorted { ($0.sample.sampleTime, $0.place) < ($1.sample.sampleTime, $1.place) }
  }

  /// The bytes with some of them changed, cut off, repeated or added.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var damaged = bytes
    for _ in 0...below(3) {
      switch below(5) {
      case 0 where !damaged.isEmpty: damaged.removeLast(1 + below(damaged.count))
      case 1: damaged.insert(UInt8(below(256)), at: below(damaged.count + 1))
      case 2 where !damaged.isEmpty: damaged.remove(at: below(damaged.count))
      case 3: damaged.insert(contentsOf: [UInt8](repeating: 0xFF, count: 1 + below(11)), at: below(damaged.count + 1))
      default: if !damaged.isEmpty { damaged[below(damaged.count)] = UInt8(below(256)) }
      }
    }
    return damaged
  }
}
