import Foundation
import TestSupport
import Testing

@testable import AmazonLocation

@Suite struct Base64TextTests {
  @Test func agreesWithFoundation() {
    var random = SeededRandom(seed: 11)
    for count in 0..<300 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Data(bytes).base64EncodedString()
      #expect(Base64Text.encode(bytes) == text)
      #expect(Base64Text.decode(text) == bytes)
      #expect(Base64Text.decodedCount(text) == count)
    }
  }

  @Test(arguments: ["A", "AA", "AAA", "AA=A", "A===", "====", "AA==AAAA", "AA-A", "AA\nA", "AAAA\n", "é===", "=AAA"])
  func refuses(_ text: String) {
    #expect(Base64Text.decode(text) == nil)
  }
}
