import AmazonLocation
import MusterHTTPServer
import MusterRuntime
import MusterValues
import Testing

@testable import MusterService

@Suite struct ProtocolErrorTests {
  let failure = ProtocolFailure(
    ServiceError(
      .validation, "a <b> & \"c\"\u{1}", reason: .missing,
      fields: [ServiceError.Field(name: "Updates[0]", message: "is required")]))

  @Test func restJSON() throws {
    let answer = Answer(response: ErrorProtocol.restJSON.response(to: failure, requestID: "r"))
    #expect(answer.status == 400)
    #expect(answer.errorType == "ValidationException")
    #expect(
      try answer.json() == [
        "message": "a <b> & \"c\"\u{1}", "reason": "Missing",
        "fieldList": [["name": "Updates[0]", "message": "is required"]],
      ])
    let plain = ErrorProtocol.restJSON.response(
      to: ProtocolFailure(ServiceError(.throttling, "slow")), requestID: "r")
    #expect(plain.status == 429)
    #expect(String(decoding: plain.body, as: UTF8.self) == #"{"message":"slow"}"#)
  }

  @Test func json11() throws {
    let answer = Answer(response: ErrorProtocol.json11.response(to: failure, requestID: "r"))
    #expect(answer.header("Content-Type") == "application/x-amz-json-1.1")
    #expect(try answer.json() == ["__type": "ValidationException", "message": "a <b> & \"c\"\u{1}"])
  }

  @Test func query() {
    let answer = Answer(response: ErrorProtocol.query.response(to: failure, requestID: "r<"))
    #expect(answer.header("Content-Type") == "text/xml")
    #expect(
      answer.text
        == "<ErrorResponse><Error><Type>Sender</Type><Code>ValidationException</Code>"
        + "<Message>a &lt;b&gt; &amp; \"c\"\u{FFFD}</Message></Error><RequestId>r&lt;</RequestId></ErrorResponse>")
  }

  @Test(arguments: ServiceError.Code.allCases)
  func everyCodeHasItsStatus(_ code: ServiceError.Code) {
    let answer = Answer(
      response: ErrorProtocol.restJSON.response(to: ProtocolFailure(ServiceError(code, "m")), requestID: "r"))
    #expect(answer.status == code.status)
    #expect(answer.errorType == code.rawValue)
  }
}

@Suite struct UnknownOperationTests {
  let service = ServiceFixture()

  @Test(arguments: [
    ("POST", "/maps/v0/maps", "CreateMap"), ("GET", "/maps/v0/maps/m/tiles/1/2/3", "GetMapTile"),
    ("POST", "/tracking/v0/trackers/T/positions/verify", "VerifyDevicePosition"),
    ("DELETE", "/metadata/v0/keys/k", "DeleteKey"), ("GET", "/tracking/v0/trackers", nil),
    ("GET", "/tags/arn:x/y", nil), ("PATCH", "/routes/", nil),
  ])
  func operationsNotOfferedAreNamed(_ method: String, _ path: String, _ name: String?) async throws {
    let answer = try await service.call(method, path, "{}", headers: [("Stranger", "1")])
    #expect(answer.status == 400)
    #expect(answer.errorType == "ValidationException")
    #expect(try answer.json()["reason"] == "UnknownOperation")
    if let name { #expect(try answer.json()["message"]?.text?.contains(name) == true) }
  }

  @Test func targetsAndForms() async throws {
    let target = try await service.call("POST", "/", "{}", headers: [("X-Amz-Target", "Nothing.Here")])
    #expect(target.status == 400)
    #expect(try target.json()["__type"] == "UnknownOperationException")
    let form = try await service.call("POST", "/", "Action=Nothing")
    #expect(form.status == 400)
    #expect(form.text.contains("<Code>InvalidAction</Code>"))
  }

  @Test(arguments: ["/", "/favicon.ico", "/trackingx", "/healthz/", "/muster/v1/event"])
  func otherPathsAreNotFound(_ path: String) async throws {
    let answer = try await service.call("GET", path)
    #expect(answer.status == 404)
    #expect(try answer.json() == ["message": "Not found"])
  }

  @Test func operatorsAreAnswered() async throws {
    #expect(try await service.call("GET", "/healthz").text == "ok\n")
    #expect(try await service.call("GET", "/readyz").status == 200)
    service.ledger.state.withLock { $0.isReady = false }
    #expect(try await service.call("GET", "/readyz").status == 503)
    #expect(try await service.call("GET", "/healthz").status == 200)
    service.ledger.state.withLock { $0.isReady = true }
    service.isDraining.withLock { $0 = true }
    #expect(try await service.call("GET", "/readyz").status == 503)
    #expect(try await service.call("POST", "/metrics").status == 405)
    let page = try await service.call("GET", "/metrics")
    #expect(page.header("Content-Type")?.hasPrefix("text/plain; version=0.0.4") == true)
    #expect(page.text.contains("muster_ready 1\n"))
    let lines = page.text.split(separator: "\n")
    let types = lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
    let helps = lines.filter { $0.hasPrefix("# HELP ") }.map { $0.split(separator: " ")[2] }
    #expect(helps == types && Set(types).count == types.count && types.count >= 7)
    #expect(page.text.contains(#"muster_requests_total{operation="Health",status="503"} 2"#))
    #expect(page.text.contains(#"muster_request_duration_seconds_bucket{operation="Health",le="+Inf"} 5"#))
  }
}
