internal import CMicroHTTPD
internal import MusterRuntime

/// Hands answers to the library. For the library's thread only.
struct ResponseWriter {
  let handle: OpaquePointer
  let requestID: String
  let isDraining: Bool
  let logger: Logger

  /// False: nothing could be queued, close the connection.
  func queue(_ response: HTTPResponse, closes: Bool) -> Bool {
    let made = response.body.withUnsafeBytes { muster_http_copied_response($0.count, $0.baseAddress) }
    return queue(made, status: response.status, headers: response.headers, closes: closes)
  }

  /// The reader is the library's from here on, also when this fails.
  func queue(status: Int, headers: [(String, String)], _ reader: StreamReader) -> Bool {
    let context = Unmanaged.passRetained(reader)
    let made = MHD_create_response_from_callback(
      muster_http_unknown_size(), StreamReader.blockSize,
      { context, _, buffer, maximum in
        guard let context, let buffer else { return muster_http_end_with_error() }
        let reader = Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue()
        return reader.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: maximum))
      }, context.toOpaque(),
      { context in
        if let context { Unmanaged<StreamReader>.fromOpaque(context).takeRetainedValue().finish() }
      })
    if made == nil { context.takeRetainedValue().finish() }
    return queue(made, status: status, headers: headers, closes: false)
  }

  private func queue(
    _ response: OpaquePointer?, status: Int, headers: [(String, String)], closes: Bool
  ) -> Bool {
    guard let response else { return false }
    defer { MHD_destroy_response(response) }
    MHD_add_response_header(response, "x-amzn-RequestId", requestID)
    if closes || isDraining { MHD_add_response_header(response, "Connection", "close") }
    for (name, value) in headers where !ResponseWriter.isOurs(name) {
      if MHD_add_response_header(response, name, value) != muster_http_yes() {
        logger.warning("response header left out: malformed")
      }
    }
    let status = (200...999).contains(status) ? UInt32(status) : 500
    return MHD_queue_response(handle, status, response) == muster_http_yes()
  }

  private static func isOurs(_ name: String) -> Bool {
    switch name.utf8.count {
    case 14: name.utf8.map(ASCII.lowercased).elementsEqual("content-length".utf8)
    case 17: name.utf8.map(ASCII.lowercased).elementsEqual("transfer-encoding".utf8)
    default: false
    }
  }
}
