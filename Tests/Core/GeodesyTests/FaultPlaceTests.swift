import Geodesy
import MusterValues
import TestSupport
import Testing

/// Every fault of a shape says where it is: in the text (`path`) and, where it has one, on the map (`place`).
@Suite struct FaultPlaceTests {
  private static func place(_ longitude: Double, _ latitude: Double) -> Coordinate {
    Coordinate(longitude: longitude, latitude: latitude)
  }

  private static func ring(_ places: (Double, Double)...) -> [Coordinate] { places.map { place($0.0, $0.1) } }

  private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [Coordinate] {
    ring((west, south), (east, south), (east, north), (west, north), (west, south))
  }

  private static func error(_ shape: Shape, _ rules: ShapeRules = .amazon) -> ShapeError? {
    do throws(ShapeError) {
      _ = try PreparedShape(validating: shape, rules: rules)
      return nil
    } catch {
      return error
    }
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let code: ShapeError.Code
    let path: String
    let place: Coordinate?
    let rings: [[Coordinate]]
    var testDescription: String { name }

    init(
      _ name: String, _ code: ShapeError.Code, _ path: String, _ place: Coordinate?, _ rings: [Coordinate]...
    ) {
      (self.name, self.code, self.path, self.place, self.rings) = (name, code, path, place, rings)
    }
  }

  static let faults: [Fault] = [
    Fault("no ring", .noRings, "Polygon", nil),
    Fault("empty ring", .tooFewVertices, "Polygon[0]", nil, []),
    Fault("three vertices", .tooFewVertices, "Polygon[0]", nil, ring((0, 0), (1, 0), (0, 0))),
    Fault("not closed", .notClosed, "Polygon[0]", place(0, 1), ring((0, 0), (1, 0), (1, 1), (0, 1))),
    Fault(
      "hole not closed", .notClosed, "Polygon[1]", place(2, 2), box(0, 0, 9, 9), ring((1, 1), (2, 1), (3, 2), (2, 2))),
    Fault("NaN", .notFinite, "Polygon[0][2]", nil, ring((0, 0), (1, 0), (1, .nan), (0, 0))),
    Fault("infinity", .notFinite, "Polygon[0][1]", nil, ring((0, 0), (-.infinity, 0), (1, 1), (0, 0))),
    Fault("longitude", .longitudeOutOfRange, "Polygon[0][1]", nil, ring((0, 0), (-180.1, 0), (1, 1), (0, 0))),
    Fault("latitude", .latitudeOutOfRange, "Polygon[0][2]", nil, ring((0, 0), (1, 0), (1, -90.5), (0, 0))),
    Fault("line", .zeroArea, "Polygon[0]", nil, ring((0, 0), (1, 2), (2, 4), (0, 0))),
    Fault("one place", .zeroArea, "Polygon[0]", nil, ring((1, 1), (1, 1), (1, 1), (1, 1))),
    Fault("spike", .spike, "Polygon[0][3]", place(9, 4), ring((0, 0), (4, 0), (4, 4), (9, 4), (4, 4), (0, 4), (0, 0))),
    Fault(
      "spike that turns back short", .spike, "Polygon[0][1]", place(8, 0), ring((0, 0), (8, 0), (4, 0), (4, 4), (0, 0))),
    Fault("bow tie", .selfIntersection, "Polygon[0][2]", place(1, 1), ring((0, 0), (2, 2), (2, 0), (0, 2), (0, 0))),
    Fault(
      "bow tie across the antimeridian", .selfIntersection, "Polygon[0][2]", place(-179, 1),
      ring((179, 0), (-177, 2), (-177, 0), (179, 2), (179, 0))),
    Fault(
      "vertex on an own edge", .selfIntersection, "Polygon[0][4]", place(2, 0),
      ring((0, 0), (4, 0), (4, 4), (3, 4), (2, 0), (1, 4), (0, 4), (0, 0))),
    Fault(
      "vertex on an own vertex", .selfIntersection, "Polygon[0][5]", place(2, 2),
      ring((0, 0), (4, 0), (2, 2), (4, 4), (0, 4), (2, 2), (0, 0))),
    Fault(
      "edge along an own edge", .selfIntersection, "Polygon[0][4]", place(2, 0),
      ring((0, 0), (4, 0), (4, 4), (3, 4), (3, 0), (2, 0), (2, 4), (0, 4), (0, 0))),
    Fault("hole crosses", .ringsMeet, "Polygon[1][0]", place(4, 2), box(0, 0, 4, 4), box(2, 2, 6, 3)),
    Fault(
      "hole touches", .ringsMeet, "Polygon[1][2]", place(4, 2), box(0, 0, 4, 4), ring((1, 1), (2, 1), (4, 2), (1, 1))),
    Fault(
      "holes touch", .ringsMeet, "Polygon[2][0]", place(3, 3), box(0, 0, 9, 9), box(1, 1, 3, 3), box(3, 3, 4, 4)),
    Fault("hole outside", .holeOutside, "Polygon[1]", place(5, 5), box(0, 0, 4, 4), box(5, 5, 6, 6)),
    Fault("hole around", .holeOutside, "Polygon[1]", place(0, 0), box(1, 1, 2, 2), box(0, 0, 4, 4)),
    Fault(
      "hole in a hole", .nestedHoles, "Polygon[2]", place(2, 2), box(0, 0, 9, 9), box(1, 1, 8, 8), box(2, 2, 3, 3)),
    Fault("round the north pole", .surroundsPole, "Polygon[0]", nil, ring((0, 80), (120, 80), (-120, 80), (0, 80))),
    Fault("round the south pole", .surroundsPole, "Polygon[0]", nil, ring((0, -80), (-120, -80), (120, -80), (0, -80))),
    Fault("half a turn", .ambiguousEdge, "Polygon[0][1]", place(90, 0), ring((-90, 0), (90, 0), (0, 10), (-90, 0))),
  ]

