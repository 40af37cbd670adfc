import ExactGeometry
import Geodesy
import Testing

/// The oracle of the other tests, where the answer is known.
@Suite struct ExactOracleTests {
  private func polygon(_ ring: [(Double, Double)]) -> Polygon {
    let places = ring.map { Coordinate(longitude: $0.0, latitude: $0.1) }
    return Polygon(rings: [places + [places[0]]])
  }

  @Test(arguments: [1, 0x1p-40, 0x1p-60, 0x1p-1073])
  func aTriangleOfAnyScale(scale: Double) {
    let oracle = ExactOracle(polygon([(0, 0), (4 * scale, 0), (0, 4 * scale)]))
    for x in -1...5 {
      for y in -1...5 {
        let place = Coordinate(longitude: Double(x) * scale, latitude: Double(y) * scale)
        #expect(oracle.contains(place) == (x >= 0 && y >= 0 && x + y <= 4), "\(x) \(y)")
      }
    }
  }

  /// One unit in the last place to either side of a slanted edge; the numbers are such that products round.
  @Test func oneUnitDecides() {
    let (a, b) = ((10.1, 20.3), (11.1, 21.3))
    let oracle = ExactOracle(polygon([a, b, (10.1, 21.3)]))
    // Exactly: 11.1 - 10.1 as doubles against 21.3 - 20.3 tells which side the diagonal's points are on.
    let (dx, dy) = (b.0 - a.0, b.1 - a.1)
    let end = Coordinate(longitude: a.0 + dx, latitude: a.1 + dy)
    #expect(end == Coordinate(longitude: b.0, latitude: b.1) && oracle.contains(end))
    #expect(!oracle.contains(Coordinate(longitude: b.0.nextUp, latitude: b.1)))
    #expect(!oracle.contains(Coordinate(longitude: b.0, latitude: b.1.nextDown)))
    #expect(oracle.contains(Coordinate(longitude: b.0.nextDown, latitude: b.1)))
  }

  @Test func edgesGoTheShortWay() {
    let oracle = ExactOracle(polygon([(179, -1), (-179, -1), (-179, 1), (179, 1)]))
    for x in [180.0, -180, 179, -179, 179.5] { #expect(oracle.contains(Coordinate(longitude: x, latitude: 1))) }
    for x in [178.999, -178.999, 0, 90] { #expect(!oracle.contains(Coordinate(longitude: x, latitude: 0))) }
    #expect(!oracle.contains(Coordinate(longitude: 179.0.nextDown, latitude: 0)))
    #expect(!oracle.contains(Coordinate(longitude: (-179.0).nextUp, latitude: 0)))
  }

  @Test func aHoleIsOutsideAndItsBorderInside() {
    var ringed = polygon([(0, 0), (8, 0), (8, 8), (0, 8)])
    ringed.rings += polygon([(2, 2), (2, 6), (6, 6), (6, 2)]).rings
    let oracle = ExactOracle(ringed)
    #expect(oracle.contains(Coordinate(longitude: 1, latitude: 4)))
    #expect(!oracle.contains(Coordinate(longitude: 4, latitude: 4)))
    #expect(oracle.contains(Coordinate(longitude: 2, latitude: 4)))
    #expect(!oracle.contains(Coordinate(longitude: 2.0.nextUp, latitude: 4)))
  }
}
