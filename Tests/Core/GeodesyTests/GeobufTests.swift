import Geodesy
import TestSupport
import Testing

/// Byte fixtures were written by the Python package geobuf 2.0.1.
@Suite struct GeobufTests {
  static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }

  static func ring(_ places: (Double, Double)...) -> [Coordinate] {
    places.map { Coordinate(longitude: $0.0, latitude: $0.1) }
  }

  static let holed = Polygon(rings: [
    ring((0, 0), (10, 0), (10, 10), (0, 10), (0, 0)), ring((2, 2), (2, 4), (4, 4), (4, 2), (2, 2)),
  ])
  static let single = Polygon(rings: [
    ring((-122.419416, 37.774929), (-122.409416, 37.774929), (-122.409416, 37.784929), (-122.419416, 37.774929))
  ])
  static let second = Polygon(rings: [ring((20, 20), (30.5, 20), (30, 30.25), (20, 20))])

  static let fixtures: [(String, Shape)] = [
    (
      "1002180632300804120204041a28000080dac409000080dac409ffd9c409008092f4018092f401008092f4018092f4010000ff91f401",
      .polygon(holed)
    ),
    ("10021806321408041a10afe3df74a2998324a09c010000a09c01", .polygon(single)),
    (
      "100218063248080512060202040401031a3c000080dac409000080dac409ffd9c409008092f4018092f401008092f4018092f4010000"
        + "ff91f40180b4891380b48913c0de810a00bf843da09ce309", .multiPolygon([holed, second])
    ),
    ("10021806321408051a10afe3df74a2998324a09c010000a09c01", .multiPolygon([single])),
    (
      "10031803321308041a0fd00fa01ff02ef02e000000c03ea01f",
      .polygon(Polygon(rings: [ring((1, 2), (4, 2), (4, 6), (1, 2))]))
    ),
    (
      "0a046e616d650a016e100218062a280a1408041a10afe3df74a2998324a09c010000a09c015a01616a030a01786a021803720400000101",
      .polygon(single)
    ),
    (
      "0a046e616d650a016e10021806222a0a280a1408041a10afe3df74a2998324a09c010000a09c015a01616a030a01786a0218037204000001"
        + "01", .polygon(single)
    ),
  ]

  @Test(arguments: fixtures.indices) func readsWhatGeobufWrote(index: Int) throws {
    let (hexadecimal, shape) = Self.fixtures[index]
    #expect(try Geobuf.decode(Self.bytes(hexadecimal)) == shape)
  }

  @Test func writesAsGeobufDoes() {
    for index in 0..<4 {
      #expect(Geobuf.encode(Self.fixtures[index].1) == Self.bytes(Self.fixtures[index].0))
    }
    #expect(Geobuf.encode(.polygon(Self.single), precision: 2) == Self.bytes("10021802320d08041a09a3bf01823b02000002"))
    #expect(Geobuf.encode(.circle(Circle(center: Coordinate(longitude: 0, latitude: 0), radius: 1))) == nil)
    #expect(Geobuf.encode(.polygon(Self.single), precision: 16) == nil)
  }

  @Test func namesWhatItCannotTake() throws {
    let features =
      "0a046e616d650a016e1002180622540a280a1408041a10afe3df74a2998324a09c010000a09c015a01616a030a01786a0218037204000001"
      + "010a280a1408041a10afe3df74a2998324a09c010000a09c015a01616a030a01786a02180372040000" + "0101"
    for hexadecimal in [features, "1002180632091a0780897a8092f401", "", "100232020806"] {
      let error = try #require(throws: ShapeError.self) { try Geobuf.decode(Self.bytes(hexadecimal)) }
      #expect(error.code == .unsupported, "\(error)")
    }
    for hexadecimal in [
      "10", "1001", "18ff01", "32ffffffffffffffffff01", "ffffffffffffffffffffff", "33", "00",
      // Lengths that promise 2^63 polygons, rings or positions.
      "321508051209ffffffffffffffff7f011a0400000202", "321508041209ffffffffffffffff7f011a0400000202",
      // Ring lengths and coordinates that do not add up.
      "320b08041201011a0400000202", "320a08041201051a0300000202", "320d080512030101031a0400000202",
      // A sum beyond 64 bits.
      "322008041a1cfeffffffffffffffff0100feffffffffffffffff01000000000000",
    ] {
      let error = try #require(throws: ShapeError.self) { try Geobuf.decode(Self.bytes(hexadecimal)) }
      #expect(error.code == .malformed, "\(hexadecimal): \(error)")
    }
  }

  @Test func survivesDamage() {
    var random = SeededRandom(seed: 41)
    var read = 0
    for round in 0..<20_000 {
      var bytes = Self.bytes(Self.fixtures[round % Self.fixtures.count].0)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if round % 3 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
      if (try? Geobuf.decode(bytes)) != nil { read += 1 }
    }
    // Damage to coordinates alone stays readable, so some must have been read and some refused.
    #expect(read > 100 && read < 19_900)
  }
}
