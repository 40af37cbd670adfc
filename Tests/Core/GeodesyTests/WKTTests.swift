import Geodesy
import TestSupport
import Testing

@Suite struct WKTTests {
  private static func ring(_ places: (Double, Double)...) -> [Coordinate] {
    places.map { Coordinate(longitude: $0.0, latitude: $0.1) }
  }

  private static let triangle = Polygon(rings: [ring((0, 0), (4, 0), (0, 4), (0, 0))])
  private static let holed = Polygon(rings: triangle.rings + [ring((1, 1), (1, 2), (2, 1), (1, 1))])

  private static func read(_ text: String) throws(ShapeError) -> Shape { try WKT.read(Array(text.utf8)) }

  @Test(arguments: [
    "POLYGON ((0 0, 4 0, 0 4, 0 0))", "polygon((0 0,4 0,0 4,0 0))", "  PoLyGoN\t(\n( 0  0 ,4 0 ,0 4, 0 0 ) ) \r\n",
    "SRID=4326;POLYGON((0 0,4 0,0 4,0 0))", "srid = 04326 ; POLYGON ((0 0, 4 0, 0 4, 0 0))",
    "POLYGON Z ((0 0 9, 4 0 9, 0 4 9, 0 0 9))", "POLYGONZ((0 0 9,4 0 9,0 4 9,0 0 9))",
    "polygon m ((0 0 9, 4 0 9, 0 4 9, 0 0 9))", "POLYGON ZM ((0 0 8 9, 4 0 8 9, 0 4 8 9, 0 0 8 9))",
    "POLYGONZM((0 0 8 9,4 0 8 9,0 4 8 9,0 0 8 9))", "POLYGON ((0 0 9, 4 0 9, 0 4, 0 0))",
    "POLYGON ((-0 +0, 4. 0.0, 0e5 .4e1, 00 0E-2))",
  ]) func readsInAnyDress(_ text: String) throws {
    #expect(try Self.read(text) == .polygon(Self.triangle))
  }

