internal import AmazonLocation
public import MusterHTTPServer
internal import MusterValues

/// The protocols that errors are written in.
public enum ErrorProtocol: Sendable, CaseIterable {
  /// Amazon Location: the type in a header, the rest in a JSON body.
  case restJSON
  /// The services called by `X-Amz-Target`: the type in the body as `__type`.
  case json11
  /// The form-encoded services, such as IAM and STS: XML.
  case query

  /// The response that tells a client of this protocol what went wrong.
  public func response(to failure: ProtocolFailure, requestID: String) -> HTTPResponse {
    switch self {
    case .restJSON: restJSON(failure)
    case .json11: json11(failure)
    case .query: query(failure, requestID)
    }
  }

  private func restJSON(_ failure: ProtocolFailure) -> HTTPResponse {
    var writer = JSONWriter()
    writer.raw("{\"message\":")
    writer.string(failure.message)
    if let reason = failure.reason {
      writer.raw(",\"reason\":")
      writer.string(reason.rawValue)
      writer.raw(",\"fieldList\":[")
      for (index, field) in failure.fields.enumerated() {
        writer.raw(index > 0 ? ",{\"name\":" : "{\"name\":")
        writer.string(field.name)
        writer.raw(",\"message\":")
        writer.string(field.message)
        writer.raw("}")
      }
      writer.raw("]")
    }
    writer.raw("}")
    return HTTPResponse(
      status: failure.status,
      headers: [("Content-Type", "application/json"), ("x-amzn-ErrorType", failure.code)], body: writer.bytes)
  }

  private func json11(_ failure: ProtocolFailure) -> HTTPResponse {
    var writer = JSONWriter()
    writer.raw("{\"__type\":")
    writer.string(failure.code)
    writer.raw(",\"message\":")
    writer.string(failure.message)
    writer.raw("}")
    return HTTPResponse(
      status: failure.status,
      headers: [("Content-Type", "application/x-amz-json-1.1"), ("x-amzn-ErrorType", failure.code)],
      body: writer.bytes)
  }

  private func query(_ failure: ProtocolFailure, _ requestID: String) -> HTTPResponse {
    let sender = failure.status < 500 ? "Sender" : "Receiver"
    let text =
      "<ErrorResponse><Error><Type>\(sender)</Type><Code>\(Self.escaped(failure.code))</Code>"
      + "<Message>\(Self.escaped(failure.message))</Message></Error>"
      + "<RequestId>\(Self.escaped(requestID))</RequestId></ErrorResponse>"
    return HTTPResponse(status: failure.status, headers: [("Content-Type", "text/xml")], body: Array(text.utf8))
  }

  /// Text for an XML element. Characters that XML 1.0 has no way to write become U+FFFD.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
