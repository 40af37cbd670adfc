import Geodesy
import Testing

@Suite struct PreparedShapeSmokeTests {
  @Test func squareHoldsItsBorderAndInside() throws {
    let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0)].map { Coordinate(longitude: $0.0, latitude: $0.1) }
    let shape = try PreparedShape(validating: .polygon(Polygon(rings: [corners])), rules: .amazon)
    #expect(shape.contains(Coordinate(longitude: 0.5, latitude: 0.5)))
    #expect(shape.contains(Coordinate(longitude: 1, latitude: 0.25)))
    #expect(!shape.contains(Coordinate(longitude: 1.0000001, latitude: 0.25)))
  }
}
