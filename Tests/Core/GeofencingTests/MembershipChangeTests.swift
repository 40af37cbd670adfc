import Geofencing
import TestSupport
import Testing

@Suite struct MembershipChangeTests {
  @Test func isTheDifferenceOfTwoSets() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<5000 {
      let bound = Int32.random(in: 1...20, using: &random)
      let sets = (0..<2).map { _ in
        Set((0..<Int.random(in: 0...12, using: &random)).map { _ in Int32.random(in: 0..<bound, using: &random) })
      }
      let change = MembershipChange(from: sets[0].sorted(), to: sets[1].sorted())
      #expect(change.left == sets[0].subtracting(sets[1]).sorted())
      #expect(change.entered == sets[1].subtracting(sets[0]).sorted())
      #expect(change.isEmpty == (sets[0] == sets[1]))
    }
  }
}
