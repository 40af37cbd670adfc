internal import AmazonLocation
internal import Geofencing
internal import MusterStorage
internal import MusterValues

/// One accepted sample and what was decided about it.
struct SampleEntry: Sendable, Equatable {
  let device: Int32
  let sample: Sample
  let decision: SampleDecision
  let effects: DecisionEffects
}

/// One thing that a journal record holds. A record is a version byte, then entries up to its end.
enum JournalEntry: Sendable {
  /// The first sight of a device: gives it its number.
  case device(number: Int32, source: Int32, id: Identifier)
  case sample(SampleEntry)
  /// The newest sample came again.
  case heartbeat(device: Int32)
  /// A fence or link changed, and the device's last evaluated sample was evaluated again.
  case reevaluation(device: Int32, MembershipChange, DecisionEffects)
  /// A row of the catalog was put (or deleted, when nil); the row's own table holds the same bytes.
  case catalog(kind: UInt8, key: Int64, body: [UInt8]?)
  /// The history went; `kept` are the samples ahead of the clock, which may still come again and pass for newer ones.
  case historyDeleted(device: Int32, kept: [SampleIdentity])

  /// Version 1 knew no memories.
  static let version: UInt8 = 2

  private enum Tag {
    static let device: UInt8 = 1
    static let sample: UInt8 = 2
    static let heartbeat: UInt8 = 3
    static let reevaluation: UInt8 = 4
    static let catalog: UInt8 = 5
    static let historyDeleted: UInt8 = 6
    /// With flags, and what the rules of fences remember or what is believed.
    static let reevaluationWithMore: UInt8 = 7
  }

  fileprivate enum Flag {
    static let stored: UInt8 = 1
    static let evaluated: UInt8 = 2
    static let endsStateLife: UInt8 = 4
    static let transitions: UInt8 = 8
    /// Two bits: newer, late, conflicting.
    static let orderShift: UInt8 = 4
    static let orderMask: UInt8 = 3
    static let memories: UInt8 = 64
    static let confidence: UInt8 = 128
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .device(let number, let source, let id):
      writer.byte(Tag.device)
      writer.unsigned(UInt64(number))
      writer.unsigned(UInt64(source))
      writer.text(id)
    case .sample(let entry):
      writer.byte(Tag.sample)
      writer.unsigned(UInt64(entry.device))
      let decision = entry.decision
      let hasTransitions = !decision.change.isEmpty || entry.effects.ordinals != 0
      var flags: UInt8 = decision.isStored ? Flag.stored : 0
      if decision.isEvaluated { flags |= Flag.evaluated }
      if decision.endsStateLife { flags |= Flag.endsStateLife }
      if hasTransitions { flags |= Flag.transitions }
      flags |= entry.effects.flags
      flags |= decision.order.code << Flag.orderShift
      writer.byte(flags)
      writer.sample(entry.sample)
      if hasTransitions { writer.transitions(decision.change, entry.effects) }
      writer.more(entry.effects)
    case .heartbeat(let device):
      writer.byte(Tag.heartbeat)
      writer.unsigned(UInt64(device))
    case .reevaluation(let device, let change, let effects):
      writer.byte(effects.flags == 0 ? Tag.reevaluation : Tag.reevaluationWithMore)
      writer.unsigned(UInt64(device))
      if effects.flags != 0 { writer.byte(effects.flags) }
      writer.transitions(change, effects)
      writer.more(effects)
    case .catalog(let kind, let key, let body):
      writer.byte(Tag.catalog)
      writer.byte(kind)
      writer.signed(key)
      writer.optional(body) { $0.blob($1) }
    case .historyDeleted(let device, let kept):
      writer.byte(Tag.historyDeleted)
      writer.unsigned(UInt64(device))
      writer.identities(kept)
    }
  }

  static func read(from reader: inout ByteReader, arrived: Timestamp) throws(ByteReader.Damage) -> JournalEntry {
    let tag = try reader.byte()
    switch tag {
    case Tag.device:
      let number = try reader.number32()
      let source = try reader.number32()
      return .device(number: number, source: source, id: try reader.identifier())
    case Tag.sample:
      let device = try reader.number32()
      let flags = try reader.byte()
      guard let order = SampleOrder(code: flags >> Flag.orderShift & Flag.orderMask) else {
        throw ByteReader.Damage(offset: reader.offset)
      }
      let sample = try reader.sample(received: arrived)
      var (change, effects) =
        flags & Flag.transitions != 0 ? try reader.transitions() : (MembershipChange(), DecisionEffects())
      try reader.more(flags, &effects)
      let decision = SampleDecision(
        order: order, isStored: flags & Flag.stored != 0, isEvaluated: flags & Flag.evaluated != 0,
        endsStateLife: flags & Flag.endsStateLife != 0, change: change)
      return .sample(SampleEntry(device: device, sample: sample, decision: decision, effects: effects))
    case Tag.heartbeat: return .heartbeat(device: try reader.number32())
    case Tag.reevaluation, Tag.reevaluationWithMore:
      let device = try reader.number32()
      let flags = tag == Tag.reevaluation ? 0 : try reader.byte()
      var (change, effects) = try reader.transitions()
      try reader.more(flags, &effects)
      return .reevaluation(device: device, change, effects)
    case Tag.catalog:
      let kind = try reader.byte()
      let key = try reader.signed()
      return .catalog(
        kind: kind, key: key, body: try reader.optional { reader throws(ByteReader.Damage) in try reader.blob() })
    case Tag.historyDeleted:
      let device = try reader.number32()
      return .historyDeleted(device: device, kept: try reader.identities())
    default: throw ByteReader.Damage(offset: reader.offset - 1)
    }
  }

  /// The sample of a sample's entry, without what was decided about it: a long list of transitions need not be there.
  static func readSample(from reader: inout ByteReader, arrived: Timestamp) throws(ByteReader.Damage) -> Sample {
    guard try reader.byte() == Tag.sample else { throw ByteReader.Damage(offset: reader.offset) }
    _ = try reader.number32()
    _ = try reader.byte()
    return try reader.sample(received: arrived)
  }

  /// Visits a record's entries with the place of each in the body.
  static func forEach(
    in record: JournalRecord, _ visit: (JournalEntry, _ offset: Int, _ length: Int) throws -> Void
  ) throws {
    var reader = ByteReader(record.body)
    guard (1...version).contains(try reader.byte()) else { throw ByteReader.Damage(offset: 0) }
    while !reader.isAtEnd {
      let start = reader.offset
      let entry = try read(from: &reader, arrived: record.arrived)
      try visit(entry, start, reader.offset - start)
    }
  }
}

