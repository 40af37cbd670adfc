/// Reads a batch of positions straight from the text, when the text is regular in every way.
///
/// Regular is `{"Updates":[{"DeviceId":…,"SampleTime":…,"Position":[lon,lat],"Accuracy":{"Horizontal":m}},…]}` with 1
/// to 10 updates, each known member exactly once (`Accuracy` at most once) and no other. For anything else the answer is
/// "unusual", and the caller reads the text with `JSON.parse`, which costs more and can name every fault. Values are
/// not judged here: a latitude may be 1000.
///
/// One parser serves one thread; its buffers are reused.
public struct PositionUpdatesParser: Sendable {
  /// The name of the one member of the request.
  public enum Form: Sendable {
    /// BatchUpdateDevicePosition.
    case updates
    /// BatchEvaluateGeofences.
    case devicePositionUpdates

    var name: StaticString {
      switch self {
      case .updates: "Updates"
      case .devicePositionUpdates: "DevicePositionUpdates"
      }
    }
  }

  public struct Update: Sendable {
    /// Where the device's identifier lies in `text`: UTF-8, escapes resolved.
    public let deviceIdentifier: Range<Int>
    /// Where the sample time lies in `text`, as it was sent.
    public let sampleTime: Range<Int>
    /// Degrees, as they were sent.
    public let longitude: Double
    public let latitude: Double
    /// Metres, or nil when the update has no accuracy.
    public let horizontalAccuracy: Double?
  }

  /// The service's limit for one request.
  public static let greatestCount = 10

  /// The updates of the text read last, in its order; empty when it was unusual.
  public private(set) var updates: [Update] = []
  /// The bytes the updates' ranges point into.
  public private(set) var text: [UInt8] = []

  public init() {
    updates.reserveCapacity(Self.greatestCount)
    text.reserveCapacity(1024)
  }

  /// Reads one request body; false means unusual.
  public mutating func parse(_ bytes: UnsafeRawBufferPointer, form: Form) -> Bool {
    updates.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    guard let tape = JSONTape(parsing: bytes), read(tape, form) else {
      updates.removeAll(keepingCapacity: true)
      text.removeAll(keepingCapacity: true)
      return false
    }
    return true
  }

  /// Reads one request body; false means unusual.
  public mutating func parse(_ bytes: [UInt8], form: Form) -> Bool {
    bytes.withUnsafeBytes { parse($0, form: form) }
  }

  private mutating func read(_ tape: JSONTape, _ form: Form) -> Bool {
    var at = JSONTape.first
    guard tape.kind(at) == JSONTape.Kind.objectStart, tape.kind(at + 1) == JSONTape.Kind.string,
      tape.string(at + 1).equals(form.name), tape.kind(at + 2) == JSONTape.Kind.arrayStart
    else { return false }
    at += 3
    while tape.kind(at) != JSONTape.Kind.arrayEnd {
      guard updates.count < Self.greatestCount, readUpdate(tape, &at) else { return false }
    }
    return !updates.isEmpty && tape.kind(at + 1) == JSONTape.Kind.objectEnd
  }

  private mutating func readUpdate(_ tape: JSONTape, _ at: inout Int) -> Bool {
    guard tape.kind(at) == JSONTape.Kind.objectStart else { return false }
    at += 1
    var identifier: Range<Int>?
    var time: Range<Int>?
    var position: (longitude: Double, latitude: Double)?
    var accuracy: Double?
    while tape.kind(at) != JSONTape.Kind.objectEnd {
      let name = tape.string(at)
      at += 1
      if name.equals("DeviceId") {
        guard identifier == nil, let range = readText(tape, &at) else { return false }
        identifier = range
      } else if name.equals("SampleTime") {
        guard time == nil, let range = readText(tape, &at) else { return false }
        time = range
      } else if name.equals("Position") {
        guard position == nil, let pair = Self.readPosition(tape, &at) else { return false }
        position = pair
      } else if name.equals("Accuracy") {
        guard accuracy == nil, let metres = Self.readAccuracy(tape, &at) else { return false }
        accuracy = metres
      } else {
        return false
      }
    }
    at += 1
    guard let identifier, let time, let position else { return false }
    updates.append(
      Update(
        deviceIdentifier: identifier, sampleTime: time, longitude: position.longitude, latitude: position.latitude,
        horizontalAccuracy: accuracy))
    return true
  }

  private mutating func readText(_ tape: JSONTape, _ at: inout Int) -> Range<Int>? {
    guard tape.kind(at) == JSONTape.Kind.string else { return nil }
    let start = text.count
    text.append(contentsOf: tape.string(at))
    at += 1
    return start..<text.count
  }

  private static func readPosition(_ tape: JSONTape, _ at: inout Int) -> (longitude: Double, latitude: Double)? {
    guard tape.kind(at) == JSONTape.Kind.arrayStart else { return nil }
    at += 1
    guard let longitude = readNumber(tape, &at), let latitude = readNumber(tape, &at),
      tape.kind(at) == JSONTape.Kind.arrayEnd
    else { return nil }
    at += 1
    return (longitude, latitude)
  }

  private static func readAccuracy(_ tape: JSONTape, _ at: inout Int) -> Double? {
    guard tape.kind(at) == JSONTape.Kind.objectStart, tape.kind(at + 1) == JSONTape.Kind.string,
      tape.string(at + 1).equals("Horizontal")
    else { return nil }
    at += 2
    guard let metres = readNumber(tape, &at), tape.kind(at) == JSONTape.Kind.objectEnd else { return nil }
    at += 1
    return metres
  }

  private static func readNumber(_ tape: JSONTape, _ at: inout Int) -> Double? {
    let value: Double
    switch tape.kind(at) {
    case JSONTape.Kind.double: value = tape.double(at)
    case JSONTape.Kind.signed: value = Double(tape.signed(at))
    case JSONTape.Kind.unsigned: value = Double(tape.unsigned(at))
    default: return nil
    }
    at += 2
    return value
  }
}

extension UnsafeBufferPointer<UInt8> {
  @inline(__always) fileprivate func equals(_ name: StaticString) -> Bool {
    guard count == name.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index] != name.utf8Start[index] { return false }
    return true
  }
}
