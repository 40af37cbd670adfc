/// Answers one request. The first call counts; later ones, and those after the reply's time is over, change nothing
/// (a stream's source is told that it was cancelled). It keeps its connection's memory, and the server's handler, alive:
/// let go of it after the reply.
public struct HTTPReplier: Sendable {
  private enum Destination: Sendable {
    case connection(HTTPConnection, exchange: UInt64)
    case closure(@Sendable (HTTPReply) -> Void)
  }

  private let destination: Destination

  init(_ connection: HTTPConnection, exchange: UInt64) {
    destination = .connection(connection, exchange: exchange)
  }

  /// A replier that hands the reply to `receive`, for handlers tested without a server. It counts no calls.
  public init(_ receive: @escaping @Sendable (HTTPReply) -> Void) {
    destination = .closure(receive)
  }

  public func callAsFunction(_ reply: HTTPReply) {
    switch destination {
    case .connection(let connection, let exchange): connection.accept(reply, exchange: exchange)
    case .closure(let receive): receive(reply)
    }
  }
}