  @Test(arguments: faults) func everyFaultHasItsPlace(_ fault: Fault) throws {
    let found = try #require(Self.error(.polygon(Polygon(rings: fault.rings))))
    #expect(found.code == fault.code, "\(found)")
    #expect(found.path == fault.path || [.ringsMeet, .selfIntersection].contains(fault.code), "\(found)")
    #expect(found.place == fault.place, "\(found)")
    #expect(found.description.hasPrefix(found.path))
    // Whichever vertex the ring starts with, and whichever way it goes, the place on the map stays.
    guard [.selfIntersection, .ringsMeet, .spike].contains(fault.code) else { return }
    for turn in 0..<(fault.rings[0].count - 1) {
      var rings = fault.rings
      let open = rings[0].dropLast()
      rings[0] = Array(open.dropFirst(turn) + open.prefix(turn))
      rings[0].append(rings[0][0])
      for reversed in [rings, rings.map { $0.reversed() }] {
        let other = try #require(Self.error(.polygon(Polygon(rings: reversed))))
        #expect(other.code == fault.code)
        // An edge along an edge has two ends that touch; any of them may be named.
        if fault.name != "edge along an own edge" { #expect(other.place == fault.place, "\(other)") }
      }
    }
  }

  @Test func tooMuchOfAnythingIsNamed() {
    let rules = ShapeRules(maximumVertices: 12, maximumRings: 2, maximumPolygons: 2)
    let polygon = Polygon(rings: [Self.box(0, 0, 9, 9)])
    let three = Polygon(rings: [Self.ring((0, 0), (9, 0), (9, 9), (0, 0))] + Array(repeating: [], count: 2))
    func found(_ shape: Shape) -> (ShapeError.Code?, String?) {
      let error = Self.error(shape, rules)
      return (error?.code, error?.path)
    }
    #expect(
      found(.polygon(Polygon(rings: Array(repeating: polygon.rings[0], count: 3)))) == (.tooManyVertices, "Polygon"))
    #expect(found(.polygon(three)) == (.tooManyRings, "Polygon"))
    #expect(found(.multiPolygon([polygon, three])) == (.tooManyRings, "MultiPolygon[1]"))
    #expect(found(.multiPolygon([polygon, polygon, polygon])) == (.tooManyVertices, "MultiPolygon"))
    let triangle = Polygon(rings: [Self.ring((0, 0), (9, 0), (9, 9), (0, 0))])
    #expect(found(.multiPolygon([triangle, triangle, triangle])) == (.tooManyPolygons, "MultiPolygon"))
    #expect(found(.multiPolygon([])) == (.noPolygons, "MultiPolygon"))
    #expect(found(.circle(Circle(center: Self.place(0, 91), radius: 1))) == (.latitudeOutOfRange, "Circle.Center"))
    #expect(found(.circle(Circle(center: Self.place(0, .nan), radius: 1))) == (.notFinite, "Circle.Center"))
    #expect(found(.circle(Circle(center: Self.place(181, 0), radius: 1))) == (.longitudeOutOfRange, "Circle.Center"))
    #expect(found(.circle(Circle(center: Self.place(0, 0), radius: .nan))) == (.radiusOutOfRange, "Circle.Radius"))
  }

