import Geodesy
import MovementSimulation
import MusterValues
import TestSupport
import Testing

@Suite struct TrackReplayTests {
  /// Points 10 m apart along a meridian, with the given times in seconds.
  private func track(_ seconds: [Double?], spacing: Double = 10) -> TrackReplay {
    var place = Coordinate(longitude: 13.4, latitude: 52.5)
    return TrackReplay(
      seconds.map { second in
        defer { place = Geodesic.direct(from: place, azimuth: 0, distance: spacing).end }
        return TrackPoint(
          coordinate: place, time: second.map { Timestamp(milliseconds: Int64(($0 * 1000).rounded())) })
      })
  }

  private func offsets(_ replay: TrackReplay) -> [Int64] { replay.samples.map(\.offset) }

  @Test func keepsTheSpacingOfGoodTimes() {
    #expect(offsets(track([1_700_000_000, 1_700_000_002.5, 1_700_000_007])) == [0, 2500, 7000])
  }

  @Test func keepsTheSpacingOfTimesIn1970() {
    #expect(offsets(track([0, 1, 2, 5])) == [0, 1000, 2000, 5000])
  }

  @Test func withoutTimesPeopleWalk() {
    // 10 m at 1.4 m/s.
    #expect(offsets(track([nil, nil, nil])) == [0, 7142, 14_284])
  }

  @Test func withoutTimesPointsFarApartAreDriven() {
    // 100 m at 13.9 m/s.
    #expect(offsets(track([nil, nil, nil], spacing: 100)) == [0, 7194, 14_388])
  }

  @Test func pointsOnTopOfEachOtherAreASecondApart() {
    #expect(offsets(track([nil, nil, nil], spacing: 0)) == [0, 1000, 2000])
  }

  @Test func timesThatAreAllAlikeCountForNothing() {
    #expect(offsets(track([-2_147_483_648, -2_147_483_648, -2_147_483_648])) == offsets(track([nil, nil, nil])))
  }

  @Test func aPointWithoutATimeIsLaidBetweenItsNeighbours() {
    #expect(offsets(track([100, nil, 104])) == [0, 2000, 4000])
  }

  @Test func aTimeThatGoesBackIsLaidBetweenItsNeighbours() {
    #expect(offsets(track([100, 102, 90, 106])) == [0, 2000, 4000, 6000])
  }

  @Test func oneWildTimeDoesNotSpoilTheRest() {
    // A receiver that starts in 2038: the longest increasing run begins after it.
    let replay = track([2_145_916_800, 100, 102, 104, 106])
    #expect(offsets(replay).dropFirst(1).map { $0 - replay.samples[1].offset } == [0, 2000, 4000, 6000])
    // The first gap has no usable times: its length at the track's own median speed of 5 m/s.
    #expect(abs(replay.samples[1].offset - 2000) <= 1)
  }

  @Test func aGapOfMoreThanADayIsNotBelieved() {
    let replay = track([0, 1_700_000_000, 1_700_000_002, 1_700_000_004, 1_700_000_006])
    #expect(abs(replay.samples[1].offset - 2000) <= 1)
    #expect(replay.duration < 10_000)
    #expect(offsets(track([0, 86_400])) == [0, 86_400_000])
  }

  @Test func remembersTheRecordedTimes() {
    #expect(track([5, nil]).samples.map(\.recorded) == [Timestamp(milliseconds: 5000), nil])
  }

  @Test func leavesOutWhatIsNoPlace() {
    let replay = TrackReplay([
      TrackPoint(coordinate: Coordinate(longitude: .nan, latitude: 0), time: nil),
      TrackPoint(coordinate: Coordinate(longitude: 0, latitude: 91), time: nil),
      TrackPoint(coordinate: Coordinate(longitude: 1, latitude: 2), time: nil),
    ])
    #expect(replay.samples.count == 1)
    #expect(replay.length == 0)
    #expect(TrackReplay([]).samples.isEmpty)
    #expect(TrackReplay([]).place(at: 3) == nil)
  }

  @Test func findsPlacesAlongTheTrack() throws {
    let replay = track([nil, nil, nil, nil, nil])
    #expect(abs(replay.length - 40) < 1e-6)
    #expect(replay.place(at: 0) == replay.samples[0].coordinate)
    #expect(replay.place(at: 15) == replay.samples[2].coordinate)
    #expect(replay.place(at: 1e9) == replay.samples[4].coordinate)
  }

  /// Whatever the times are, hostile ones included, offsets increase strictly and nothing traps.
  @Test func alwaysIncreases() {
    var random = SeededRandom(seed: 41)
    let extremes: [Int64] = [.min, .max, 0, -1, 1, 86_400_000, 86_400_001]
    for _ in 0..<400 {
      let points = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        let time: Int64? =
          switch Int.random(in: 0...3, using: &random) {
          case 0: nil
          case 1: extremes.randomElement(using: &random)
          default: Int64.random(in: 0...200_000, using: &random)
          }
        return TrackPoint(
          coordinate: Coordinate(
            longitude: Double.random(in: -180...180, using: &random),
            latitude: Double.random(in: -90...90, using: &random)),
          time: time.map { Timestamp(milliseconds: $0) })
      }
      let replay = TrackReplay(points)
      #expect(replay.samples.first?.offset == 0)
      #expect(zip(replay.samples, replay.samples.dropFirst()).allSatisfy { $0.offset < $1.offset })
    }
  }

  /// The anchors chosen are as many as an O(n²) search finds: every spacing between increasing neighbours survives.
  @Test func keepsAsManyTimesAsPossible() {
    var random = SeededRandom(seed: 42)
    for _ in 0..<200 {
      let seconds = (0..<30).map { _ in Double(Int.random(in: 0...40, using: &random)) }
      var best = [Int](repeating: 1, count: seconds.count)
      for i in seconds.indices {
        for j in 0..<i where seconds[j] < seconds[i] { best[i] = max(best[i], best[j] + 1) }
      }
      let replay = track(seconds.map { $0 * 3600 })
      // A kept time is off the first kept one by exactly the difference of the times.
      let shifts = zip(replay.samples, seconds).map { $0.offset - Int64($1) * 3_600_000 }
      let kept = Dictionary(grouping: shifts, by: { $0 }).values.map(\.count).max() ?? 0
      #expect(kept >= (best.max() ?? 0))
    }
  }
}
