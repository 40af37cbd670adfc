import AmazonLocation
import Foundation
import TestSupport
import Testing

@Suite struct TextPatternTests {
  /// The regular expression engine as the oracle. Its `\w` is Unicode's, the model's is ASCII.
  @Test(arguments: TextPattern.allCases)
  func agreesWithARegularExpression(_ pattern: TextPattern) throws {
    let source = pattern.rawValue.replacingOccurrences(of: #"\w"#, with: "A-Za-z0-9_")
    let expression = try NSRegularExpression(pattern: #"\A(?:"# + source + #")\z"#)
    var random = SeededRandom(seed: 7)
    let pieces = [
      "arn", ":", ":", ":", "aws", "geo", "a", "Z", "0", "-", ".", "_", "/", " ", "\u{C5}", "\u{212B}", "\u{301}",
      "\u{2028}", "\n", "\u{20000}", "\u{1F600}", "\u{BD}", "\u{2160}", "\u{A0}", "@", "+", "=", ",", "e\u{301}", "",
    ]
    var matches = 0
    for _ in 0..<20_000 {
      var text = ["", "arn:aws:geo:", "arn:aws:geo:::"][Int.random(in: 0..<3, using: &random)]
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      let range = NSRange(location: 0, length: (text as NSString).length)
      let isMatch = expression.firstMatch(in: text, range: range) != nil
      #expect(pattern.matches(text) == isMatch, "\(Array(text.unicodeScalars))")
      if isMatch { matches += 1 }
    }
    #expect(matches > 100)
  }
}
