internal import AmazonLocation
internal import Geodesy
internal import MusterStorage
internal import MusterValues

/// A sample as compaction keeps it: with its identity, whether the history shows it or not.
struct CompactedSample: Sendable, Equatable {
  let sample: Sample
  /// See `RecentSample.place`.
  let place: Int64
  let isStored: Bool
}

/// The lossless form of a device's samples of one stretch of the journal: differences, and decimal degrees as integers
/// where they are no more than seven digits.
enum HistoryChunkCodec {
  private static let version: UInt8 = 1
  private static let scale = 1e7

  private enum Flag {
    static let stored: UInt8 = 1
    static let decimal: UInt8 = 2
    static let accuracy: UInt8 = 4
    static let properties: UInt8 = 8
  }

  /// - Parameter samples: ascending by sample time, then place.
  static func encode(_ samples: [CompactedSample]) -> [UInt8] {
    var writer = ByteWriter(reserving: samples.count * 16)
    writer.byte(version)
    writer.unsigned(UInt64(samples.count))
    var previous = (time: Int64(0), delay: Int64(0), place: Int64(0), longitude: Int64(0), latitude: Int64(0))
    for entry in samples {
      let sample = entry.sample
      let scaled = decimal(sample.position)
      var flags: UInt8 = entry.isStored ? Flag.stored : 0
      if scaled != nil { flags |= Flag.decimal }
      if sample.accuracy != nil { flags |= Flag.accuracy }
      if !sample.properties.isEmpty { flags |= Flag.properties }
      writer.byte(flags)
      let delay = sample.received.milliseconds(since: sample.sampleTime)
      writer.signed(sample.sampleTime.milliseconds &- previous.time)
      writer.signed(delay &- previous.delay)
      writer.signed(entry.place &- previous.place)
      if let scaled {
        writer.signed(scaled.longitude - previous.longitude)
        writer.signed(scaled.latitude - previous.latitude)
        previous.longitude = scaled.longitude
        previous.latitude = scaled.latitude
      } else {
        writer.double(sample.position.longitude)
        writer.double(sample.position.latitude)
      }
      if let accuracy = sample.accuracy { writer.double(accuracy) }
      if !sample.properties.isEmpty { writer.properties(sample.properties) }
      previous.time = sample.sampleTime.milliseconds
      previous.delay = delay
      previous.place = entry.place
    }
    return writer.bytes
  }

  static func decode(_ body: [UInt8]) throws(ByteReader.Damage) -> [CompactedSample] {
    var reader = ByteReader(body)
    guard try reader.byte() == version else { throw ByteReader.Damage(offset: 0) }
    var samples: [CompactedSample] = []
    var previous = (time: Int64(0), delay: Int64(0), place: Int64(0), longitude: Int64(0), latitude: Int64(0))
    for _ in 0..<(try reader.count(ofAtLeast: 6)) {
      let flags = try reader.byte()
      previous.time &+= try reader.signed()
      previous.delay &+= try reader.signed()
      previous.place &+= try reader.signed()
      let position: Coordinate
      if flags & Flag.decimal != 0 {
        previous.longitude &+= try reader.signed()
        previous.latitude &+= try reader.signed()
        position = Coordinate(
          longitude: Double(previous.longitude) / scale, latitude: Double(previous.latitude) / scale)
      } else {
        let longitude = try reader.double()
        position = Coordinate(longitude: longitude, latitude: try reader.double())
      }
      let accuracy = flags & Flag.accuracy != 0 ? try reader.double() : nil
      let properties = flags & Flag.properties != 0 ? try reader.properties() : PropertyMap()
      let sampleTime = Timestamp(milliseconds: previous.time)
      let sample = Sample(
        sampleTime: sampleTime, received: sampleTime.advanced(byMilliseconds: previous.delay), position: position,
        accuracy: accuracy, properties: properties)
      samples.append(CompactedSample(sample: sample, place: previous.place, isStored: flags & Flag.stored != 0))
    }
    return samples
  }

  /// Degrees as integers of 1e-7, when that gives the very same doubles back.
  private static func decimal(_ position: Coordinate) -> (longitude: Int64, latitude: Int64)? {
    func integer(_ value: Double) -> Int64? {
      guard let scaled = Int64(exactly: (value * scale).rounded()) else { return nil }
      // Compares bits: -0.0 is not 0.0.
      return (Double(scaled) / scale).bitPattern == value.bitPattern ? scaled : nil
    }
    guard let longitude = integer(position.longitude), let latitude = integer(position.latitude) else { return nil }
    return (longitude, latitude)
  }
}
