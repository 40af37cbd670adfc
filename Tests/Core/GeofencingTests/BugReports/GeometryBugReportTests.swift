import Geodesy
import Geofencing
import Testing

/// Geometry that other projects' users reported as wrong, as cases of the rules here. The numbers are this project's list
/// of reports; each name says the rule. Whatever is asked of a shape is asked of every index too.
@Suite("Bug reports: geometry") struct GeometryBugReportTests {
  private typealias Place = (longitude: Double, latitude: Double)

  private static func ring(_ places: [Place]) -> [Coordinate] {
    places.map { Coordinate(longitude: $0.longitude, latitude: $0.latitude) }
  }

  private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [Coordinate] {
    ring([(west, south), (east, south), (east, north), (west, north), (west, south)])
  }

  private static func polygon(_ rings: [Coordinate]...) -> Shape { .polygon(Polygon(rings: rings)) }

  /// Asks the shape and every index, which must agree.
  private static func holds(_ shape: Shape, _ place: Place, rules: ShapeRules = .amazon) throws -> Bool {
    let coordinate = Coordinate(longitude: place.longitude, latitude: place.latitude)
    let prepared = try PreparedShape(validating: shape, rules: rules)
    let answer = prepared.contains(coordinate)
    let indexes: [any FenceIndex] = [LinearFenceIndex(), TrieFenceIndex()]
    for var index in indexes {
      index.insert(prepared, number: 7)
      #expect(index.fences(containing: coordinate) == (answer ? [7] : []), "\(type(of: index)) \(place)")
    }
    #expect(!answer || prepared.bounds.contains(coordinate))
    return answer
  }