extension SampleOrder {
  /// The number in the journal; a heartbeat has an entry of its own.
  fileprivate var code: UInt8 {
    switch self {
    case .newer: 0
    case .late: 1
    case .conflicting: 2
    case .heartbeat: 3
    }
  }

  fileprivate init?(code: UInt8) {
    switch code {
    case 0: self = .newer
    case 1: self = .late
    case 2: self = .conflicting
    default: return nil
    }
  }
}

extension DecisionEffects {
  fileprivate var flags: UInt8 {
    (memories.isEmpty ? 0 : JournalEntry.Flag.memories) | (confidence == nil ? 0 : JournalEntry.Flag.confidence)
  }
}

extension ByteWriter {
  fileprivate mutating func more(_ effects: DecisionEffects) {
    if !effects.memories.isEmpty { memories(effects.memories) }
    if let confidence = effects.confidence { self.confidence(confidence) }
  }

  fileprivate mutating func transitions(_ change: MembershipChange, _ effects: DecisionEffects) {
    numbers(change.left)
    numbers(change.entered)
    signed(effects.ordinals)
  }

  private mutating func numbers(_ numbers: [Int32]) {
    unsigned(UInt64(numbers.count))
    for number in numbers { unsigned(UInt64(number)) }
  }
}

extension ByteReader {
  fileprivate mutating func more(_ flags: UInt8, _ effects: inout DecisionEffects) throws(Damage) {
    if flags & JournalEntry.Flag.memories != 0 { effects.memories = try memories() }
    if flags & JournalEntry.Flag.confidence != 0 { effects.confidence = try confidence() }
  }

  fileprivate mutating func transitions() throws(Damage) -> (MembershipChange, DecisionEffects) {
    let left = try numbers()
    let change = MembershipChange(left: left, entered: try numbers())
    return (change, DecisionEffects(ordinals: try signed()))
  }

  private mutating func numbers() throws(Damage) -> [Int32] {
    var numbers: [Int32] = []
    for _ in 0..<(try count()) { numbers.append(try number32()) }
    return numbers
  }
}
