import Policies
import TestSupport
import Testing

@Suite struct WildcardPatternTests {
  /// By the definition, trying every length of every run.
  private func oracle(_ pattern: [Character], _ text: [Character], _ arn: Bool) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = Array(pattern.dropFirst())
    switch first {
    case "*":
      let crosses = !arn || rest.first == nil || rest.first == ":"
      for length in 0...text.count {
        if length > 0, !crosses, text[length - 1] == ":" { return false }
        if oracle(rest, Array(text.dropFirst(length)), arn) { return true }
      }
      return false
    case "?":
      guard let head = text.first, !arn || head != ":" else { return false }
      return oracle(rest, Array(text.dropFirst()), arn)
    default: return text.first == first && oracle(rest, Array(text.dropFirst()), arn)
    }
  }

  @Test func randomPatternsMatchAsTheirDefinitionSays() {
    var random = SeededRandom(seed: 3)
    var matched = 0
    for _ in 0..<60_000 {
      let pattern = String(
        (0..<Int.random(in: 0...7, using: &random)).map { _ in "ab:*?*é".randomElement(using: &random) ?? "a" })
      let text = String(
        (0..<Int.random(in: 0...8, using: &random)).map { _ in "ab:é".randomElement(using: &random) ?? "a" })
      for reach in [WildcardPattern.Reach.everything, .arnSegments] {
        let expected = oracle(Array(pattern), Array(text), reach == .arnSegments)
        #expect(WildcardPattern(pattern, reach: reach).matches(text) == expected, "\(pattern) \(text) \(reach)")
        if expected { matched += 1 }
      }
    }
    #expect(matched > 5000)
  }

  /// What takes forever by plain backtracking.
  @Test func manyRunsTakeNoLonger() {
    let pattern = String(repeating: "*a", count: 200) + "b"
    #expect(!WildcardPattern(pattern).matches(String(repeating: "a", count: 2000)))
    let segments = String(repeating: "*a?", count: 60) + ":b"
    #expect(!WildcardPattern(segments, reach: .arnSegments).matches(String(repeating: "aa", count: 1000) + ":c"))
  }
}