  private static func expect(
    _ shape: Shape, inside: [Place], outside: [Place], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for place in inside { #expect(try holds(shape, place), "\(place) is inside", sourceLocation: sourceLocation) }
    for place in outside { #expect(try !holds(shape, place), "\(place) is outside", sourceLocation: sourceLocation) }
  }

  private static func refusal(_ shape: Shape) -> ShapeError? {
    do throws(ShapeError) {
      _ = try PreparedShape(validating: shape, rules: .amazon)
      return nil
    } catch {
      return error
    }
  }

  // MARK: - The antimeridian

  @Test("T30: an edge of more than 180 degrees goes the short way round") func t30ShortWay() throws {
    let shape = Self.polygon(
      Self.ring([(-178.785, -80.929), (-177.567, -82.68), (169.654, -82.68), (170.873, -80.929), (-178.785, -80.929)]))
    try Self.expect(shape, inside: [(176.043772, -81.844418)], outside: [(-176.043772, -81.844418), (0, -81.844418)])
  }

  @Test("T31: a box over the antimeridian holds both sides and the meridian under both its names")
  func t31BothNames() throws {
    let shape = Self.polygon(Self.ring([(179, -1), (-179, -1), (-179, 1), (179, 1), (179, -1)]))
    try Self.expect(
      shape, inside: [(179.5, 0.5), (-179.5, -0.5), (180, 0), (-180, 0)],
      outside: [(0, 0), (178.5, 0), (-178.5, 0)])
  }

  @Test("T32: a fence of 800 m at Fiji is measured round the ring, not round the mean longitude") func t32Fiji() throws
  {
    let center = Coordinate(longitude: 179.999, latitude: -16.8)
    let circle = Shape.circle(Circle(center: center, radius: 800))
    var corners: [Coordinate] = []
    for turn in 0..<16 {
      corners.append(Geodesic.direct(from: center, azimuth: Double(turn) * 22.5, distance: 800).end)
    }
    #expect(corners.contains { $0.longitude < 0 } && corners.contains { $0.longitude > 0 })
    let ring = Self.polygon(corners + [corners[0]])
    for azimuth in stride(from: 0.0, to: 360, by: 15) {
      for (metres, inside) in [(10.0, true), (700, true), (900, false), (4256.8, false)] {
        let place = Geodesic.direct(from: center, azimuth: azimuth, distance: metres).end
        #expect(try Self.holds(circle, (place.longitude, place.latitude)) == inside)
        #expect(try Self.holds(ring, (place.longitude, place.latitude)) == inside)
      }
    }
    // The antipode, the mean of the corners' longitudes, and the mirrored side.
    let others: [Place] = [(-0.001, 16.8), (0, -16.8), (-179.9, -16.8), (179.9, -16.8)]
    try Self.expect(circle, inside: [], outside: others)
    try Self.expect(ring, inside: [], outside: others)
  }

  // MARK: - Holes

  @Test("T37: holes are holes, whichever way each of them is wound") func t37Holes() throws {
    let outer = Self.box(-122.44154334068298, 37.73179457567642, -122.43935465812682, 37.7343740514423)
    let (west, south) = (-122.44104981422423, 37.73286371140448)
    let (east, north) = (-122.43990182876587, 37.73424677678513)
    let clockwise = Self.ring([(west, south), (west, north), (east, north), (east, south), (west, south)])
    let other = Self.box(-122.44109272956847, 37.731870943026074, -122.43976235389708, 37.7326855231885)
    for rings in [
      [outer, clockwise, other], [outer, other, clockwise], [outer.reversed(), clockwise.reversed(), other],
    ] {
      try Self.expect(
        .polygon(Polygon(rings: rings)),
        inside: [(-122.4413, 37.7330), (-122.4395, 37.7340), (-122.4404, 37.73277)],
        outside: [(-122.4404, 37.7335), (-122.4404, 37.7323), (-122.4420, 37.7330)])
    }
  }

  @Test("T38: no edge joins the rings: even-odd counts ring by ring") func t38NoJoiningEdge() throws {
    let outer = Self.ring([(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)])
    let hole = Self.ring([(6, 2), (8, 2), (8, 8), (6, 8), (6, 2)])
    // What the reported code did: one list of vertices, its end joined to its start.
    let joined = Array(outer.dropLast() + hole.dropLast())
    var wrong = 0
    for x in stride(from: 0.5, to: 10, by: 1) {
      for y in stride(from: 0.25, to: 10, by: 0.5) {
        let expected = !(x > 6 && x < 8 && y > 2 && y < 8)
        #expect(try Self.holds(Self.polygon(outer, hole), (x, y)) == expected, "\(x) \(y)")
        var inside = false
        for index in joined.indices {
          let (a, b) = (joined[index], joined[(index + 1) % joined.count])
          guard (a.latitude > y) != (b.latitude > y) else { continue }
          let share = (y - a.latitude) / (b.latitude - a.latitude)
          if a.longitude + share * (b.longitude - a.longitude) > x { inside.toggle() }
        }
        wrong += inside == expected ? 0 : 1
      }
    }
    #expect(wrong > 0, "the probes would not have found the fault")
  }

  // MARK: - What is refused

  @Test("T39: a bow tie is refused with its crossing point; its corners in ring order are a fence") func t39BowTie()
    throws
  {
    let bow = try #require(
      Self.refusal(Self.polygon(Self.ring([(2, 2), (2, 12), (18, 2), (18, 12), (2, 2)]))))
    #expect(bow.code == .selfIntersection)
    #expect(bow.place == Coordinate(longitude: 10, latitude: 7))
    #expect(bow.message.contains("longitude 10, latitude 7"))
    try Self.expect(
      Self.polygon(Self.ring([(2, 2), (2, 12), (18, 12), (18, 2), (2, 2)])), inside: [(10, 8)], outside: [(1, 8)])
  }

  @Test("T40: a spike, a void that touches its ring, a line and an open ring are refused, and the message says which")
  func t40Degenerate() throws {
    let cases: [(ShapeError.Code, String, [[Coordinate]])] = [
      (.spike, "spike", [Self.ring([(0, 0), (4, 0), (4, 4), (9, 4), (4, 4), (0, 4), (0, 0)])]),
      (
        .selfIntersection, "touches",
        [Self.ring([(0, 0), (6, 0), (6, 6), (0, 6), (0, 0), (2, 1), (2, 2), (1, 2), (0, 0)])]
      ),
      (.ringsMeet, "touches", [Self.box(0, 0, 6, 6), Self.ring([(0, 3), (2, 4), (2, 2), (0, 3)])]),
      (.zeroArea, "no area", [Self.ring([(0, 0), (1, 1), (2, 2), (3, 3), (0, 0)])]),
      (.notClosed, "not closed", [Self.ring([(0, 0), (4, 0), (4, 4), (0, 4)])]),
    ]
    for (code, word, rings) in cases {
      let error = try #require(Self.refusal(.polygon(Polygon(rings: rings))))
      #expect(error.code == code && error.message.contains(word), "\(error)")
      #expect(error.path.hasPrefix("Polygon["))
    }
  }

  @Test("T41: what crosses itself and a hole outside its ring are refused, as OGC Simple Features says")
  func t41Simple()
    throws
  {
    let crossing = Self.polygon(Self.ring([(0, 0), (4, 4), (4, 0), (0, 4), (0, 0)]))
    #expect(Self.refusal(crossing)?.code == .selfIntersection)
    let apart = Self.polygon(Self.box(0, 0, 4, 4), Self.box(6, 6, 7, 7))
    #expect(Self.refusal(apart)?.code == .holeOutside)
    #expect(Self.refusal(apart)?.path == "Polygon[1]")
    #expect(Self.refusal(apart)?.place == Coordinate(longitude: 6, latitude: 6))
  }

  @Test("T49: longitude comes first; a latitude beyond 90 is refused, and two swaps do not cancel near an edge")
  func t49Swapped() throws {
    let swapped = Self.polygon(Self.ring([(37.7, -122.4), (37.8, -122.4), (37.8, -122.3), (37.7, -122.4)]))
    let error = try #require(Self.refusal(swapped))
    #expect(error.code == .latitudeOutOfRange && error.path == "Polygon[0][0]")
    #expect(error.message.contains("swapped"))
    let center = Coordinate(longitude: 13.4, latitude: 52.5)
    let right = try PreparedShape(validating: .circle(Circle(center: center, radius: 1000)), rules: .amazon)
    let wrong = try PreparedShape(
      validating: .circle(Circle(center: Coordinate(longitude: 52.5, latitude: 13.4), radius: 1000)), rules: .amazon)
    var differing = 0
    for (metres, azimuth) in [(10.0, 90.0), (500, 45), (900, 90), (999, 90), (1001, 0), (1100, 0), (1300, 90)] {
      let place = Geodesic.direct(from: center, azimuth: azimuth, distance: metres).end
      #expect(right.contains(place) == (metres <= 1000))
      #expect(try Self.holds(right.shape, (place.longitude, place.latitude)) == (metres <= 1000))
      let both = Coordinate(longitude: place.latitude, latitude: place.longitude)
      differing += wrong.contains(both) == (metres <= 1000) ? 0 : 1
      if metres < 600 { #expect(wrong.contains(both)) }
    }
    #expect(differing > 0, "the probes would not have found the fault")
  }

  @Test("T54: a radius above the limit is refused with the limit; without a limit it works") func t54LargeRadius()
    throws
  {
    let circle = Shape.circle(Circle(center: Coordinate(longitude: -112, latitude: 33), radius: 9_000_000))
    let error = try #require(Self.refusal(circle))
    #expect(error.code == .radiusOutOfRange && error.path == "Circle.Radius" && error.message.contains("100000"))
    var rules = ShapeRules.amazon
    rules.maximumRadius = .infinity
    for (place, inside) in [((-112.0, 33.0), true), ((0, 51), true), ((-43, -23), false), ((116, -32), false)] {
      let distance = Coordinate(longitude: -112, latitude: 33).distance(
        to: Coordinate(longitude: place.0, latitude: place.1))
      #expect((distance <= 9_000_000) == inside)
      #expect(try Self.holds(circle, (place.0, place.1), rules: rules) == inside)
    }
  }

  // MARK: - Borders, distance, winding, overlap

  @Test("T42: every corner and every middle of a side is inside") func t42Boundary() throws {
    let (west, north) = (-79.4586181640625, 39.53793974517629)
    let (east, south) = (west + 0.03, north - 0.03)
    let shape = Self.polygon(Self.box(west, south, east, north))
    let (middle, half) = ((west + east) / 2, (south + north) / 2)
    try Self.expect(
      shape,
      inside: [
        (west, north), (east, north), (west, south), (east, south), (west, half), (east, half), (middle, north),
        (middle, south),
      ],
      outside: [(west.nextDown, half), (east.nextUp, half), (middle, north.nextUp), (middle, south.nextDown)])
  }

  @Test("T43: a place on an edge that two fences share is inside both, so the union has no seam") func t43SharedEdge()
    throws
  {
    let (left, right) = (Self.polygon(Self.box(-1, -1, 0, 1)), Self.polygon(Self.box(0, -1, 1, 1)))
    for latitude in [-1, -0.3, 0, 1e-300, 1] {
      #expect(try Self.holds(left, (0, latitude)) && Self.holds(right, (0, latitude)))
      for longitude in [Double.leastNonzeroMagnitude, 1e-17] {
        #expect(try !Self.holds(left, (longitude, latitude)) && Self.holds(right, (longitude, latitude)))
        #expect(try Self.holds(left, (-longitude, latitude)) && !Self.holds(right, (-longitude, latitude)))
      }
    }
  }

  @Test("T48: distance is a geodesic of WGS84, which a sphere misses by 5.6 m in a kilometre") func t48Ellipsoid()
    throws
  {
    let origin = Coordinate(longitude: 0, latitude: 0)
    let north = Geodesic.direct(from: origin, azimuth: 0, distance: 1000).end
    #expect(abs(origin.distance(to: north) - 1000) < 1e-8)
    // The meridian's radius of curvature at the equator.
    #expect(abs(north.latitude * .pi / 180 * 6_335_439.327 - 1000) < 1e-3)
    #expect(abs(north.latitude * .pi / 180 * 6_371_008.8 - 1005.6) < 0.05)
    let place: Place = (north.longitude, north.latitude)
    #expect(try Self.holds(.circle(Circle(center: origin, radius: 1000.001)), place))
    #expect(try !Self.holds(.circle(Circle(center: origin, radius: 999.999)), place))
  }

  @Test("T50: either winding is the same fence, never the rest of the globe") func t50Winding() throws {
    let ring = Self.box(8, 46, 9, 47)
    for shape in [Self.polygon(ring), Self.polygon(ring.reversed())] {
      try Self.expect(
        shape, inside: [(8.5, 46.5), (8, 46)], outside: [(7.9, 46.5), (8.5, 47.1), (-171.5, -46.5), (8.5, 90), (0, 0)])
      #expect(try PreparedShape(validating: shape, rules: .amazon).shape == shape)
    }
  }

  @Test("T52: of fences that overlap every one is found") func t52Overlap() throws {
    let (first, second) = (Self.box(0, 0, 10, 10), Self.box(2, 0, 12, 10))
    let indexes: [any FenceIndex] = [LinearFenceIndex(), TrieFenceIndex()]
    for var index in indexes {
      for (number, ring) in [(1, first), (2, second), (3, first)] as [(Int32, [Coordinate])] {
        index.insert(try PreparedShape(validating: Self.polygon(ring), rules: .amazon), number: number)
      }
      #expect(index.fences(containing: Coordinate(longitude: 5, latitude: 5)) == [1, 2, 3])
      #expect(index.fences(containing: Coordinate(longitude: 1, latitude: 5)) == [1, 3])
      #expect(index.fences(containing: Coordinate(longitude: 11, latitude: 5)) == [2])
    }
  }
}