  @Test func readsHolesAndMultipolygons() throws {
    let holes = "((0 0, 4 0, 0 4, 0 0), (1 1, 1 2, 2 1, 1 1))"
    #expect(try Self.read("POLYGON \(holes)") == .polygon(Self.holed))
    #expect(
      try Self.read("MULTIPOLYGON (\(holes), ((0 0, 4 0, 0 4, 0 0)))") == .multiPolygon([Self.holed, Self.triangle]))
    #expect(
      try Self.read("MULTIPOLYGONZ(((0 0 1, 4 0 1, 0 4 1, 0 0 1)))") == .multiPolygon([Self.triangle]))
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let text: String
    let code: ShapeError.Code
    let character: Int
    var testDescription: String { text }

    init(_ text: String, _ code: ShapeError.Code, _ character: Int) {
      (self.text, self.code, self.character) = (text, code, character)
    }
  }

  static let refusals: [Refusal] = [
    Refusal("", .malformed, 1), Refusal("  ", .malformed, 3), Refusal("{}", .malformed, 1),
    Refusal("POLYGON", .malformed, 8), Refusal("POLYGONX ((0 0))", .malformed, 1),
    Refusal("POLYGON EMPTY", .unsupported, 1), Refusal("MULTIPOLYGON Z EMPTY", .unsupported, 1),
    Refusal("POLYGON (EMPTY)", .unsupported, 10),
    Refusal("MULTIPOLYGON (((0 0, 1 0, 0 1, 0 0)), EMPTY)", .unsupported, 39),
    Refusal("POINT (1 2)", .unsupported, 1), Refusal("SRID=4326;LINESTRINGZ(1 2 3, 4 5 6)", .unsupported, 11),
    Refusal("GEOMETRYCOLLECTION (POLYGON ((0 0, 4 0, 0 4, 0 0)))", .unsupported, 1),
    Refusal("SRID=3857;POLYGON ((0 0, 4 0, 0 4, 0 0))", .unsupported, 6),
    Refusal("SRID=99999999999999999999;POLYGON ((0 0))", .unsupported, 6),
    Refusal("SRID=;POLYGON ((0 0))", .malformed, 6),
    Refusal("SRID 4326;POLYGON ((0 0))", .malformed, 6), Refusal("SRID=4326 POLYGON ((0 0))", .malformed, 11),
    Refusal("POLYGON ((0 0, 4 0, 0 4, 0 0)", .malformed, 30),
    Refusal("POLYGON ((0 0, 4 0, 0 4, 0 0)) x", .malformed, 32),
    Refusal("POLYGON ((0 0, 4, 0 4, 0 0))", .malformed, 17), Refusal("POLYGON ((0 0, 4 x, 0 4, 0 0))", .malformed, 18),
    Refusal("POLYGON ((0 0, 4 1e, 0 4, 0 0))", .malformed, 18),
    Refusal("POLYGON ((nan 0, 4 0, 0 4, 0 0))", .malformed, 11),
    Refusal("POLYGON ((0 0, 1-2 0, 0 4, 0 0))", .malformed, 16), Refusal("POLYGON ((0 0,, 4 0))", .malformed, 15),
    Refusal("POLYGON ((0 0, 4 0 1 2 3, 0 4, 0 0))", .malformed, 16),
    Refusal("POLYGON Z ((0 0, 4 0, 0 4, 0 0))", .malformed, 13), Refusal("POLYGON ((0 0 1 , 4 0 1) 5", .malformed, 26),
    Refusal("POLYGON ZM ((0 0 1, 4 0 1, 0 4 1, 0 0 1))", .malformed, 14), Refusal("POLYGON (0 0, 1 1)", .malformed, 10),
    Refusal("POLYGON ()", .malformed, 10), Refusal("POLYGON ((0 0;1 1))", .malformed, 14),
    Refusal("POLYGON ((0\u{FF10} 0))", .malformed, 12),
  ]

  @Test(arguments: refusals) func namesTheCharacter(_ refusal: Refusal) throws {
    let error = try #require(throws: ShapeError.self) { try Self.read(refusal.text) }
    #expect(error.code == refusal.code, "\(error)")
    #expect(error.path == "WKT character \(refusal.character)", "\(error)")
    #expect(error.message.hasPrefix(error.path))
  }

  @Test func aNumberTooLargeIsLeftToTheChecks() throws {
    let shape = try Self.read("POLYGON ((0 0, 1e999 0, 0 4, 0 0))")
    let error = try #require(throws: ShapeError.self) { try PreparedShape(validating: shape, rules: .amazon) }
    #expect(error.code == .notFinite && error.path == "Polygon[0][1]")
  }

  @Test func aFaultSpoilsItsOwnLines() {
    let triangle = "POLYGON ((0 0, 4 0, 0 4, 0 0))"
    let shapes = WKT.readAll(Array("\n\(triangle);\(triangle)\nPOINT (1 2)\n\n\(triangle)\nPOLYGON ((".utf8))
    #expect(shapes.map { (try? $0.get()) == .polygon(Self.triangle) } == [true, true, false, true, false])
    let cut = WKT.readAll(Array("POLYGON ((0 0, 4 0,\n\(triangle)\nPOLYGON ((0 0,\n x,\n 4 0))\n\(triangle)".utf8))
    #expect(cut.map { (try? $0.get()) == .polygon(Self.triangle) } == [false, true, false, false, true])
    #expect(WKT.readAll([]).isEmpty && WKT.readAll(Array(" ;\n;".utf8)).isEmpty)
  }

  @Test func writesNothingThatCouldNotBeRead() {
    let circle = Circle(center: Coordinate(longitude: 0, latitude: 0), radius: 5)
    #expect(WKT.write(.circle(circle)) == nil)
    for rings in [[], [[]], [Self.ring((0, .nan))], [Self.ring((.infinity, 0))], Self.triangle.rings + [[]]] {
      #expect(WKT.write(.polygon(Polygon(rings: rings))) == nil)
      #expect(WKT.write(.multiPolygon([Self.triangle, Polygon(rings: rings)])) == nil)
    }
    #expect(WKT.write(.multiPolygon([])) == nil)
    #expect(WKT.write(.polygon(Self.holed)) == "POLYGON ((0 0, 4 0, 0 4, 0 0), (1 1, 1 2, 2 1, 1 1))")
    #expect(WKT.write(.multiPolygon([Self.triangle])) == "MULTIPOLYGON (((0 0, 4 0, 0 4, 0 0)))")
  }

  @Test func everyDoubleComesBackAsItWas() throws {
    var random = SeededRandom(seed: 2026)
    for _ in 0..<2000 {
      func number() -> Double {
        switch Int.random(in: 0...3, using: &random) {
        case 0: .random(in: -180...180, using: &random)
        case 1:
          [0.1 + 0.2, 1e-7, .leastNonzeroMagnitude, .leastNormalMagnitude, 180, -0.0, 123456789e10].randomElement(
            using: &random)!
        case 2: Double(Int.random(in: -1800...1800, using: &random)) / 10
        default:
          Double(
            sign: Bool.random(using: &random) ? .plus : .minus,
            exponent: .random(in: -1000...1000, using: &random), significand: .random(in: 1..<2, using: &random))
        }
      }
      func polygon() -> Polygon {
        Polygon(
          rings: (0..<Int.random(in: 1...3, using: &random)).map { _ in
            (0..<Int.random(in: 1...6, using: &random)).map { _ in
              Coordinate(longitude: number(), latitude: number())
            }
          })
      }
      let shape: Shape =
        Bool.random(using: &random)
        ? .polygon(polygon()) : .multiPolygon((0..<Int.random(in: 1...3, using: &random)).map { _ in polygon() })
      let text = try #require(WKT.write(shape))
      #expect(try Self.read(text) == shape)
      #expect(try Self.read("SRID=4326;" + text.lowercased()) == shape)
    }
  }

  @Test func damageNeverTraps() {
    var random = SeededRandom(seed: 7)
    let text = Array("SRID=4326;MULTIPOLYGON Z (((0 0 1, 4 0 1, 0 4 1, 0 0 1), (1 1 1, 1 2 1, 2 1 1, 1 1 1)))".utf8)
    var read = 0
    for _ in 0..<20_000 {
      var damaged = text
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] =
          [UInt8.random(in: 0...255, using: &random), text.randomElement(using: &random) ?? 0].randomElement(
            using: &random) ?? 0
      }
      if (try? WKT.read(damaged)) != nil { read += 1 }
      _ = WKT.readAll(damaged)
    }
    #expect(read > 100 && read < 19_000)
  }
}
