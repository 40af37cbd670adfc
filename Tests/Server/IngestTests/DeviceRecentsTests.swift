import Geodesy
import MusterValues
import TestSupport
import Testing

@testable import MusterIngest

@Suite struct DeviceRecentsTests {
  private func samples(_ random: inout SeededRandom) -> [RecentSample] {
    (1...60).map { sequence in
      RecentSample(
        sampleTime: Timestamp(milliseconds: Int64.random(in: 0..<20, using: &random)),
        position: Coordinate(longitude: Double(Int.random(in: 0..<3, using: &random)), latitude: 0),
        sequence: Int64(sequence / 2), offset: UInt32(sequence), length: 3, isStored: Bool.random(using: &random))
    }
  }

  @Test func answersAsAPlainSortedList() {
    for seed: UInt64 in 1...50 {
      var random = SeededRandom(seed: seed)
      let all = samples(&random)
      var recents = DeviceRecents()
      for sample in all { recents.insert(sample) }
      let sorted = all.sorted { ($0.sampleTime, $0.place) < ($1.sampleTime, $1.place) }
      #expect(recents.samples == sorted)
      for time in -1...20 {
        for longitude in 0..<4 {
          let position = Coordinate(longitude: Double(longitude), latitude: 0)
          let time = Timestamp(milliseconds: Int64(time))
          #expect(
            recents.contains(sampleTime: time, position: position)
              == all.contains { $0.sampleTime == time && $0.position == position })
        }
      }
      for _ in 0..<40 {
        let from = Timestamp(milliseconds: Int64.random(in: -1...21, using: &random))
        let to = Timestamp(milliseconds: Int64.random(in: -1...21, using: &random))
        let last = Bool.random(using: &random) ? sorted.randomElement(using: &random) : nil
        let cursor = last.map { HistoryCursor(sampleTime: $0.sampleTime, place: $0.place) }
        let limit = Int.random(in: 0...30, using: &random)
        let expected = sorted.filter { sample in
          sample.isStored && sample.sampleTime >= from && sample.sampleTime < to
            && cursor.map { ($0.sampleTime, $0.place) < (sample.sampleTime, sample.place) } ?? true
        }
        #expect(recents.stored(from: from, to: to, after: cursor, limit: limit) == Array(expected.prefix(limit)))
      }
      recents.removeAll(through: 12)
      #expect(recents.samples == sorted.filter { $0.sequence > 12 })
    }
  }

  @Test func theGreatestCursorIsTheEnd() {
    var recents = DeviceRecents()
    recents.insert(
      RecentSample(
        sampleTime: Timestamp(milliseconds: 1), position: Coordinate(longitude: 0, latitude: 0), sequence: 1, offset: 1,
        length: 1, isStored: true))
    let cursor = HistoryCursor(sampleTime: Timestamp(milliseconds: .max), place: .max)
    #expect(
      recents.stored(from: .distantPast, to: Timestamp(milliseconds: .max), after: cursor, limit: 1).isEmpty)
  }
}
