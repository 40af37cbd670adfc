import Testing

@testable import MusterHTTPServer

@Suite struct HeaderBytesTests {
  @Test func fieldsLieOneAfterTheOther() {
    var headers = HTTPHeaders([("Host", "h"), ("X-Empty", "")])
    #expect(headers.bytes == Array("HosthX-Empty".utf8))
    #expect(headers.ends == [4, 5, 12, 12])
    #expect(headers.isASCII)
    headers.append(name: Array("X".utf8), value: [0xE9])
    #expect(!headers.isASCII)
    headers.append(name: Array("Y".utf8), value: Array("y".utf8))
    #expect(!headers.isASCII)
    #expect(headers.map(\.value) == ["h", "", "\u{E9}", "y"])
  }
}
