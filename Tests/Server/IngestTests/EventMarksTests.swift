import MusterValues
import TestSupport
import Testing

@testable import MusterIngest

@Suite struct EventMarksTests {
  /// Events are removed only when they are older than asked, and not more than an hour and a look later.
  @Test func neverNamesAnEventThatIsTooYoung() {
    var random = SeededRandom(seed: 4)
    var marks = EventMarks(bytes: [])
    var history: [(time: Int64, ordinal: Int64)] = []
    var now: Int64 = 1_700_000_000_000
    var ordinal: Int64 = 0
    let retention: Int64 = 20 * 3_600_000
    for _ in 0..<2000 {
      now += Int64.random(in: 0..<1_200_000, using: &random)
      ordinal += Int64.random(in: 0..<5, using: &random)
      history.append((now, ordinal))
      let oldest = now - retention
      let through = marks.note(
        now: Timestamp(milliseconds: now), ordinal: ordinal, oldest: Timestamp(milliseconds: oldest))
      let surelyOld = history.last { $0.time <= oldest }?.ordinal ?? 0
      let longOld = history.last { $0.time <= oldest - 2 * 3_600_000 }?.ordinal ?? 0
      #expect(through <= surelyOld)
      #expect(through >= longOld)
      marks = EventMarks(bytes: marks.bytes)
      #expect(marks.bytes.count < 24 * 20)
    }
  }

  @Test func damagedBytesAreNoMarks() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<1000 {
      let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      var marks = EventMarks(bytes: bytes)
      _ = marks.note(now: Timestamp(milliseconds: .max), ordinal: 1, oldest: .distantPast)
      #expect(!marks.bytes.isEmpty)
    }
  }
}
