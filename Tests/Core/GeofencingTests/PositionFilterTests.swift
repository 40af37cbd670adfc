import Geodesy
import Geofencing
import MusterValues
import Testing

@Suite struct PositionFilterTests {
  private typealias Decision = PositionFilter.Decision
  private let kept = Decision(stores: true, evaluates: true)
  private let dropped = Decision(stores: false, evaluates: false)

  private func sample(
    _ time: Int64 = 0, _ longitude: Double = 0, accuracy: Double = 0
  ) -> PositionFilter.Reference {
    PositionFilter.Reference(
      effectiveTime: Timestamp(milliseconds: time), position: Coordinate(longitude: longitude, latitude: 0),
      accuracy: accuracy)
  }

  /// A place so far east of longitude 0 on the equator, where a degree has 111,319.49079327358 m; and the next double.
  private func longitude(metres: Double) -> Double { metres / 111_319.490_793_273_57 }

  @Test func theFirstSampleIsKeptByEveryRule() {
    for filter in [PositionFilter.timeBased, .distanceBased, .accuracyBased] {
      #expect(filter.decide(sample(accuracy: 1e7), after: nil) == kept)
    }
  }

  @Test func thirtySecondsAreEnoughToBeStored() {
    let rule = PositionFilter.timeBased
    #expect(rule.decide(sample(29_999), after: sample()) == Decision(stores: false, evaluates: true))
    #expect(rule.decide(sample(30_000), after: sample()) == kept)
    #expect(rule.decide(sample(-1), after: sample()) == Decision(stores: false, evaluates: true))
  }

  @Test func timesAtTheEndsOfTheirRangeDoNotTrap() {
    #expect(PositionFilter.timeBased.decide(sample(.max), after: sample(.min)) == kept)
    #expect(!PositionFilter.timeBased.decide(sample(.min), after: sample(.max)).stores)
  }

  @Test func thirtyMetresCountAsMoved() {
    let rule = PositionFilter.distanceBased
    // The places on either side of 30 m, and the first that is not nearer.
    let place = longitude(metres: 30)
    #expect(rule.decide(sample(0, place * (1 - 1e-12)), after: sample()) == dropped)
    #expect(rule.decide(sample(0, place * (1 + 1e-12)), after: sample()) == kept)
    #expect(rule.decide(sample(86_400_000), after: sample()) == dropped)
  }

  @Test func theSumOfBothAccuraciesCountsAsMoved() {
    let rule = PositionFilter.accuracyBased
    let place = longitude(metres: 25)
    #expect(rule.decide(sample(0, place, accuracy: 15.000_001), after: sample(accuracy: 10)) == dropped)
    #expect(rule.decide(sample(0, place, accuracy: 14.999_999), after: sample(accuracy: 10)) == kept)
    // The sum is exactly the distance that the geodesic gives.
    let distance = Coordinate(longitude: 0, latitude: 0).distance(to: Coordinate(longitude: place, latitude: 0))
    #expect(rule.decide(sample(0, place, accuracy: distance), after: sample()) == kept)
    #expect(rule.decide(sample(0, place, accuracy: distance.nextUp), after: sample()) == dropped)
  }

  @Test func withoutAnyAccuracyEverySampleIsKept() {
    #expect(PositionFilter.accuracyBased.decide(sample(), after: sample()) == kept)
    #expect(PositionFilter.accuracyBased.decide(sample(accuracy: 1), after: sample()) == dropped)
  }
}
