import MusterHTTPServer
import MusterRuntime
import Testing

@Suite struct StartTests {
  private func code(_ configure: (inout HTTPServerConfiguration) -> Void) -> HTTPServerError.Code? {
    var configuration = HTTPServerConfiguration()
    configure(&configuration)
    do throws(HTTPServerError) {
      let server = try HTTPServer(configuration: configuration, handler: TestHandler(), logger: .silent)
      _ = try server.start()
      server.stop()
      return nil
    } catch {
      return error.code
    }
  }

  @Test func failuresAreNamed() throws {
    try withServer(TestHandler()) { _, port in
      #expect(code { $0.port = port } == .addressInUse)
    }
    #expect(code { $0.host = "0.0.0.0" } == .plainHTTPRefused)
    #expect(code { $0.host = "::" } == .plainHTTPRefused)
    #expect(code { $0.host = "no.such.host.invalid" } == .unknownHost)
    #expect(
      code {
        $0.host = "192.0.2.1"; $0.isBehindProxy = true
      } == .unknownHost)
    #expect(code { $0.threads = 0 } == .invalidConfiguration)
    #expect(code { $0.idleTimeout = .nan } == .invalidConfiguration)
    #expect(code { $0.connectionLimitPerAddress = 0 } == .invalidConfiguration)
    #expect(
      code { $0.tls = .init(certificateFile: "/nonexistent/c.pem", keyFile: "/nonexistent/k.pem") } == .badCertificate)
    #expect(
      code { $0.tls = .init(certificateFile: "/etc/hostname", keyFile: "/etc/hostname") } == .badCertificate)
  }

  @Test func addressesThatAreAllowed() {
    #expect(
      code {
        $0.host = "0.0.0.0"; $0.isBehindProxy = true
      } == nil)
    #expect(code { $0.host = "localhost" } == nil)
    #expect(code { $0.host = "127.8.9.10" } == nil)
    #expect(code { $0.threads = 1 } == nil)
  }

  @Test func startsOnce() throws {
    try withServer(TestHandler()) { server, _ in
      #expect(throws: HTTPServerError.self) { try server.start() }
      server.stop()
      server.stop()
      #expect(server.drain(timeout: 1))
      #expect(throws: HTTPServerError.self) { try server.start() }
    }
  }
}
