import AmazonLocation
import Testing

@Suite struct HeaderFieldsTests {
  @Test func textsAndBytesAreTheSame() throws {
    let texts = HeaderFields([(name: "Host", value: "h"), (name: "X-Empty", value: "")])
    let bytes = try #require(HeaderFields(bytes: Array("HosthX-Empty".utf8), ends: [4, 5, 12, 12]))
    for fields in [texts, bytes] {
      #expect(fields.count == 2)
      #expect(fields.name(0).elementsEqual("Host".utf8) && fields.value(0).elementsEqual("h".utf8))
      #expect(fields.name(1).elementsEqual("X-Empty".utf8) && fields.value(1).isEmpty)
    }
  }

  @Test(arguments: [[1], [-1, 2], [2, 1], [1, 4], [1, 2, 2, 1]] as [[Int32]])
  func endsMustFitTheBytes(_ ends: [Int32]) {
    #expect(HeaderFields(bytes: [1, 2, 3], ends: ends) == nil)
  }
}
