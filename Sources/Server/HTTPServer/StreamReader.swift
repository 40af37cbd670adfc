internal import CMicroHTTPD

/// Feeds a stream's source to the library piece by piece. For the library's thread only.
final class StreamReader {
  static let blockSize = 16 << 10

  private let source: any HTTPStreamSource
  private let connection: HTTPConnection
  /// What the source gave beyond the room there was.
  private var rest: ArraySlice<UInt8> = []
  private var isComplete = false

  init(source: any HTTPStreamSource, connection: HTTPConnection) {
    self.source = source
    self.connection = connection
  }

  /// Returns the number of bytes put into `buffer`, zero when the connection has been suspended, or a code for the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if let end = connection.askSource() { return StreamReader.code(end) }
    if rest.isEmpty {
      switch source.next(maximum: buffer.count) {
      case .bytes(let bytes): rest = bytes[...]
      case .wait: break
      case .end:
        isComplete = true
        return muster_http_end_of_stream()
      }
    }
    guard !rest.isEmpty else { return connection.pauseStream().map(StreamReader.code) ?? 0 }
    let count = min(buffer.count, rest.count)
    rest.prefix(count).withUnsafeBytes { buffer.copyMemory(from: $0) }
    rest.removeFirst(count)
    return count
  }

  /// The library has let go of the stream.
  func finish() {
    connection.shared.streams.giveBack(1)
    if !isComplete { source.cancelled() }
  }

  /// Only a body cut short by the client ends with an error, which the client would see as a broken body.
  private static func code(_ end: ConnectionState.StreamEnd) -> Int {
    switch end {
    case .clientGone: muster_http_end_with_error()
    case .serverStops: muster_http_end_of_stream()
    }
  }
}
