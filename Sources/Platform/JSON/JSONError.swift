/// Why a text is not JSON, and where; it never repeats the text.
public struct JSONError: Error, Equatable, Sendable {
  public enum Code: String, Sendable {
    case unexpectedEnd
    case unexpectedCharacter
    case trailingContent
    case invalidNumber
    case numberOutOfRange
    case invalidEscape
    case controlCharacter
    case invalidUTF8
    case tooDeep
  }

  public let code: Code
  /// Bytes from the start of the text to the fault; for malformed UTF-8, to the start of its string.
  public let offset: Int

  init(_ code: Code, at offset: Int) {
    self.code = code
    self.offset = offset
  }
}

extension JSONError: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { "\(reason) at byte \(offset)" }
  public var debugDescription: String { "JSONError(\(code.rawValue), offset: \(offset))" }

  private var reason: String {
    switch code {
    case .unexpectedEnd: "the JSON text ends too early"
    case .unexpectedCharacter: "the JSON text has an unexpected character"
    case .trailingContent: "the JSON text goes on after its value"
    case .invalidNumber: "the JSON text has a malformed number"
    case .numberOutOfRange: "the JSON text has a number too large for a double"
    case .invalidEscape: "the JSON text has a malformed escape in a string"
    case .controlCharacter: "the JSON text has an unescaped control character in a string"
    case .invalidUTF8: "the JSON text has a string that is not UTF-8"
    case .tooDeep: "the JSON text is nested too deeply"
    }
  }
}
