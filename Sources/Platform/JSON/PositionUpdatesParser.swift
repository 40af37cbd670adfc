/// Reads a batch of positions straight from the text, when the text is regular in every way.
///
/// Regular is `{"Updates":[{"DeviceId":…,"SampleTime":…,"Position":[lon,lat],"Accuracy":{"Horizontal":m}},…]}` with 1
/// to 10 updates, each known member exactly once (`Accuracy` at most once) and no other. For anything else the answer is
/// "unusual", and the caller reads the text with `JSON.parse`, which costs more and can name every fault. Values are
/// not judged here: a latitude may be 1000.
///
/// The values point into buffers of simdjson's: nothing is copied.
public enum PositionUpdatesParser {
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

  /// One update; its texts are valid until the call it is handed to returns.
  public struct Update {
    /// UTF-8, escapes resolved.
    public let deviceIdentifier: UnsafeBufferPointer<UInt8>
    /// As it was sent.
    public let sampleTime: UnsafeBufferPointer<UInt8>
    /// Degrees, as they were sent.
    public let longitude: Double
    public let latitude: Double
    /// Metres, or nil when the update has no accuracy.
    public let horizontalAccuracy: Double?
  }

  /// The service's limit for one request.
  public static let greatestCount = 10

  /// Hands each update of one request body to `each`, in order, until it returns false.
  ///
  /// - Returns: whether the text is regular and `each` took every update. When it is false some may have been taken.
  public static func parse(_ bytes: UnsafeRawBufferPointer, form: Form, each: (Update) -> Bool) -> Bool {
    guard let tape = JSONTape(parsing: bytes) else { return false }
    var at = JSONTape.first
    guard tape.kind(at) == JSONTape.Kind.objectStart, tape.kind(at + 1) == JSONTape.Kind.string,
      tape.string(at + 1).equals(form.name), tape.kind(at + 2) == JSONTape.Kind.arrayStart
    else { return false }
    at += 3
    var count = 0
    while tape.kind(at) != JSONTape.Kind.arrayEnd {
      guard count < greatestCount, let update = readUpdate(tape, &at), each(update) else { return false }
      count += 1
    }
    return count > 0 && tape.kind(at + 1) == JSONTape.Kind.objectEnd
  }

  private static func readUpdate(_ tape: JSONTape, _ at: inout Int) -> Update? {
    guard tape.kind(at) == JSONTape.Kind.objectStart else { return nil }
    at += 1
    var identifier: UnsafeBufferPointer<UInt8>?
    var time: UnsafeBufferPointer<UInt8>?
    var position: (longitude: Double, latitude: Double)?
    var accuracy: Double?
    while tape.kind(at) != JSONTape.Kind.objectEnd {
      let name = tape.string(at)
      at += 1
      if name.equals("DeviceId") {
        guard identifier == nil, let text = readText(tape, &at) else { return nil }
        identifier = text
      } else if name.equals("SampleTime") {
        guard time == nil, let text = readText(tape, &at) else { return nil }
        time = text
      } else if name.equals("Position") {
        guard position == nil, let pair = readPosition(tape, &at) else { return nil }
        position = pair
      } else if name.equals("Accuracy") {
        guard accuracy == nil, let metres = readAccuracy(tape, &at) else { return nil }
        accuracy = metres
      } else {
        return nil
      }
    }
    at += 1
    guard let identifier, let time, let position else { return nil }
    return Update(
      deviceIdentifier: identifier, sampleTime: time, longitude: position.longitude, latitude: position.latitude,
      horizontalAccuracy: accuracy)
  }

  private static func readText(_ tape: JSONTape, _ at: inout Int) -> UnsafeBufferPointer<UInt8>? {
    guard tape.kind(at) == JSONTape.Kind.string else { return nil }
    defer { at += 1 }
    return tape.string(at)
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
