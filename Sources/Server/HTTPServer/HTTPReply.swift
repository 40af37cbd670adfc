/// What a handler answers with.
public enum HTTPReply: Sendable {
  case response(HTTPResponse)
  /// A body whose end is not known: chunked, or up to the connection's end for an HTTP/1.0 client.
  case stream(status: Int, headers: [(String, String)], any HTTPStreamSource)
}
