internal import CMicroHTTPD

/// The HTTP library alone: reads a request's body and answers `{"Errors":[]}`. The ceiling for any server over it.
enum BareServer {
  /// The daemon, and the port it listens on; it runs until the process ends.
  static func start() -> UInt16? {
    guard let daemon = muster_http_start_bare(2, answer) else { return nil }
    return muster_http_port(daemon)
  }

  private static let answer: MHD_AccessHandlerCallback = { _, connection, _, _, _, _, size, context in
    if context?.pointee == nil {
      context?.pointee = UnsafeMutableRawPointer(bitPattern: 1)
      return muster_http_yes()
    }
    if let size, size.pointee > 0 {
      size.pointee = 0
      return muster_http_yes()
    }
    let body: StaticString = #"{"Errors":[]}"#
    let response = muster_http_copied_response(body.utf8CodeUnitCount, body.utf8Start)
    defer { MHD_destroy_response(response) }
    return MHD_queue_response(connection, 200, response)
  }
}
