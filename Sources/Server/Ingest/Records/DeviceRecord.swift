internal import AmazonLocation
internal import Geodesy
internal import Geofencing
internal import MusterValues

/// What the server knows of one device of one source.
///
/// Changed by `apply` only, on the live path and in recovery alike, so that both come to the same state.
struct DeviceRecord: Sendable, Equatable {
  let number: Int32
  /// The tracker's or collection's number.
  let source: Int32
  let id: Identifier
  /// Arrival of the last accepted sample of the present state's life.
  var lastHeard = Timestamp.distantPast
  /// The greatest sample time accepted, evaluated or not: a later one can't be a repetition.
  var greatestSampleTime = Timestamp.distantPast
  /// The last evaluated sample.
  var evaluated: Sample?
  /// The last sample that the tracker's filter stored: what the next one is compared with.
  var reference: Sample?
  /// The stored sample that is last in the device's order: by effective time, then sample time. A sample ahead of the
  /// clock thus gives way to the next one that arrives, not only when real time has passed it.
  var latest: Sample?
  /// Numbers of the fences the device is inside of, ascending.
  var inside: [Int32] = []
  /// Samples of a deleted history that were ahead of the clock: should they come again, they are no news.
  var forgotten: [SampleIdentity] = []
  /// Counts this device's events; never reset, so that an event's id is never used again.
  var nextOrdinal: Int64 = 0

  init(number: Int32, source: Int32, id: Identifier) {
    self.number = number
    self.source = source
    self.id = id
  }

  mutating func apply(_ entry: SampleEntry) {
    let sample = entry.sample
    // Of a state that has ended, only a newer sample starts another: what was late can't bring it back.
    if entry.order == .newer { lastHeard = max(lastHeard, sample.received) } else { heard(at: sample.received) }
    greatestSampleTime = max(greatestSampleTime, sample.sampleTime)
    if entry.endsStateLife {
      inside = []
      reference = nil
    }
    if entry.isEvaluated { evaluated = sample }
    if entry.isStored {
      if entry.order == .newer { reference = sample }
      if latest.map({ sample.isLater(than: $0) }) ?? true { latest = sample }
    }
    apply(entry.transitions)
  }

  mutating func apply(_ transitions: Transitions) {
    nextOrdinal += transitions.ordinals
    guard !transitions.left.isEmpty || !transitions.entered.isEmpty else { return }
    inside.removeAll { transitions.left.contains($0) }
    inside.append(contentsOf: transitions.entered)
    inside.sort()
  }

  mutating func heard(at arrival: Timestamp) {
    guard !StateLife.hasEnded(lastSample: lastHeard, at: arrival) else { return }
    lastHeard = max(lastHeard, arrival)
  }

  mutating func forgetHistory(keeping identities: [SampleIdentity]) {
    latest = nil
    reference = nil
    forgotten = identities
  }
}

/// How a decision changed a device's membership.
struct Transitions: Sendable, Equatable {
  /// Fence numbers, ascending.
  var left: [Int32] = []
  var entered: [Int32] = []
  /// How many event ordinals the decision took: one for each event it made.
  var ordinals: Int64 = 0
}

extension DeviceRecord {
  /// The checkpoint form. Its first byte is the form's version.
  var checkpoint: [UInt8] {
    var writer = ByteWriter(reserving: 160)
    writer.byte(1)
    writer.unsigned(UInt64(source))
    writer.text(id)
    writer.time(lastHeard)
    writer.time(greatestSampleTime)
    for sample in [evaluated, reference, latest] {
      writer.optional(sample) { writer, sample in
        writer.time(sample.received)
        writer.sample(sample)
      }
    }
    writer.unsigned(UInt64(inside.count))
    for fence in inside { writer.unsigned(UInt64(fence)) }
    writer.signed(nextOrdinal)
    writer.identities(forgotten)
    return writer.bytes
  }

  init(number: Int32, checkpoint: [UInt8]) throws(ByteReader.Damage) {
    var reader = ByteReader(checkpoint)
    guard try reader.byte() == 1 else { throw ByteReader.Damage(offset: 0) }
    let source = try reader.number32()
    self.init(number: number, source: source, id: try reader.identifier())
    lastHeard = try reader.time()
    greatestSampleTime = try reader.time()
    func sample() throws(ByteReader.Damage) -> Sample? {
      try reader.optional { reader throws(ByteReader.Damage) in
        let received = try reader.time()
        return try reader.sample(received: received)
      }
    }
    evaluated = try sample()
    reference = try sample()
    latest = try sample()
    for _ in 0..<(try reader.count()) { inside.append(try reader.number32()) }
    nextOrdinal = try reader.signed()
    forgotten = try reader.identities()
  }
}
