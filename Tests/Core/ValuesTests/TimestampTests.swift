import MusterValues
import TestSupport
import Testing

@Suite struct TimestampTests {
  @Test(arguments: [
    ("2020-11-10T23:43:37.531Z", 1_605_051_817_531), ("1970-01-01T00:00:00Z", 0),
    ("2024-01-02T03:04:05.678901Z", 1_704_164_645_678), ("2024-01-02T03:04:05.6789+01:30", 1_704_159_245_678),
    ("1969-12-31T23:59:59.999Z", -1), ("2000-02-29T00:00:00Z", 951_782_400_000),
    ("2016-12-31T23:59:60Z", 1_483_228_800_000),
  ])
  func parses(_ text: String, _ milliseconds: Int64) {
    #expect(Timestamp(iso8601: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2020-11-10", "2020-11-10T23:43:37", "2020-13-10T23:43:37Z", "2021-02-29T00:00:00Z", "2020-11-10T24:00:00Z",
    "2020-11-10T23:43:37.Z", "2020-11-10T23:43:37Zx", "1605051817", "2020-11-10T23:43:61Z", "２020-11-10T23:43:37Z",
  ])
  func refuses(_ text: String) {
    #expect(Timestamp(iso8601: text) == nil)
  }

  @Test func formatsBackWhatItParsed() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<10_000 {
      let moment = Timestamp(milliseconds: Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random))
      #expect(Timestamp(iso8601: moment.iso8601) == moment)
    }
    #expect(Timestamp(milliseconds: 1_605_051_817_531).iso8601Seconds == "2020-11-10T23:43:37Z")
    #expect(Timestamp(milliseconds: 1_440_938_160_000).iso8601Basic == "20150830T123600Z")
  }
}

@Suite struct IdentifierTests {
  @Test func canonicallyEquivalentTextsStayTwo() {
    let angstrom: Identifier = "\u{212B}"
    let letter: Identifier = "\u{C5}"
    #expect(angstrom.text == letter.text)
    #expect(angstrom != letter)
    #expect(Set([angstrom, letter]).count == 2)
    #expect((letter < angstrom) != (angstrom < letter))
  }
}

@Suite struct JSONWriterTests {
  @Test func writesCompactText() {
    let value: JSONValue = ["a": [1, -2.5, 3e300, true, .null, "q\"\\\u{1}é"], "b": [:], "c": 5.0]
    #expect(value.encodedText == #"{"a":[1,-2.5,3e+300,true,null,"q\"\\\u0001é"],"b":{},"c":5}"#)
  }
}
