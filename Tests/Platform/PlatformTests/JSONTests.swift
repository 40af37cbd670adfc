import MusterValues
import TestSupport
import Testing

@testable import MusterJSON

@Suite struct JSONTests {
  @Test func readsEveryKindOfValue() throws {
    let text = #" {"a":[1,-2.5,1e3,true,false,null,"q\"\u00e9\ud83d\ude00"],"b":{},"c":[]} "#
    let value = try JSON.parse(text)
    #expect(value == ["a": [1, -2.5, 1000.0, true, false, .null, "q\"é😀"], "b": [:], "c": []])
  }

  @Test func keepsDuplicateMembersInOrder() throws {
    let value = try JSON.parse(#"{"a":1,"b":2,"a":3}"#)
    #expect(value.members?.map(\.name) == ["a", "b", "a"])
    #expect(value["a"]?.integer == 3)
  }

  @Test func canonicallyEquivalentNamesStayTwo() throws {
    let value = try JSON.parse("{\"\u{212B}\":1,\"\u{C5}\":2}")
    #expect(value["\u{212B}"]?.integer == 1)
    #expect(value["\u{C5}"]?.integer == 2)
  }

  @Test func integersBeyond64BitsBecomeDoubles() throws {
    #expect(try JSON.parse("9223372036854775807").integer == Int64.max)
    guard case .number(9_223_372_036_854_775_808) = try JSON.parse("9223372036854775808") else {
      Issue.record("expected a double")
      return
    }
    #expect(try JSON.parse("[123456789012345678901234567890]").elements?.first?.double == 1.2345678901234568e29)
  }

  @Test(arguments: [
    ("", JSONError.Code.unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("{", .unexpectedEnd, 1),
    (#"{"a""#, .unexpectedEnd, 4), (#"{"a":1,}"#, .unexpectedCharacter, 7), ("[1 2]", .unexpectedCharacter, 3),
    ("[1,]", .unexpectedCharacter, 3), ("{} x", .trailingContent, 3), ("truth", .unexpectedCharacter, 3),
    ("nul", .unexpectedEnd, 3), ("01", .invalidNumber, 1), ("-", .invalidNumber, 1), ("1.", .invalidNumber, 2),
    ("1e", .invalidNumber, 2), ("[1e400]", .numberOutOfRange, 1), (#"["\x"]"#, .invalidEscape, 2),
    (#"["\ud800"]"#, .invalidEscape, 2), (#"["\udc00"]"#, .invalidEscape, 2), (#"["\ud800\u0041"]"#, .invalidEscape, 2),
    ("[\"a\u{1}\"]", .controlCharacter, 3), ("\u{FEFF}{}", .unexpectedCharacter, 0), ("NaN", .unexpectedCharacter, 0),
    ("+1", .unexpectedCharacter, 0), ("'a'", .unexpectedCharacter, 0), ("\"abc", .unexpectedEnd, 4),
    (#""\u00g0""#, .invalidEscape, 1), ("[1}", .unexpectedCharacter, 2),
  ])
  func saysWhatIsWrongAndWhere(_ text: String, _ code: JSONError.Code, _ offset: Int) {
    #expect(throws: JSONError(code, at: offset)) { try JSON.parse(text) }
  }

  @Test(
    arguments: [
      [0x22, 0x80, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
      [0x22, 0xE2, 0x82, 0x22], [0x22, 0xFF, 0x22],
    ] as [[UInt8]])
  func refusesMalformedUTF8(_ bytes: [UInt8]) {
    #expect(throws: JSONError(.invalidUTF8, at: 0)) { try JSON.parse(bytes) }
  }

  @Test(arguments: [2, 63, 64, 65, 200, 256])
  func boundsDepthExactly(_ depth: Int) {
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(throws: Never.self) { try JSON.parse(text, maximumDepth: depth) }
    #expect(throws: JSONError(.tooDeep, at: depth - 1)) { try JSON.parse(text, maximumDepth: depth - 1) }
  }

  @Test(arguments: ["[", "{\"a\":", "[[],"])
  func survivesDeepNesting(_ opening: String) {
    let text = String(repeating: opening, count: 200_000)
    #expect(throws: JSONError.self) { try JSON.parse(text) }
    #expect(throws: JSONError.self) { try JSON.parse(text, maximumDepth: .max) }
  }

  @Test func describesWithoutTheText() {
    let error = JSONError(.unexpectedCharacter, at: 7)
    #expect(error.description == "the JSON text has an unexpected character at byte 7")
    #expect(error.debugDescription == "JSONError(unexpectedCharacter, offset: 7)")
  }

  @Test func bothParsersAgreeOnWellFormedTexts() throws {
    var texts = RandomJSON(random: SeededRandom(seed: 11))
    var fast = 0
    for _ in 0..<5000 {
      let bytes = Array(texts.value(depth: 4).utf8)
      let exact = try bytes.withUnsafeBytes { buffer in
        var parser = ExactJSONParser(buffer, maximumDepth: 64)
        return try parser.document()
      }
      if let value = bytes.withUnsafeBytes({ JSONTape(parsing: $0)?.value(maximumDepth: 64) }) {
        fast += 1
        #expect(value == exact, "\(String(decoding: bytes, as: UTF8.self))")
      }
      #expect(try JSON.parse(exact.encoded) == exact)
    }
    #expect(fast > 3500)
  }

  @Test func bothParsersRefuseTheSameTexts() {
    var texts = RandomJSON(random: SeededRandom(seed: 12))
    var refused = 0
    for _ in 0..<30_000 {
      let original = Array(texts.value(depth: 3).utf8)
      let bytes = texts.mutated(original)
      bytes.withUnsafeBytes { buffer in
        let fast = JSONTape(parsing: buffer)?.value(maximumDepth: 64)
        var parser = ExactJSONParser(buffer, maximumDepth: 64)
        let exact = try? parser.document()
        if exact == nil { refused += 1 }
        if let fast { #expect(fast == exact, "\(bytes)") }
        if let exact, fast == nil { #expect(Self.hasLongInteger(exact), "\(bytes)") }
      }
    }
    #expect(refused > 5000)
  }

  /// Only an integer beyond 64 bits may be refused by the fast parser and read by the exact one.
  private static func hasLongInteger(_ value: JSONValue) -> Bool {
    switch value {
    case .number(let double): abs(double) >= 9.2e18
    case .array(let elements): elements.contains(where: hasLongInteger)
    case .object(let members): members.contains { hasLongInteger($0.value) }
    default: false
    }
  }
}
