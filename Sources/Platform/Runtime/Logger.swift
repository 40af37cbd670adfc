public import MusterValues

/// Writes log lines: one JSON object a line, with `time`, `level`, `message`, then the metadata in the order given.
///
/// A message is a fixed text, so that lines can be counted by it; what varies goes into the metadata. No secret, no
/// token and no exact position belongs in either. Safe to use from any thread.
public struct Logger: Sendable {
  /// Takes a whole line, line feed included; called from any thread.
  public typealias Sink = @Sendable (_ line: [UInt8]) -> Void

  /// Lines below this level are dropped before they are built.
  public var level: LogLevel
  /// Written on every line, before a line's own metadata.
  public var metadata: [(String, JSONValue)]
  private let clock: any WallClock
  private let sink: Sink

  public init(
    level: LogLevel = .info, metadata: [(String, JSONValue)] = [], clock: any WallClock = SystemWallClock(),
    sink: @escaping Sink = StandardErrorSink.write
  ) {
    self.level = level
    self.metadata = metadata
    self.clock = clock
    self.sink = sink
  }

  /// A logger that writes nothing.
  public static let silent = Logger(level: .error, sink: { _ in })

  public func log(_ level: LogLevel, _ message: StaticString, _ metadata: [(String, JSONValue)] = []) {
    guard level >= self.level else { return }
    var writer = JSONWriter()
    writer.raw("{\"time\":")
    writer.string(clock.now().iso8601)
    writer.raw(",\"level\":")
    writer.string(level.rawValue)
    writer.raw(",\"message\":")
    writer.string(message.description)
    for (name, value) in self.metadata + metadata {
      writer.raw(",")
      writer.string(name)
      writer.raw(":")
      writer.value(value)
    }
    writer.raw("}\n")
    sink(writer.bytes)
  }

  public func debug(_ message: StaticString, _ metadata: @autoclosure () -> [(String, JSONValue)] = []) {
    if level <= .debug { log(.debug, message, metadata()) }
  }

  public func info(_ message: StaticString, _ metadata: @autoclosure () -> [(String, JSONValue)] = []) {
    if level <= .info { log(.info, message, metadata()) }
  }

  public func warning(_ message: StaticString, _ metadata: @autoclosure () -> [(String, JSONValue)] = []) {
    if level <= .warning { log(.warning, message, metadata()) }
  }

  public func error(_ message: StaticString, _ metadata: @autoclosure () -> [(String, JSONValue)] = []) {
    log(.error, message, metadata())
  }
}
