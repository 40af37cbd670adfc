import Foundation
import MusterHTTPClient
import MusterHTTPServer
import MusterRuntime
import Testing

@Suite(.enabled(if: SelfSignedCertificate.isPossible, "needs the openssl program")) struct TLSTests {
  @Test func encryptedExchange() throws {
    let certificate = try SelfSignedCertificate()
    let handler = TestHandler()
    try withServer(
      handler,
      configure: { $0.tls = .init(certificateFile: certificate.certificateFile, keyFile: certificate.keyFile) }
    ) { server, port in
      let url = "https://localhost:\(port)/a%2Fb"
      #expect(throws: HTTPClientError.self) { try HTTPClient().send(url: url) }
      let trusting = HTTPClient(configuration: .init(certificateAuthorityFile: certificate.certificateFile))
      #expect(try trusting.send(url: url).text == "GET /a%2Fb 0")
      let careless = HTTPClient(configuration: .init(trustsAnyCertificate: true))
      let body = [UInt8](repeating: 5, count: 300_000)
      #expect(try careless.send(method: "PUT", url: url, body: body).text == "PUT /a%2Fb 300000")
      #expect(handler.requests.withLock { $0.allSatisfy(\.isTLS) })
      // Plain HTTP gets nothing there.
      let plain = try RawClient(port: port)
      plain.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(plain.waitForEnd())
      #expect(handler.count == 2)
    }
  }

  @Test func encryptedStreamNoticesThatTheClientWentAway() throws {
    let certificate = try SelfSignedCertificate()
    let stream = TestStream()
    let handler = TestHandler { _, reply in reply(.stream(status: 200, headers: [], stream)) }
    try withServer(
      handler,
      configure: { $0.tls = .init(certificateFile: certificate.certificateFile, keyFile: certificate.keyFile) }
    ) { _, port in
      do {
        let client = HTTPClient(configuration: .init(trustsAnyCertificate: true))
        stream.push("hello")
        var received = ""
        try client.stream(url: "https://127.0.0.1:\(port)/") { bytes in
          received += String(decoding: bytes, as: UTF8.self)
          return false
        }
        #expect(received == "hello")
      }
      #expect(eventually { stream.cancellations == 1 })
    }
  }

  @Test func silentHandshakeIsClosed() throws {
    let certificate = try SelfSignedCertificate()
    try withServer(
      TestHandler(),
      configure: {
        $0.tls = .init(certificateFile: certificate.certificateFile, keyFile: certificate.keyFile)
        $0.idleTimeout = 0.3
      }
    ) { server, port in
      let client = try RawClient(port: port)
      #expect(client.waitForEnd())
      #expect(eventually { server.connectionCount == 0 })
    }
  }
}

/// A certificate for localhost in a folder that goes away with it.
final class SelfSignedCertificate {
  let certificateFile: String
  let keyFile: String
  private let folder: URL

  static var isPossible: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl") }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("muster-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    certificateFile = folder.appendingPathComponent("certificate.pem").path
    keyFile = folder.appendingPathComponent("key.pem").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
      "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", keyFile, "-out",
      certificateFile,
    ]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw RawClient.Failure(text: "openssl failed") }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
