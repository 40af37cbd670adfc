internal import Foundation
internal import MusterRuntime
internal import MusterValues

extension CommandContext {
  /// The real terminal, files, clock and network.
  static func live() -> CommandContext {
    ProcessSignals.ignoreBrokenPipe()
    let environment = ProcessInfo.processInfo.environment
    return CommandContext(
      console: .live(environment), environment: environment, now: { SystemWallClock().now() },
      interruption: Interruption(), read: { (path) throws(CommandFailure) in try FileAccess.read(path) },
      write: { (path, bytes) throws(CommandFailure) in try FileAccess.write(bytes, to: path) },
      connect: { (settings) throws(CommandFailure) in try CurlTransport(settings) },
      sign: { SignatureVersion4Signer(credentials: $0, region: $1) },
      secondsFromGreenwich: { moment in
        TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000))
      }, catchSignals: { endOnce($0) })
  }

  /// The first signal asks, the second one ends the program at once.
  private static func endOnce(_ interruption: Interruption) {
    ProcessSignals.onTermination { signal in
      if interruption.hasHappened { _exit(signal == .interrupt ? 130 : 143) }
      interruption.raise()
    }
  }
}

extension Console {
  static func live(_ environment: [String: String]) -> Console {
    let isTerminal = isatty(1) == 1
    let isDumb = environment["TERM"] == "dumb"
    let refusesColour = !(environment["NO_COLOR"] ?? "").isEmpty
    return Console(
      output: { write($0, to: 1) }, error: { write($0, to: 2) }, isOutputTerminal: isTerminal && !isDumb,
      isErrorTerminal: isatty(2) == 1 && !isDumb, columns: columns(environment),
      usesColour: isTerminal && !isDumb && !refusesColour)
  }

  private static func columns(_ environment: [String: String]) -> Int {
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return min(columns, 1000) }
    var size = winsize()
    if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return 80
  }

  /// Writes all bytes, or returns false when nobody reads any more.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress.map { $0 + offset }, bytes.count - offset)
      }
      if count < 0 {
        guard errno == EINTR else { return false }
      } else {
        offset += count
      }
    }
    return true
  }
}

enum FileAccess {
  /// The largest file that a command reads, in bytes.
  static let limit = 1 << 28

  /// Writes beside the file first, so that a failure leaves what was there.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CommandFailure(.file, "can't write \(Shown.text(path))", details: "\(error)")
    }
  }

  static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    let shown = Shown.text(path)
    guard let file = FileHandle(forReadingAtPath: path) else {
      let reason = String(cString: strerror(errno))
      throw CommandFailure(.file, "can't read \(shown): \(reason)")
    }
    defer { try? file.close() }
    do {
      let data = try file.read(upToCount: limit + 1) ?? Data()
      guard data.count <= limit else { throw CommandFailure(.file, "\(shown) is larger than 256 MiB") }
      return Array(data)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(.file, "can't read \(shown)", details: "\(error)")
    }
  }
}
