import AmazonLocation
import Foundation
import Geodesy
import Geofencing
import MusterStorage
import MusterValues
import Testing

@testable import MusterIngest

@Suite struct ForecastTests {
  private let motion = ForecastMotion(
    place: Coordinate(longitude: 0.25, latitude: 0.25), speed: 1000, horizon: 100)

  @Test func showsCommittedFencesUnderTheirNames() throws {
    let store = MemoryStore()
    var engine = try Engine(store: store)
    _ = try engine.send(.createCollection(CollectionSettings(name: "C")))
    _ = try engine.send(
      .putGeofences(collection: "C", [square("A", 0, 0), square("B", 0.75, 0), square("\u{C5}", 50, 50)]))
    func forecast(_ heading: ForecastHeading? = nil, limit: Int = 10) throws -> [FenceForecast] {
      try #require(engine.pipeline.forecast(in: "C", of: motion, heading: heading, after: nil, limit: limit))
    }
    let first = try forecast()
    #expect(first.map(\.geofence) == ["A", "B"] && first.map(\.forecast.kind) == [.exit, .enter])
    #expect(try forecast(limit: 1).map(\.id) == [first[0].id])
    #expect(engine.pipeline.forecast(in: "D", of: motion, heading: nil, after: nil, limit: 1) == nil)
    let rest = engine.pipeline.forecast(in: "C", of: motion, heading: nil, after: first[0].forecast.cursor, limit: 10)
    #expect(rest?.map(\.geofence) == ["B"])
    // West of A there is nothing.
    let west = try forecast(ForecastHeading(azimuth: 270))
    #expect(west.map(\.geofence) == ["A"] && west[0].id != first[0].id)
    // Ids and cursors outlive the process.
    engine.stop()
    engine = try Engine(store: store)
    #expect(try forecast().map(\.id) == first.map(\.id))
    #expect(try forecast().map(\.forecast.cursor) == first.map(\.forecast.cursor))
    // A fence deleted is gone; the same name put anew is another fence.
    _ = try engine.send(.deleteGeofences(collection: "C", ["B"]))
    #expect(try forecast().map(\.geofence) == ["A"])
    _ = try engine.send(.putGeofences(collection: "C", [square("B", 0.75, 0)]))
    let again = try forecast()
    #expect(again.map(\.geofence) == ["A", "B"] && again[0].id == first[0].id && again[1].id != first[1].id)
    engine.stop()
  }
}
