import AmazonLocation
import Foundation
import MusterCrypto
import MusterHTTPClient
import MusterHTTPServer
import MusterIdentity
import MusterJSON
import MusterRuntime
import MusterService
import MusterValues
import Testing

/// A whole server on a real folder and a real port, called by a client that signs.
@Suite struct LocationServerTests {
  struct Client {
    let url: String
    let region: String
    let signer: RequestSigner
    let http = HTTPClient()

    init(_ url: String, directory: String) throws {
      self.url = url
      let credentials = try CredentialsFile.load(directory: directory, random: { try RandomBytes.make($0) })
      region = credentials.region
      signer = RequestSigner(
        credentials: SigningCredentials(accessKey: credentials.accessKey, secretKey: credentials.secretKey),
        region: credentials.region, service: "geo",
        hashing: SignatureHashing(
          sha256: { SHA256.hash($0) }, hmacSHA256: { HMACSHA256.authenticate(key: $0, message: $1) }))
    }

    func call(_ method: String, _ path: String, _ body: String = "") throws -> (status: Int, json: JSONValue) {
      let host = String(url.drop { $0 != "/" }.dropFirst(2))
      let signed = signer.sign(
        method: method, target: Array(path.utf8), headers: [("Host", host)], body: Array(body.utf8),
        at: SystemWallClock().now())
      let response = try http.send(
        method: method, url: url + path, headers: signed.addedHeaders.map { ($0.name, $0.value) },
        body: Array(body.utf8))
      return (response.status, try JSON.parse(response.body))
    }
  }

  private func configuration(_ directory: String) -> ServerConfiguration {
    var configuration = ServerConfiguration(dataDirectory: directory, logger: .silent)
    configuration.hasAccessLog = false
    configuration.drainTimeout = 5
    return configuration
  }

  /// Runs what blocks on a thread of its own, in a folder of its own.
  private func blocking(_ body: @escaping @Sendable (String) throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("muster-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      Thread { done.resume(with: Result { try body(directory) }) }.start()
    }
  }

  @Test func servesKeepsAndComesBack() async throws {
    let configuration = configuration
    try await blocking { directory in
      var token = ""
      do {
        let server = try LocationServer(configuration: configuration(directory))
        let client = try Client(try server.start(), directory: directory)
        for name in ["A", "B", "C"] {
          #expect(try client.call("POST", "/tracking/v0/trackers", "{\"TrackerName\":\"\(name)\"}").status == 200)
        }
        let update =
          "{\"Updates\":[{\"DeviceId\":\"d\",\"SampleTime\":\"\(SystemWallClock().now().iso8601)\",\"Position\":[1,2]}]}"
        #expect(try client.call("POST", "/tracking/v0/trackers/A/positions", update).json == ["Errors": []])
        let page = try client.call("POST", "/tracking/v0/list-trackers", #"{"MaxResults":2}"#)
        #expect(page.json["Entries"]?.elements?.map { $0["TrackerName"]?.text } == ["A", "B"])
        token = try #require(page.json["NextToken"]?.text)
        #expect(try client.http.send(url: client.url + "/tracking/v0/trackers/A").status == 403)
        #expect(try client.http.send(url: client.url + "/readyz").status == 200)
        server.stop()
        server.stop()
        #expect(throws: HTTPClientError.self) { try client.http.send(url: client.url + "/healthz") }
      }
      let server = try LocationServer(configuration: configuration(directory))
      let client = try Client(try server.start(), directory: directory)
      let page = try client.call("POST", "/tracking/v0/list-trackers", "{\"NextToken\":\"\(token)\"}")
      #expect(page.json["Entries"]?.elements?.map { $0["TrackerName"]?.text } == ["C"])
      let position = try client.call("GET", "/tracking/v0/trackers/A/devices/d/positions/latest")
      #expect(position.json["Position"] == [1, 2])
      server.stop()
    }
  }

  /// An empty crew in the place of a lost one would be the worst kind of quiet.
  @Test func aLostDatabaseIsNoFirstStart() async throws {
    let configuration = configuration
    try await blocking { directory in
      try LocationServer(configuration: configuration(directory)).stop()
      for name in try FileManager.default.contentsOfDirectory(atPath: directory) where name.hasPrefix("muster.db") {
        try FileManager.default.removeItem(atPath: directory + "/" + name)
      }
      let lost = #expect(throws: ServerStartError.self) { try LocationServer(configuration: configuration(directory)) }
      #expect(lost?.code == .store)
      #expect(lost?.description.contains("no muster.db") == true)
      try FileManager.default.removeItem(atPath: directory + "/credentials")
      try LocationServer(configuration: configuration(directory)).stop()
    }
  }

  @Test func tellsWhyItCannotStart() async throws {
    let configuration = configuration
    try await blocking { directory in
      let first = try LocationServer(configuration: configuration(directory))
      let address = try first.start()
      defer { first.stop() }
      let locked = #expect(throws: ServerStartError.self) {
        try LocationServer(configuration: configuration(directory))
      }
      #expect(locked?.code == .store)
      var taken = configuration(directory + "-2")
      defer { try? FileManager.default.removeItem(atPath: directory + "-2") }
      taken.http.port = try #require(UInt16(address.split(separator: ":").last ?? ""))
      let second = try LocationServer(configuration: taken)
      let refused = #expect(throws: ServerStartError.self) { try second.start() }
      #expect(refused?.code == .network)
      var wrong = configuration(directory + "-3")
      wrong.account = "12"
      let invalid = #expect(throws: ServerStartError.self) { try LocationServer(configuration: wrong) }
      #expect(invalid?.code == .invalidConfiguration)
    }
  }
}
