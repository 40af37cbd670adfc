import ExactGeometry
import Geodesy

/// The fences that contain a place, by brute force and exact arithmetic; and the same by plain doubles.
struct FenceOracle {
  private enum Exact {
    case polygons([ExactOracle])
    case circle(CircleOracle)
  }

  private struct Fence {
    let number: Int32
    let shape: Shape
    let exact: Exact
    let plain: [PlainPolygon]
  }

  /// By number, ascending.
  private var fences: [Fence] = []

  var shapes: [(number: Int32, shape: Shape)] { fences.map { ($0.number, $0.shape) } }

  mutating func insert(_ shape: Shape, number: Int32) {
    let fence =
      switch shape {
      case .circle(let circle):
        Fence(number: number, shape: shape, exact: .circle(CircleOracle(circle: circle)), plain: [])
      case .polygon(let polygon): Self.fence(number, shape, [polygon])
      case .multiPolygon(let polygons): Self.fence(number, shape, polygons)
      }
    remove(number: number)
    fences.insert(fence, at: fences.firstIndex { $0.number > number } ?? fences.count)
  }

  private static func fence(_ number: Int32, _ shape: Shape, _ polygons: [Polygon]) -> Fence {
    Fence(
      number: number, shape: shape, exact: .polygons(polygons.map { ExactOracle($0) }),
      plain: polygons.map { PlainPolygon($0) })
  }

  mutating func remove(number: Int32) { fences.removeAll { $0.number == number } }

  struct Answer {
    var fences: [Int32] = []
    /// Circles decided by their definition.
    var byDefinition = 0
    /// Whether plain doubles say otherwise about a polygon, by a determinant's sign or by where the ray meets the edge.
    var determinantIsWrong = false
    var crossingIsWrong = false
  }

  /// - Parameter comparesPlain: whether to ask plain doubles too.
  func answer(_ place: Coordinate, comparesPlain: Bool) -> Answer {
    var answer = Answer()
    for fence in fences {
      let holds: Bool
      switch fence.exact {
      case .polygons(let polygons):
        holds = polygons.contains { $0.contains(place) }
        guard comparesPlain else { break }
        if fence.plain.contains(where: { $0.contains(place, by: .determinant) }) != holds {
          answer.determinantIsWrong = true
        }
        if fence.plain.contains(where: { $0.contains(place, by: .crossing) }) != holds { answer.crossingIsWrong = true }
      case .circle(let circle):
        let decision = circle.contains(place)
        holds = decision.answer
        if decision.authority == .definition { answer.byDefinition += 1 }
      }
      if holds { answer.fences.append(fence.number) }
    }
    return answer
  }
}

/// The same rule as `ExactOracle` in plain double arithmetic, without a robust orientation test: what it gets wrong
/// shows that the probes are hard.
struct PlainPolygon {
  /// Two ways to ask on which side of an edge a place is: the sign of a determinant, whose differences are mostly exact;
  /// and the longitude at which the edge crosses the place's latitude, the textbook's ray casting.
  enum Method { case determinant, crossing }

  private let rings: [[Coordinate]]
  private let box: BoundingBox

  init(_ polygon: Polygon) {
    let rings = polygon.rings.map { ring in
      var unwrapped: [Coordinate] = []
      for place in ring {
        var longitude = place.longitude
        if let last = unwrapped.last { longitude += ((last.longitude - longitude) / 360).rounded() * 360 }
        unwrapped.append(Coordinate(longitude: longitude, latitude: place.latitude))
      }
      return unwrapped
    }
    self.rings = rings
    let places = rings.joined()
    // Wide enough to change no answer.
    box = BoundingBox(
      west: (places.map(\.longitude).min() ?? 0) - 1e-6, south: places.map(\.latitude).min() ?? 0,
      east: (places.map(\.longitude).max() ?? 0) + 1e-6, north: places.map(\.latitude).max() ?? 0)
  }

  func contains(_ place: Coordinate, by method: Method) -> Bool {
    var isInside = false
    let y = place.latitude
    guard y >= box.south, y <= box.north else { return false }
    for turns in -1...1 {
      let x = place.longitude + 360 * Double(turns)
      guard x >= box.west, x <= box.east else { continue }
      for ring in rings {
        for (a, b) in zip(ring, ring.dropFirst()) {
          let (aY, bY) = (a.latitude, b.latitude)
          if (aY < y && bY < y) || (aY > y && bY > y) { continue }
          let turn = method == .determinant ? Self.determinant(a, b, x, y) : Self.crossing(a, b, x, y)
          if turn == 0, min(a.longitude, b.longitude) <= x, x <= max(a.longitude, b.longitude) { return true }
          if (aY <= y) != (bY <= y), (bY > aY) == (turn > 0) { isInside.toggle() }
        }
      }
    }
    return isInside
  }

  private static func determinant(_ a: Coordinate, _ b: Coordinate, _ x: Double, _ y: Double) -> Double {
    (b.longitude - a.longitude) * (y - a.latitude) - (b.latitude - a.latitude) * (x - a.longitude)
  }

  private static func crossing(_ a: Coordinate, _ b: Coordinate, _ x: Double, _ y: Double) -> Double {
    let rise = b.latitude - a.latitude
    if rise == 0 { return 0 }
    let there = a.longitude + (b.longitude - a.longitude) * (y - a.latitude) / rise
    return rise > 0 ? there - x : x - there
  }
}
