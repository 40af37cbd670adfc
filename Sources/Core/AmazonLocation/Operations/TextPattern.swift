/// The regular expressions of the service model, matched over a whole text by hand: each in one pass, so that no text
/// can make matching slow.
///
/// The raw value is the pattern as the model writes it. `\w` is ASCII, as in Java.
public enum TextPattern: String, Sendable, CaseIterable {
  case resourceName = #"[-._\w]+"#
  case identifier = #"[-._\p{L}\p{N}]+"#
  case arn = #"arn(:[a-z0-9]+([.-][a-z0-9]+)*){2}(:([a-z0-9]+([.-][a-z0-9]+)*)?){2}:([^/].*)?"#
  case tag = #"([\p{L}\p{Z}\p{N}_.,:/=+\-@]*)"#

  /// What the pattern allows, for a message.
  var explanation: String {
    switch self {
    case .resourceName: "may hold only ASCII letters, digits, '-', '.' and '_'"
    case .identifier: "may hold only letters, digits, '-', '.' and '_'"
    case .arn: "must be an Amazon Resource Name (arn:PARTITION:SERVICE:REGION:ACCOUNT:RESOURCE)"
    case .tag: "may hold only letters, digits, spaces and _ . , : / = + - @"
    }
  }

  /// Whether it is the pattern of names that may stand in a path.
  var isName: Bool { self == .resourceName || self == .identifier }

  public func matches(_ text: String) -> Bool {
    switch self {
    case .resourceName: !text.isEmpty && Self.isPlain(text)
    case .identifier:
      !text.isEmpty && (Self.isPlain(text) || text.unicodeScalars.allSatisfy(Self.isIdentifierScalar))
    case .tag: text.unicodeScalars.allSatisfy(Self.isTagScalar)
    case .arn: Self.isResourceName(text)
    }
  }

  /// Nearly every name is, and looking at bytes is quick.
  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      for byte in bytes where !isNameByte(byte) { return false }
      return true
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  private static func isIdentifierScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? isNameByte(UInt8(scalar.value)) : isLetterOrNumber(scalar)
  }

  private static func isTagScalar(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else {
      let byte = UInt8(scalar.value)
      return isNameByte(byte) || " ,:/=+@".utf8.contains(byte)
    }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return true
    default: return isLetterOrNumber(scalar)
    }
  }

  /// `\p{L}` and `\p{N}`: marks are neither, so a decomposed accent is no letter.
  private static func isLetterOrNumber(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    case .decimalNumber, .letterNumber, .otherNumber: true
    default: false
    }
  }

  private static func isResourceName(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: 0x3A, maxSplits: 5, omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].elementsEqual("arn".utf8), isWord(parts[1]), isWord(parts[2]),
      parts[3].isEmpty || isWord(parts[3]), parts[4].isEmpty || isWord(parts[4]), parts[5].first != 0x2F
    else { return false }
    // A dot matches no line terminator; the first character may be anything but a slash.
    return text[parts[5].startIndex...].unicodeScalars.dropFirst().allSatisfy {
      switch $0.value {
      case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: false
      default: true
      }
    }
  }

  /// `[a-z0-9]+([.-][a-z0-9]+)*`
  private static func isWord(_ bytes: Substring.UTF8View) -> Bool {
    var mayEnd = false
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x61...0x7A: mayEnd = true
      case 0x2D, 0x2E:
        guard mayEnd else { return false }
        mayEnd = false
      default: return false
      }
    }
    return mayEnd
  }
}
