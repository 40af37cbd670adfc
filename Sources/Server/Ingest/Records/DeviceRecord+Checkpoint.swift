internal import Geodesy
internal import Geofencing
internal import MusterValues

extension DeviceRecord {
  /// The checkpoint form. Its first byte is the form's version.
  ///
  /// Version 1 held the whole sample that the filter compares with, and knew no memories.
  var checkpoint: [UInt8] {
    var writer = ByteWriter(reserving: 160)
    writer.byte(2)
    writer.unsigned(UInt64(source))
    writer.text(id)
    writer.time(state.lastHeard)
    writer.time(state.greatestSampleTime)
    for sample in [evaluated, latest] {
      writer.optional(sample) { writer, sample in
        writer.time(sample.received)
        writer.sample(sample)
      }
    }
    writer.optional(state.reference) { writer, reference in
      writer.time(reference.effectiveTime)
      writer.double(reference.position.longitude)
      writer.double(reference.position.latitude)
      writer.double(reference.accuracy)
    }
    writer.unsigned(UInt64(inside.count))
    for fence in inside { writer.unsigned(UInt64(fence)) }
    writer.signed(nextOrdinal)
    writer.identities(forgotten)
    writer.memories(state.memories.entries)
    writer.confidence(confidence)
    return writer.bytes
  }

  init(number: Int32, checkpoint: [UInt8]) throws(ByteReader.Damage) {
    var reader = ByteReader(checkpoint)
    let version = try reader.byte()
    guard (1...2).contains(version) else { throw ByteReader.Damage(offset: 0) }
    let source = try reader.number32()
    self.init(number: number, source: source, id: try reader.identifier())
    state.lastHeard = try reader.time()
    state.greatestSampleTime = try reader.time()
    if let evaluated = try reader.checkpointSample() {
      state.evaluated = evaluated.observation
      evaluatedProperties = evaluated.properties
    }
    if version == 1 {
      state.reference = try reader.checkpointSample()?.observation.filterReference
      latest = try reader.checkpointSample()
    } else {
      latest = try reader.checkpointSample()
      state.reference = try reader.optional { reader throws(ByteReader.Damage) in
        let time = try reader.time()
        let position = Coordinate(longitude: try reader.double(), latitude: try reader.double())
        return PositionFilter.Reference(effectiveTime: time, position: position, accuracy: try reader.double())
      }
    }
    for _ in 0..<(try reader.count()) { state.inside.append(try reader.number32()) }
    nextOrdinal = try reader.signed()
    forgotten = try reader.identities()
    if version > 1 {
      state.memories.take(try reader.memories())
      confidence = try reader.confidence()
    }
  }
}

extension ByteReader {
  fileprivate mutating func checkpointSample() throws(Damage) -> Sample? {
    try optional { reader throws(Damage) in
      let received = try reader.time()
      return try reader.sample(received: received)
    }
  }
}
