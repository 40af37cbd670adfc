/// A message of an event stream.
struct ServerSentEvent: Equatable, Sendable {
  /// The last id that the stream gave, or empty.
  let id: String
  /// `message` unless the stream says otherwise.
  let type: String
  let data: String
}

/// Parses an event stream (WHATWG HTML, section 9.2.6) given in pieces of any size.
struct ServerSentEventParser: Sendable {
  /// A line or a message longer than this, in bytes, is dropped, so that a hostile server can't fill the memory.
  static let limit = 4_194_304

  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var type = ""
  private var lastID = ""
  private var previousWasCarriageReturn = false
  private var isAtStart = true
  private var isTooLong = false

  init() {}

  /// The messages that these bytes complete.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      defer { previousWasCarriageReturn = byte == 0x0D }
      if byte == 0x0A, previousWasCarriageReturn { continue }
      if byte == 0x0D || byte == 0x0A {
        if let event = endLine() { events.append(event) }
      } else if line.count < Self.limit {
        line.append(byte)
      } else {
        isTooLong = true
      }
    }
    return events
  }

  private mutating func endLine() -> ServerSentEvent? {
    defer {
      line.removeAll(keepingCapacity: true)
      isTooLong = false
    }
    if isAtStart {
      isAtStart = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    }
    guard !isTooLong else { return nil }
    guard !line.isEmpty else { return dispatch() }
    let colon = line.firstIndex(of: 0x3A) ?? line.endIndex
    var value = line[min(colon + 1, line.endIndex)...]
    if value.first == 0x20 { value = value.dropFirst() }
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "data" where data.count + value.count < Self.limit:
      if hasData { data.append(0x0A) }
      data.append(contentsOf: value)
      hasData = true
    case "event": type = String(decoding: value, as: UTF8.self)
    case "id" where !value.contains(0): lastID = String(decoding: value, as: UTF8.self)
    default: break
    }
    return nil
  }

  private mutating func dispatch() -> ServerSentEvent? {
    defer {
      data.removeAll(keepingCapacity: true)
      hasData = false
      type = ""
    }
    guard hasData else { return nil }
    return ServerSentEvent(
      id: lastID, type: type.isEmpty ? "message" : type, data: String(decoding: data, as: UTF8.self))
  }
}
