import Geodesy

/// Says by brute force and whole numbers whether a polygon holds a place. Shares nothing with the code under test.
///
/// Every coordinate is taken as a multiple of 2^-52 degrees; `init` returns nil when one is none. Longitudes up to 540
/// degrees need 62 bits, differences 63, and the difference of two products of them 127.
struct ExactOracle {
  static let bits = 52
  private let rings: [[(x: Int128, y: Int128)]]
  private static let turn = Int128(360) << bits

  /// `rings` in one plane: with `crosses`, negative longitudes stand one turn further east.
  init?(_ polygon: Polygon, crosses: Bool = false) {
    var rings: [[(x: Int128, y: Int128)]] = []
    for ring in polygon.rings {
      var points: [(x: Int128, y: Int128)] = []
      for place in ring {
        guard let x = Self.whole(place.longitude), let y = Self.whole(place.latitude) else { return nil }
        points.append((crosses && x < 0 ? x + Self.turn : x, y))
      }
      rings.append(points)
    }
    self.rings = rings
  }

  static func whole(_ degrees: Double) -> Int128? {
    let scaled = degrees * Double(Int64(1) << bits)
    return Int128(exactly: scaled)
  }

  /// Nil when the place is no multiple of the grain.
  func contains(_ place: Coordinate) -> Bool? {
    guard let x = Self.whole(place.longitude), let y = Self.whole(place.latitude) else { return nil }
    return holds(x, y) || (x < 0 ? holds(x + Self.turn, y) : holds(x - Self.turn, y))
  }

  private func holds(_ x: Int128, _ y: Int128) -> Bool {
    var crossings = 0
    for ring in rings {
      for index in 1..<ring.count {
        let (a, b) = (ring[index - 1], ring[index])
        if (a.y < y && b.y < y) || (a.y > y && b.y > y) { continue }
        let cross = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
        if cross == 0, min(a.x, b.x) <= x, x <= max(a.x, b.x) { return true }
        if (a.y <= y) != (b.y <= y), b.y > a.y ? cross > 0 : cross < 0 { crossings += 1 }
      }
    }
    return crossings % 2 == 1
  }
}