  /// Two random segments that cross make a bow tie; where they cross is known from whole numbers.
  @Test func aCrossingIsWhereTheEdgesCross() throws {
    var random = SeededRandom(seed: 39)
    var found = 0
    while found < 500 {
      let corners = (0..<4).map { _ in
        (Int.random(in: -80...80, using: &random), Int.random(in: -80...80, using: &random))
      }
      let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
      let across = (b.0 - a.0) * (d.1 - c.1) - (b.1 - a.1) * (d.0 - c.0)
      guard across != 0 else { continue }
      let t = Double((c.0 - a.0) * (d.1 - c.1) - (c.1 - a.1) * (d.0 - c.0)) / Double(across)
      let u = Double((c.0 - a.0) * (b.1 - a.1) - (c.1 - a.1) * (b.0 - a.0)) / Double(across)
      guard t > 0.001, t < 0.999, u > 0.001, u < 0.999 else { continue }
      let ring = [a, b, c, d, a].map { Self.place(Double($0.0), Double($0.1)) }
      let error = try #require(Self.error(.polygon(Polygon(rings: [ring]))))
      let place = try #require(error.place)
      // A ring of four corners whose first and third edges cross has no other crossing.
      #expect(
        error.code == .selfIntersection && error.path == "Polygon[0][2]" && error.message.contains("Polygon[0][0]"))
      #expect(abs(place.longitude - (Double(a.0) + t * Double(b.0 - a.0))) < 1e-12)
      #expect(abs(place.latitude - (Double(a.1) + t * Double(b.1 - a.1))) < 1e-12)
      found += 1
    }
  }

  @Test func aCrossingOfNearlyParallelEdgesStaysBetweenThem() throws {
    var random = SeededRandom(seed: 40)
    var found = 0
    for _ in 0..<4000 {
      let (west, east) = (Self.place(10, 20), Self.place(11, 21))
      func nudged(_ value: Double) -> Double {
        value + Double(Int.random(in: -3...3, using: &random)) * value.ulp
      }
      let ring = [
        west, east, Self.place(nudged(11), nudged(21)), Self.place(nudged(10), nudged(20)), west,
      ]
      guard let error = Self.error(.polygon(Polygon(rings: [ring]))), let place = error.place else { continue }
      found += 1
      #expect(place.longitude > 9.99 && place.longitude < 11.01 && place.latitude > 19.99 && place.latitude < 21.01)
    }
    #expect(found > 500)
  }

  @Test func coordinatesInAMessageHaveSevenDigits() throws {
    let ring = Self.ring((0, 0), (1, 1.0 / 3), (1, 0), (0, 1.0 / 7), (0, 0))
    let error = try #require(Self.error(.polygon(Polygon(rings: [ring]))))
    let place = try #require(error.place)
    #expect(abs(place.longitude - 0.3) < 1e-15 && abs(place.latitude - 0.1) < 1e-15)
    #expect(error.message.contains("at longitude 0.3, latitude 0.1;"), "\(error)")
    let other = Self.ring((0, 0), (3, 1), (3, 0), (0, 2), (0, 0))
    let second = try #require(Self.error(.polygon(Polygon(rings: [other]))))
    #expect(second.message.contains("at longitude 2, latitude 0.6666667;"), "\(second)")
  }

  @Test func aSwapIsSeenOnlyByALatitudeBeyondTheRange() {
    func hint(_ places: (Double, Double)...) -> String? {
      GeoJSONFeature(shape: .success(.polygon(Polygon(rings: [places.map { Self.place($0.0, $0.1) }])))).hint
    }
    #expect(hint((37.7, -122.4), (37.8, -122.4), (37.8, -122.3), (37.7, -122.4)) != nil)
    // Both numbers would do as either: nothing can tell.
    #expect(hint((52.5, 13.4), (52.6, 13.4), (52.6, 13.5), (52.5, 13.4)) == nil)
    #expect(hint((120, 95), (121, 95), (121, 96), (120, 95)) == nil)
    #expect(hint((37.7, -222.4), (37.8, -122.4), (37.8, -122.3), (37.7, -122.4)) == nil)
    func message(_ longitude: Double, _ latitude: Double) -> String? {
      Self.error(.circle(Circle(center: Self.place(longitude, latitude), radius: 5)))?.message
    }
    #expect(message(37.7, -122.4)?.contains("swapped") == true)
    #expect(message(100, -122.4)?.contains("swapped") == false)
    #expect(message(37.7, 181)?.contains("swapped") == false)
  }
}
