internal import MusterValues

/// A plain recursive-descent parser of RFC 8259, for texts the fast parser refuses: it says where a fault lies, and
/// reads integers of any length.
struct ExactJSONParser {
  private let bytes: UnsafeRawBufferPointer
  private let maximumDepth: Int
  private var at = 0

  init(_ bytes: UnsafeRawBufferPointer, maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  mutating func document() throws(JSONError) -> JSONValue {
    let value = try value(depthLeft: maximumDepth)
    skipSpace()
    guard at == bytes.count else { throw JSONError(.trailingContent, at: at) }
    return value
  }

  private mutating func value(depthLeft: Int) throws(JSONError) -> JSONValue {
    skipSpace()
    guard let byte = peek() else { throw JSONError(.unexpectedEnd, at: at) }
    switch byte {
    case UInt8(ascii: "{"):
      guard depthLeft > 0 else { throw JSONError(.tooDeep, at: at) }
      return try object(depthLeft: depthLeft - 1)
    case UInt8(ascii: "["):
      guard depthLeft > 0 else { throw JSONError(.tooDeep, at: at) }
      return try array(depthLeft: depthLeft - 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw JSONError(.unexpectedCharacter, at: at)
    }
  }

  private mutating func object(depthLeft: Int) throws(JSONError) -> JSONValue {
    var members: [JSONValue.Member] = []
    at += 1
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      skipSpace()
      guard peek() == UInt8(ascii: "\"") else { throw unexpected() }
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw unexpected() }
      members.append(JSONValue.Member(name, try value(depthLeft: depthLeft)))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw unexpected() }
    return .object(members)
  }

  private mutating func array(depthLeft: Int) throws(JSONError) -> JSONValue {
    var elements: [JSONValue] = []
    at += 1
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array(elements) }
    repeat {
      elements.append(try value(depthLeft: depthLeft))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw unexpected() }
    return .array(elements)
  }

  private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for index in 0..<text.utf8CodeUnitCount {
      guard take(text.utf8Start[index]) else { throw unexpected() }
    }
    return value
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = at
    var isWhole = true
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) {
      guard takeDigits() else { throw JSONError(.invalidNumber, at: at) }
    } else if let next = peek(), Self.isDigit(next) {
      throw JSONError(.invalidNumber, at: at)
    }
    if take(UInt8(ascii: ".")) {
      isWhole = false
      guard takeDigits() else { throw JSONError(.invalidNumber, at: at) }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard takeDigits() else { throw JSONError(.invalidNumber, at: at) }
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    guard let double = Double(text), double.isFinite else { throw JSONError(.numberOutOfRange, at: start) }
    return .number(double)
  }

  private mutating func string() throws(JSONError) -> String {
    let start = at
    var text: [UInt8] = []
    at += 1
    while true {
      guard let byte = peek() else { throw JSONError(.unexpectedEnd, at: at) }
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        guard let valid = String(validating: text, as: UTF8.self) else { throw JSONError(.invalidUTF8, at: start) }
        return valid
      case UInt8(ascii: "\\"): text.append(contentsOf: try escape())
      case 0..<0x20: throw JSONError(.controlCharacter, at: at)
      default:
        text.append(byte)
        at += 1
      }
    }
  }

  /// What the escape at the cursor stands for, in UTF-8.
  private mutating func escape() throws(JSONError) -> [UInt8] {
    let start = at
    at += 1
    guard let byte = peek() else { throw JSONError(.unexpectedEnd, at: at) }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): break
    default: throw JSONError(.invalidEscape, at: start)
    }
    guard var code = takeHexadecimal() else { throw JSONError(.invalidEscape, at: start) }
    if (0xD800..<0xDC00).contains(code) {
      guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let low = takeHexadecimal(),
        (0xDC00..<0xE000).contains(low)
      else { throw JSONError(.invalidEscape, at: start) }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw JSONError(.invalidEscape, at: start) }
    return Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private mutating func takeHexadecimal() -> UInt32? {
    guard bytes.count - at >= 4 else { return nil }
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[at])).hexDigitValue else { return nil }
      code = code << 4 | UInt32(digit)
      at += 1
    }
    return code
  }

  private mutating func takeDigits() -> Bool {
    let start = at
    while let byte = peek(), Self.isDigit(byte) { at += 1 }
    return at > start
  }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    at += 1
    return true
  }

  private func peek() -> UInt8? { at < bytes.count ? bytes[at] : nil }

  private func unexpected() -> JSONError { JSONError(at < bytes.count ? .unexpectedCharacter : .unexpectedEnd, at: at) }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
