internal import CCurl

/// Owns one libcurl handle, and with it the connections it keeps.
final class EasyHandle {
  /// libcurl wants to be initialised once, before any thread uses it.
  private static let isReady = muster_curl_global_init() == CURLE_OK

  private let curl: UnsafeMutableRawPointer?

  init() {
    curl = EasyHandle.isReady ? curl_easy_init() : nil
  }

  deinit {
    if let curl { curl_easy_cleanup(curl) }
  }

  /// Returns the answer's status.
  func perform(
    _ transfer: Transfer, configuration: HTTPClientConfiguration, method: String, url: String,
    headers: [(String, String)], body: [UInt8], timeout: Double
  ) throws(HTTPClientError) -> Int {
    guard let curl else { throw HTTPClientError(code: .other, detail: "libcurl could not be initialised") }
    guard !url.utf8.contains(0), !method.utf8.contains(0) else {
      throw HTTPClientError(code: .invalidRequest, detail: "the URL or method holds a NUL byte")
    }
    curl_easy_reset(curl)
    setOptions(curl, configuration, timeout)
    muster_curl_set_text(curl, CURLOPT_URL, url)
    let list = try headerList(headers)
    defer { curl_slist_free_all(list) }
    muster_curl_set_list(curl, CURLOPT_HTTPHEADER, list)
    setBody(curl, method, body)
    setCallbacks(curl, transfer)
    let code = curl_easy_perform(curl)
    // libcurl keeps the pointers it was given; none outlives this call.
    forgetPointers(curl)
    if transfer.isTooLarge {
      throw HTTPClientError(code: .badAnswer, detail: "the answer is larger than the configured maximum")
    }
    if code != CURLE_OK, !transfer.isCancelled { throw HTTPClientError(code) }
    var status = 0
    muster_curl_get_long(curl, CURLINFO_RESPONSE_CODE, &status)
    return status
  }

  private func forgetPointers(_ curl: UnsafeMutableRawPointer) {
    muster_curl_set_list(curl, CURLOPT_HTTPHEADER, nil)
    muster_curl_set_pointer(curl, CURLOPT_WRITEDATA, nil)
    muster_curl_set_pointer(curl, CURLOPT_HEADERDATA, nil)
  }

  private func setOptions(
    _ curl: UnsafeMutableRawPointer, _ configuration: HTTPClientConfiguration, _ timeout: Double
  ) {
    muster_curl_set_long(curl, CURLOPT_NOSIGNAL, 1)
    muster_curl_set_long(curl, CURLOPT_PATH_AS_IS, 1)
    muster_curl_set_long(curl, CURLOPT_FOLLOWLOCATION, 0)
    muster_curl_set_text(curl, CURLOPT_PROTOCOLS_STR, "http,https")
    muster_curl_set_long(curl, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    // The environment's proxy variables must not redirect what goes to one's own server.
    muster_curl_set_text(curl, CURLOPT_PROXY, "")
    muster_curl_set_long(curl, CURLOPT_CONNECTTIMEOUT_MS, EasyHandle.milliseconds(configuration.connectTimeout))
    muster_curl_set_long(curl, CURLOPT_TIMEOUT_MS, EasyHandle.milliseconds(timeout))
    if let file = configuration.certificateAuthorityFile { muster_curl_set_text(curl, CURLOPT_CAINFO, file) }
    if configuration.trustsAnyCertificate {
      muster_curl_set_long(curl, CURLOPT_SSL_VERIFYPEER, 0)
      muster_curl_set_long(curl, CURLOPT_SSL_VERIFYHOST, 0)
    }
  }

  private func setBody(_ curl: UnsafeMutableRawPointer, _ method: String, _ body: [UInt8]) {
    if method == "HEAD" {
      muster_curl_set_long(curl, CURLOPT_NOBODY, 1)
    } else if !body.isEmpty || method == "POST" || method == "PUT" || method == "PATCH" {
      muster_curl_set_long(curl, CURLOPT_POST, 1)
      muster_curl_set_size(curl, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
      body.withUnsafeBytes { _ = muster_curl_set_pointer(curl, CURLOPT_COPYPOSTFIELDS, $0.baseAddress ?? emptyBody) }
      muster_curl_set_text(curl, CURLOPT_CUSTOMREQUEST, method)
    } else {
      muster_curl_set_text(curl, CURLOPT_CUSTOMREQUEST, method)
    }
  }

  private var emptyBody: UnsafeRawPointer { UnsafeRawPointer(("" as StaticString).utf8Start) }

  private func setCallbacks(_ curl: UnsafeMutableRawPointer, _ transfer: Transfer) {
    let context = UnsafeRawPointer(Unmanaged.passUnretained(transfer).toOpaque())
    muster_curl_set_pointer(curl, CURLOPT_WRITEDATA, context)
    muster_curl_set_data_callback(curl, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let context else { return 0 }
      let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
      let isWanted = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().receiveBody(buffer)
      return isWanted ? size * count : 0
    }
    muster_curl_set_pointer(curl, CURLOPT_HEADERDATA, context)
    muster_curl_set_data_callback(curl, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      guard let context else { return 0 }
      let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
      Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().receiveHeaderLine(buffer)
      return size * count
    }
  }

  private func headerList(
    _ headers: [(String, String)]
  ) throws(HTTPClientError) -> UnsafeMutablePointer<curl_slist>? {
    var list: UnsafeMutablePointer<curl_slist>?
    for (name, value) in headers {
      guard !(name + value).utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }), !name.isEmpty else {
        curl_slist_free_all(list)
        throw HTTPClientError(code: .invalidRequest, detail: "a header holds a line break, a NUL byte or has no name")
      }
      // A header without a value needs a semicolon, or libcurl removes it instead.
      if let longer = curl_slist_append(list, value.isEmpty ? name + ";" : name + ": " + value) { list = longer }
    }
    // libcurl would call a body a form; what the caller doesn't say is not said.
    if !headers.contains(where: { $0.0.lowercased() == "content-type" }) {
      if let longer = curl_slist_append(list, "Content-Type:") { list = longer }
    }
    return list
  }

  private static func milliseconds(_ seconds: Double) -> Int {
    guard seconds > 0 else { return 0 }
    return Int(min(seconds * 1000, 2_000_000_000).rounded(.up))
  }
}

extension HTTPClientError {
  init(_ code: CURLcode) {
    let kind: Code =
      switch code {
      case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .invalidRequest
      case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
      case CURLE_COULDNT_CONNECT, CURLE_SEND_ERROR, CURLE_RECV_ERROR: .connectionFailed
      case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE: .tlsFailed
      case CURLE_OPERATION_TIMEDOUT: .timedOut
      case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_WEIRD_SERVER_REPLY: .badAnswer
      default: .other
      }
    self.init(code: kind, detail: "\(String(cString: curl_easy_strerror(code))) (curl \(code.rawValue))")
  }
}
