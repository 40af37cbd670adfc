import Geodesy
import Testing

@Suite struct ValidationTests {
  private static func ring(_ places: [(Double, Double)]) -> [Coordinate] {
    places.map { Coordinate(longitude: $0.0, latitude: $0.1) }
  }

  private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [Coordinate] {
    ring([(west, south), (east, south), (east, north), (west, north), (west, south)])
  }

  private static func error(_ shape: Shape, _ rules: ShapeRules = .amazon) -> ShapeError? {
    do throws(ShapeError) {
      _ = try PreparedShape(validating: shape, rules: rules)
      return nil
    } catch {
      return error
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let name: String
    let code: ShapeError.Code
    let path: String
    let rings: [[Coordinate]]
    var testDescription: String { name }
  }

  static let refusals: [Refusal] = [
    Refusal(name: "no ring", code: .noRings, path: "Polygon", rings: []),
    Refusal(
      name: "triangle left open", code: .tooFewVertices, path: "Polygon[0]", rings: [ring([(0, 0), (1, 0), (0, 0)])]),
    Refusal(
      name: "not closed", code: .notClosed, path: "Polygon[0]", rings: [ring([(0, 0), (1, 0), (1, 1), (0, 1)])]),
    Refusal(
      name: "NaN", code: .notFinite, path: "Polygon[0][1]", rings: [ring([(0, 0), (.nan, 0), (1, 1), (0, 0)])]),
    Refusal(
      name: "infinite", code: .notFinite, path: "Polygon[0][2]",
      rings: [ring([(0, 0), (1, 0), (1, .infinity), (0, 0)])]),
    Refusal(
      name: "longitude", code: .longitudeOutOfRange, path: "Polygon[0][1]",
      rings: [ring([(0, 0), (180.5, 0), (1, 1), (0, 0)])]),
    Refusal(
      name: "latitude", code: .latitudeOutOfRange, path: "Polygon[1][1]",
      rings: [box(0, 0, 9, 9), ring([(1, 1), (2, 91), (2, 2), (1, 1)])]),
    Refusal(
      name: "one line", code: .zeroArea, path: "Polygon[0]", rings: [ring([(0, 0), (1, 1), (2, 2), (0, 0)])]),
    Refusal(
      name: "one place", code: .zeroArea, path: "Polygon[0]", rings: [ring([(1, 1), (1, 1), (1, 1), (1, 1)])]),
    Refusal(
      name: "there and back", code: .zeroArea, path: "Polygon[0]", rings: [ring([(0, 0), (1, 1), (0, 0), (0, 0)])]),
    Refusal(
      name: "whole world", code: .zeroArea, path: "Polygon[0]", rings: [box(-180, -90, 180, 90)]),
    Refusal(
      name: "bow tie", code: .selfIntersection, path: "Polygon[0][2]",
      rings: [ring([(0, 0), (2, 2), (2, 0), (0, 3), (0, 0)])]),
    Refusal(
      name: "touches itself at a vertex", code: .selfIntersection, path: "Polygon[0][4]",
      rings: [ring([(0, 0), (4, 0), (2, 2), (4, 4), (0, 4), (2, 2), (0, 0)])]),
    Refusal(
      name: "vertex on an own edge", code: .selfIntersection, path: "Polygon[0][2]",
      rings: [ring([(0, 0), (4, 0), (0, 2), (4, 4), (0, 4), (0, 0)])]),
    Refusal(
      name: "spike", code: .spike, path: "Polygon[0][2]",
      rings: [ring([(0, 0), (2, 0), (4, 0), (3, 0), (2, 3), (0, 0)])]),
    Refusal(
      name: "hole outside", code: .holeOutside, path: "Polygon[1]", rings: [box(0, 0, 4, 4), box(5, 5, 6, 6)]),
    Refusal(
      name: "hole around the exterior", code: .holeOutside, path: "Polygon[1]",
      rings: [box(1, 1, 2, 2), box(0, 0, 4, 4)]),
    Refusal(
      name: "hole in a hole", code: .nestedHoles, path: "Polygon[2]",
      rings: [box(0, 0, 9, 9), box(1, 1, 8, 8), box(2, 2, 3, 3)]),
    Refusal(
      name: "hole in a hole, the inner first", code: .nestedHoles, path: "Polygon[1]",
      rings: [box(0, 0, 9, 9), box(2, 2, 3, 3), box(1, 1, 8, 8)]),
    Refusal(
      name: "hole crosses", code: .ringsMeet, path: "Polygon[1][0]", rings: [box(0, 0, 4, 4), box(2, 2, 6, 3)]),
    Refusal(
      name: "hole touches", code: .ringsMeet, path: "Polygon[1][2]",
      rings: [box(0, 0, 4, 4), ring([(1, 1), (2, 1), (4, 2), (1, 1)])]),
    Refusal(
      name: "holes touch", code: .ringsMeet, path: "Polygon[2][0]",
      rings: [box(0, 0, 9, 9), box(1, 1, 3, 3), box(3, 3, 4, 4)]),
    Refusal(
      name: "half turn", code: .ambiguousEdge, path: "Polygon[0][1]",
      rings: [ring([(-90, 0), (90, 0), (0, 10), (-90, 0)])]),
    Refusal(
      name: "round the pole", code: .surroundsPole, path: "Polygon[0]",
      rings: [ring([(0, 80), (120, 80), (-120, 80), (0, 80)])]),
    Refusal(
      name: "overlaps itself round the globe", code: .tooWide, path: "Polygon[0]",
      rings: [
        ring([
          (0, 0), (100, 0), (-160, 0), (-60, 0), (10, 5), (10, 6), (-60, 3), (-160, 3), (100, 3), (0, 3), (0, 0),
        ])
      ]),
  ]

  @Test(arguments: refusals) func refuses(_ refusal: Refusal) throws {
    let found = try #require(Self.error(.polygon(Polygon(rings: refusal.rings))))
    #expect(found.code == refusal.code, "\(found)")
    if found.code != .ringsMeet && found.code != .selfIntersection { #expect(found.path == refusal.path) }
    #expect(found.path.hasPrefix("Polygon"))
    #expect(found.description.hasPrefix(found.path))
    // The same shape inside a multipolygon is named there; from any start, either way round, it stays refused.
    let multiple = try #require(
      Self.error(.multiPolygon([Polygon(rings: [Self.box(50, 50, 51, 51)]), Polygon(rings: refusal.rings)])))
    #expect(multiple.code == refusal.code)
    #expect(multiple.path == "MultiPolygon[1]" + found.path.dropFirst("Polygon".count))
    let turned = refusal.rings.map { Array($0.reversed()) }
    #expect(Self.error(.polygon(Polygon(rings: turned)))?.code == refusal.code)
  }

  @Test func namesBothPlacesOfACrossing() throws {
    let bow = Polygon(rings: [Self.ring([(0, 0), (2, 2), (2, 0), (0, 3), (0, 0)])])
    let found = try #require(Self.error(.polygon(bow)))
    #expect(found.message.contains("Polygon[0][0]") && found.path == "Polygon[0][2]")
    let holed = Polygon(rings: [Self.box(0, 0, 4, 4), Self.box(2, 2, 6, 3)])
    let other = try #require(Self.error(.polygon(holed)))
    #expect(other.path.hasPrefix("Polygon[1]") && other.message.contains("Polygon[0][1]"))
  }

  @Test func acceptsWhatIsSound() throws {
    let sound: [[[Coordinate]]] = [
      [Self.box(0, 0, 1, 1)], [Self.box(0, 0, 1, 1).reversed()],
      [Self.box(0, 0, 9, 9), Self.box(1, 1, 2, 2), Self.box(3, 3, 4, 4).reversed()],
      // Repeated neighbours, also across the end, and vertices in the middle of straight edges.
      [Self.ring([(0, 0), (0, 0), (1, 0), (2, 0), (2, 0), (2, 2), (0, 2), (0, 0), (0, 0)])],
      // Nearly the same place, a grain apart.
      [Self.ring([(1, 0), (1.0.nextUp, 0), (2, 0), (2, 2), (1, 2), (1, 0)])],
      // Across the antimeridian, with a hole on its far side, and borders on it.
      [Self.box(170, 0, -170, 10), Self.box(-178, 1, -175, 2)], [Self.box(170, 0, -170, 10), Self.box(178, 1, 179, 2)],
      [Self.box(170, 0, 180, 10)], [Self.box(-180, 0, -170, 10)],
      [Self.ring([(170, 0), (180, 0), (-180, 0), (-170, 0), (-170, 5), (170, 5), (170, 0)])],
      // Wider than half the globe.
      [Self.ring([(-170, 0), (0, 0), (170, 0), (170, 9), (0, 9), (-170, 9), (-170, 0)])],
      [Self.box(0, 80, 90, 90)],
    ]
    for rings in sound {
      #expect(Self.error(.polygon(Polygon(rings: rings))) == nil, "\(rings)")
      let shape = try PreparedShape(validating: .polygon(Polygon(rings: rings)), rules: .amazon)
      #expect(shape.shape == .polygon(Polygon(rings: rings)))
      for place in rings.flatMap({ $0 }) { #expect(shape.contains(place)) }
    }
  }

  @Test func antimeridianFollowsTheRules() {
    var rules = ShapeRules.amazon
    let across = Shape.polygon(Polygon(rings: [Self.box(170, 0, -170, 10)]))
    #expect(Self.error(across, rules) == nil)
    rules.allowsAntimeridian = false
    #expect(Self.error(across, rules)?.code == .crossesAntimeridian)
    #expect(Self.error(.polygon(Polygon(rings: [Self.box(-170, 0, 0, 10)])), rules) == nil)
  }

  @Test func limitsAreKept() {
    let box = Polygon(rings: [Self.box(0, 0, 1, 1)])
    func strip(_ count: Int) -> Polygon {
      let places = (0..<count).map { (Double($0) / 1000, 0.0) } + [(0.5, 1), (0, 0)]
      return Polygon(rings: [Self.ring(places)])
    }
    #expect(Self.error(.polygon(strip(998))) == nil)
    #expect(Self.error(.polygon(strip(999)))?.code == .tooManyVertices)
    #expect(Self.error(.polygon(strip(999)), .geobuf) == nil)
    let holes = (0..<250).map { Self.box(1 + Double($0) / 10, 1, 1.05 + Double($0) / 10, 1.05) }
    var roomy = ShapeRules.amazon
    roomy.maximumVertices = 10_000
    #expect(Self.error(.polygon(Polygon(rings: [Self.box(0, 0, 90, 9)] + holes.dropLast())), roomy) == nil)
    #expect(Self.error(.polygon(Polygon(rings: [Self.box(0, 0, 90, 9)] + holes)), roomy)?.code == .tooManyRings)
    let many = (0..<251).map { Polygon(rings: [Self.box(Double($0) / 2, 0, Double($0) / 2 + 0.4, 1)]) }
    #expect(Self.error(.multiPolygon(Array(many.dropLast())), roomy) == nil)
    #expect(Self.error(.multiPolygon(many), roomy)?.code == .tooManyPolygons)
    #expect(Self.error(.multiPolygon([]))?.code == .noPolygons)
    #expect(Self.error(.multiPolygon([box, box])) == nil)
  }

  @Test func crossingsBetweenPolygonsAreLimited() {
    func comb(_ bars: Int) -> [Polygon] {
      [Polygon(rings: [Self.box(0, 0, 100, 1)])]
        + (0..<bars).map { Polygon(rings: [Self.box(Double($0) * 2 + 1, -1, Double($0) * 2 + 2, 2)]) }
    }
    #expect(Self.error(.multiPolygon(comb(2))) == nil)
    #expect(Self.error(.multiPolygon(comb(3)))?.code == .tooManyIntersections)
    var rules = ShapeRules.amazon
    rules.maximumCrossingsPerEdge = 100
    rules.maximumCrossings = 12
    #expect(Self.error(.multiPolygon(comb(3)), rules) == nil)
    #expect(Self.error(.multiPolygon(comb(4)), rules)?.code == .tooManyIntersections)
    // The same across the antimeridian, each polygon in its own frame.
    let bars = (0..<3).map { Polygon(rings: [Self.box(-179 + Double($0) * 2, -1, -178 + Double($0) * 2, 2)]) }
    let long = Polygon(rings: [Self.box(170, 0, -100, 1)])
    #expect(Self.error(.multiPolygon([long] + bars))?.code == .tooManyIntersections)
  }

  @Test(arguments: [0.0, -1, .nan, .infinity, 100_000.5]) func refusesRadius(_ radius: Double) {
    let center = Coordinate(longitude: 1, latitude: 2)
    #expect(Self.error(.circle(Circle(center: center, radius: radius)))?.code == .radiusOutOfRange)
    #expect(Self.error(.circle(Circle(center: center, radius: radius)))?.path == "Circle.Radius")
    #expect(Self.error(.circle(Circle(center: center, radius: 100_000))) == nil)
    let off = Coordinate(longitude: 1, latitude: 92)
    #expect(Self.error(.circle(Circle(center: off, radius: 1)))?.path == "Circle.Center")
  }
}
