internal import CSimdJSON
internal import MusterValues

/// simdjson's tape of one document, valid until this thread parses the next.
struct JSONTape {
  /// What an item is: the top byte of its word.
  enum Kind {
    static let objectStart = UInt8(ascii: "{")
    static let objectEnd = UInt8(ascii: "}")
    static let arrayStart = UInt8(ascii: "[")
    static let arrayEnd = UInt8(ascii: "]")
    static let string = UInt8(ascii: "\"")
    static let signed = UInt8(ascii: "l")
    static let unsigned = UInt8(ascii: "u")
    static let double = UInt8(ascii: "d")
    static let yes = UInt8(ascii: "t")
    static let no = UInt8(ascii: "f")
  }

  /// Index of the document's value; before it lies the root's word.
  static let first = 1

  private let words: UnsafePointer<UInt64>
  private let strings: UnsafePointer<UInt8>

  /// Nil when simdjson refuses the text.
  init?(parsing bytes: UnsafeRawBufferPointer) {
    let tape = muster_simdjson_parse(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    guard tape.error == 0, tape.count > 2, let words = tape.words, let strings = tape.strings else { return nil }
    self.words = words
    self.strings = strings
  }

  @inline(__always) func kind(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: words[index] >> 56) }

  /// The bytes of the string at `index`, escapes resolved.
  @inline(__always) func string(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let start = strings + Int(words[index] & 0x00FF_FFFF_FFFF_FFFF)
    let count = UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)
    return UnsafeBufferPointer(start: start + 4, count: Int(count))
  }

  @inline(__always) func signed(_ index: Int) -> Int64 { Int64(bitPattern: words[index + 1]) }
  @inline(__always) func unsigned(_ index: Int) -> UInt64 { words[index + 1] }
  @inline(__always) func double(_ index: Int) -> Double { Double(bitPattern: words[index + 1]) }

  /// The document's value, or nil when it is nested deeper than allowed.
  func value(maximumDepth: Int) -> JSONValue? {
    var index = Self.first
    return value(at: &index, depthLeft: maximumDepth)
  }

  private func value(at index: inout Int, depthLeft: Int) -> JSONValue? {
    let kind = kind(index)
    switch kind {
    case Kind.string:
      defer { index += 1 }
      return .string(text(index))
    case Kind.signed:
      defer { index += 2 }
      return .integer(signed(index))
    case Kind.unsigned:
      defer { index += 2 }
      return Int64(exactly: unsigned(index)).map(JSONValue.integer) ?? .number(Double(unsigned(index)))
    case Kind.double:
      defer { index += 2 }
      return .number(double(index))
    case Kind.arrayStart:
      return array(at: &index, depthLeft: depthLeft)
    case Kind.objectStart:
      return object(at: &index, depthLeft: depthLeft)
    default:
      index += 1
      return kind == Kind.yes ? .bool(true) : kind == Kind.no ? .bool(false) : .null
    }
  }

  private func array(at index: inout Int, depthLeft: Int) -> JSONValue? {
    guard depthLeft > 0 else { return nil }
    var elements: [JSONValue] = []
    index += 1
    while kind(index) != Kind.arrayEnd {
      guard let element = value(at: &index, depthLeft: depthLeft - 1) else { return nil }
      elements.append(element)
    }
    index += 1
    return .array(elements)
  }

  private func object(at index: inout Int, depthLeft: Int) -> JSONValue? {
    guard depthLeft > 0 else { return nil }
    var members: [JSONValue.Member] = []
    index += 1
    while kind(index) != Kind.objectEnd {
      let name = text(index)
      index += 1
      guard let value = value(at: &index, depthLeft: depthLeft - 1) else { return nil }
      members.append(JSONValue.Member(name, value))
    }
    index += 1
    return .object(members)
  }

  private func text(_ index: Int) -> String { String(decoding: string(index), as: UTF8.self) }
}
