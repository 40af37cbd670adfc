import Geodesy
import Geofencing
import MusterValues
import TestSupport
import Testing

@Suite struct SampleOrderTests {
  private func mark(_ time: Int64, arrival: Int64, at longitude: Double = 0) -> SampleMark {
    SampleMark(
      sampleTime: Timestamp(milliseconds: time), arrival: Timestamp(milliseconds: arrival),
      position: Coordinate(longitude: longitude, latitude: 0))
  }

  @Test func theFirstSampleIsNewer() { #expect(SampleOrder.of(mark(5, arrival: 9), after: nil) == .newer) }

  @Test func orderIsByTime() {
    let newest = mark(100, arrival: 200)
    #expect(SampleOrder.of(mark(101, arrival: 200), after: newest) == .newer)
    #expect(SampleOrder.of(mark(99, arrival: 300), after: newest) == .late)
    #expect(SampleOrder.of(mark(100, arrival: 300), after: newest) == .heartbeat)
    #expect(SampleOrder.of(mark(100, arrival: 300, at: 1), after: newest) == .conflicting)
  }

  @Test func signedZeroIsOnePlace() {
    #expect(SampleOrder.of(mark(100, arrival: 300, at: -0.0), after: mark(100, arrival: 200)) == .heartbeat)
  }

  @Test func aFutureSampleDoesNotBlockWhatFollows() {
    let future = mark(1000, arrival: 200)
    #expect(future.effectiveTime == Timestamp(milliseconds: 200))
    #expect(SampleOrder.of(mark(201, arrival: 201), after: future) == .newer)
    #expect(SampleOrder.of(mark(199, arrival: 201), after: future) == .late)
    // Equal effective times are ordered by sample time.
    #expect(SampleOrder.of(mark(200, arrival: 200), after: future) == .late)
    #expect(SampleOrder.of(mark(1001, arrival: 200), after: future) == .newer)
    #expect(SampleOrder.of(mark(1000, arrival: 1000), after: future) == .heartbeat)
  }

  @Test func ofTwoDifferentTimesExactlyOneIsNewer() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<2000 {
      let marks = (0..<2).map { _ in
        mark(Int64.random(in: 0..<6, using: &random), arrival: Int64.random(in: 0..<6, using: &random))
      }
      guard marks[0].sampleTime != marks[1].sampleTime else { continue }
      let orders = [SampleOrder.of(marks[0], after: marks[1]), SampleOrder.of(marks[1], after: marks[0])]
      #expect(orders.contains(.newer) && orders.contains(.late), "\(marks)")
    }
  }

  @Test func aStateEndsAfterThirtyDaysAndNotAtThem() {
    let heard = Timestamp(milliseconds: 1000)
    #expect(!StateLife.hasEnded(lastSample: heard, at: heard.advanced(byMilliseconds: 30 * 86_400_000)))
    #expect(StateLife.hasEnded(lastSample: heard, at: heard.advanced(byMilliseconds: 30 * 86_400_000 + 1)))
    #expect(!StateLife.hasEnded(lastSample: heard, at: .distantPast))
    #expect(StateLife.hasEnded(lastSample: .distantPast, at: Timestamp(milliseconds: .max)))
  }
}
