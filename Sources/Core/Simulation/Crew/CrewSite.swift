internal import Foundation
internal import Geodesy

/// A place in the simulation's plane, in metres east and north of its origin.
struct PlanePlace: Sendable, Equatable {
  var east: Double
  var north: Double

  func distance(to other: PlanePlace) -> Double {
    let (dx, dy) = (other.east - east, other.north - north)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The place a share of the way to another.
  func toward(_ other: PlanePlace, _ share: Double) -> PlanePlace {
    PlanePlace(east: east + share * (other.east - east), north: north + share * (other.north - north))
  }
}

/// A muster point and its surroundings: the fence, in metres and as the engine sees it.
struct CrewSite: Sendable {
  /// Where the plane touches the ellipsoid.
  private static let origin = Coordinate(longitude: 13.4, latitude: 52.47)
  /// Metres a degree there: the radii of curvature of WGS84 at that latitude.
  private static let perDegreeEast = 67_961.0
  private static let perDegreeNorth = 111_265.0

  /// Rings of corners; empty for a circle.
  private let rings: [[PlanePlace]]
  private let radius: Double
  let shape: PreparedShape
  /// The smallest circle around the origin that holds the fence, as a fence.
  let boundingCircle: PreparedShape
  /// Radius of the largest circle inside, metres.
  let inradius: Double
  /// Of that circle around the origin.
  let outradius: Double

  /// Nil when the fence can't be one; the kinds here always can.
  private init?(rings: [[PlanePlace]], radius: Double, inradius: Double) {
    let outradius = rings.joined().reduce(radius) { max($0, $1.distance(to: PlanePlace(east: 0, north: 0))) }
    let circle = Shape.circle(Circle(center: Self.origin, radius: outradius))
    let polygon = Shape.polygon(Polygon(rings: rings.map { ring in (ring + ring.prefix(1)).map(Self.coordinate) }))
    guard let bounding = try? PreparedShape(validating: circle, rules: .amazon),
      let shape = rings.isEmpty ? bounding : try? PreparedShape(validating: polygon, rules: .amazon)
    else { return nil }
    self.rings = rings
    self.radius = radius
    self.inradius = inradius
    self.outradius = outradius
    self.shape = shape
    boundingCircle = bounding
  }

  /// A fence of a random kind: circle, rectangle, strip, L, or square with a building left out.
  init?(_ random: inout SimulationRandom) {
    let size = 50 * pow(3, random.uniform(0...1))
    switch random.next() % 5 {
    case 0, 1: self.init(rings: [], radius: size, inradius: size)
    case 2:
      let height = size * random.uniform(0.7...1)
      self.init(rings: [Self.box(-size, -height, size, height)], radius: 0, inradius: height)
    case 3:
      let width = max(30, size * 0.4)
      self.init(rings: [Self.box(-2 * size, -width, 2 * size, width)], radius: 0, inradius: width)
    default:
      let arm = max(60, size * 0.7)
      if random.next() % 2 == 0 {
        let half = max(size, arm)
        let corners = [(-half, -half), (half, -half), (half, arm - half), (arm - half, arm - half), (arm - half, half)]
        let ring = (corners + [(-half, half)]).map { PlanePlace(east: $0, north: $1) }
        self.init(rings: [ring], radius: 0, inradius: arm / 2)
      } else {
        let outer = arm + 15
        self.init(
          rings: [Self.box(-outer, -outer, outer, outer), Self.box(-15, -15, 15, 15)], radius: 0, inradius: arm / 2)
      }
    }
  }

  private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [PlanePlace] {
    [(west, south), (east, south), (east, north), (west, north)].map { PlanePlace(east: $0, north: $1) }
  }

  static func coordinate(_ place: PlanePlace) -> Coordinate {
    Coordinate(
      longitude: origin.longitude + place.east / perDegreeEast, latitude: origin.latitude + place.north / perDegreeNorth
    )
  }

  func isInside(_ place: PlanePlace) -> Bool { shape.contains(Self.coordinate(place)) }

  /// Metres to the nearest border.
  func clearance(_ place: PlanePlace) -> Double {
    if rings.isEmpty { return abs(place.distance(to: PlanePlace(east: 0, north: 0)) - radius) }
    var least = Double.infinity
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        let length = a.distance(to: b)
        let along = ((place.east - a.east) * (b.east - a.east) + (place.north - a.north) * (b.north - a.north))
        least = min(least, place.distance(to: a.toward(b, min(1, max(0, along / (length * length))))))
      }
    }
    return least
  }

  /// A place inside at least `margin` metres from the border; half the inradius is always found.
  func placeInside(margin: Double, _ random: inout SimulationRandom) -> PlanePlace {
    place(within: outradius, &random) { isInside($0) && clearance($0) >= min(margin, inradius * 0.5) }
  }

  /// A place outside whose distance to the border is in the range.
  func placeOutside(_ range: ClosedRange<Double>, _ random: inout SimulationRandom) -> PlanePlace {
    place(within: outradius + range.upperBound, &random) { !isInside($0) && range.contains(clearance($0)) }
  }

  private func place(
    within reach: Double, _ random: inout SimulationRandom, where isWanted: (PlanePlace) -> Bool
  ) -> PlanePlace {
    var place = PlanePlace(east: 0, north: 0)
    for _ in 0..<10_000 {
      place = PlanePlace(east: random.uniform(-reach...reach), north: random.uniform(-reach...reach))
      if isWanted(place) { break }
    }
    return place
  }
}
