/// Text with `*` (any run of characters, also none) and `?` (any one character), compared as UTF-8 bytes.
public struct WildcardPattern: Hashable, Sendable {
  /// How far wildcards reach.
  public enum Reach: Hashable, Sendable {
    case everything
    /// In an ARN: only a `*` that ends a segment reaches beyond a colon. Source: IAM User Guide, "Resource", "Using
    /// wildcards in resource ARNs".
    case arnSegments
  }

  enum Token: Hashable, Sendable {
    case byte(UInt8)
    case anyOne
    case anyRun
    /// Stops at a colon.
    case runInSegment
    /// One that is no colon.
    case oneInSegment
  }

  /// What comes before the first wildcard; most texts differ there.
  private let prefix: [UInt8]
  /// From the first wildcard on.
  private let rest: [Token]

  private var tokens: [Token] { prefix.map { .byte($0) } + rest }

  public init(_ text: String, reach: Reach = .everything) {
    self.init(tokens: Array(text.utf8).map(Self.token), reach)
  }

  init(tokens: [Token], _ reach: Reach) {
    let first = tokens.firstIndex { if case .byte = $0 { false } else { true } } ?? tokens.count
    prefix = tokens[..<first].map { if case .byte(let byte) = $0 { byte } else { 0 } }
    rest = tokens.indices[first...].map { index in
      guard reach == .arnSegments else { return tokens[index] }
      let endsSegment = index + 1 == tokens.count || tokens[index + 1] == .byte(UInt8(ascii: ":"))
      return switch tokens[index] {
      case .anyRun where !endsSegment: .runInSegment
      case .anyOne: .oneInSegment
      case let token: token
      }
    }
  }

  static func token(_ byte: UInt8) -> Token {
    switch byte {
    case UInt8(ascii: "*"): .anyRun
    case UInt8(ascii: "?"): .anyOne
    default: .byte(byte)
    }
  }

  /// The parts between colons, the last with all further colons.
  func segments(_ most: Int) -> [WildcardPattern] {
    tokens.split(separator: .byte(UInt8(ascii: ":")), maxSplits: most - 1, omittingEmptySubsequences: false)
      .map { WildcardPattern(tokens: Array($0), .everything) }
  }

  /// - Complexity: O(text x pattern), and usually O(text).
  public func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { text in
      guard text.count >= prefix.count, prefix.indices.allSatisfy({ text[$0] == prefix[$0] }) else { return false }
      return rest.isEmpty ? text.count == prefix.count : matchesRest(text, from: prefix.count)
    }
  }

  private func matchesRest(_ text: UnsafeBufferPointer<UInt8>, from begin: Int) -> Bool {
    let tokens = rest
    var (place, next) = (begin, 0)
    // Where to go on after a mismatch: a later run makes up for an earlier one, but one that stops at a colon only within
    // its segment, so the last that does not stop is kept beside it.
    var run: (token: Int, place: Int)?
    var runInSegment: (token: Int, place: Int)?
    while true {
      if next == tokens.count, place == text.count { return true }
      if next < tokens.count {
        switch tokens[next] {
        case .anyRun:
          (run, runInSegment) = ((next, place), nil)
          next += 1
          continue
        case .runInSegment:
          runInSegment = (next, place)
          next += 1
          continue
        case let token where place < text.count && Self.accepts(token, text[place]):
          place += 1
          if case .byte = token {} else { while place < text.count, Self.continues(text[place]) { place += 1 } }
          next += 1
          continue
        default: break
        }
      }
      if let (token, begin) = runInSegment, begin < text.count, text[begin] != UInt8(ascii: ":") {
        runInSegment = (token, begin + 1)
        (next, place) = (token + 1, begin + 1)
      } else if let (token, begin) = run, begin < text.count {
        (run, runInSegment) = ((token, begin + 1), nil)
        (next, place) = (token + 1, begin + 1)
      } else {
        return false
      }
    }
  }

  /// Whether a byte goes on with a character that began before it.
  private static func continues(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  private static func accepts(_ token: Token, _ byte: UInt8) -> Bool {
    switch token {
    case .byte(let wanted): wanted == byte
    case .anyOne: !continues(byte)
    case .oneInSegment: byte != UInt8(ascii: ":") && !continues(byte)
    case .anyRun, .runInSegment: false
    }
  }
}
