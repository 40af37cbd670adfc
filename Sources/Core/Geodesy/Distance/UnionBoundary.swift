internal import Foundation

/// The border of several polygons taken together: what of their edges does not run inside of the whole.
///
/// Every edge is cut where it meets edges of the other polygons; a piece is left out when the places to both sides of its
/// middle, ``sideStep`` away, are inside of some polygon. So polygons that share an edge, or leave a gap narrower than
/// that, are one.
struct UnionBoundary {
  private let polygons: [PreparedPolygon]
  /// From south to north by their southern ends.
  private let order: [Int]
  /// Degrees of latitude.
  private let tallest: Double

  /// Degrees; about a tenth of a millimetre.
  private static let sideStep = 1e-9

  init(of polygons: [PreparedPolygon]) {
    self.polygons = polygons
    order = polygons.indices.sorted { polygons[$0].bounds.south < polygons[$1].bounds.south }
    tallest = polygons.reduce(0) { max($0, $1.bounds.north - $1.bounds.south) }
  }

  /// Takes the border into account. The place of the search is inside.
  ///
  /// - Complexity: O(n log n) in the edges, and for each edge that is not farther than the result, those it meets.
  func search(_ search: inout NearestPlaceSearch) {
    // Found for few polygons, once each.
    var neighbours: [Int: [Int]] = [:]
    for (number, index) in edgesByDistance(from: search.origin) {
      let (a, b) = polygons[number].edge(index)
      guard search.mayReach(a, b) else { continue }
      let near = neighbours[number] ?? self.neighbours(of: number)
      neighbours[number] = near
      for piece in borderPieces(a, b, of: number, near) { search.visit(piece) }
    }
  }

  /// The other polygons whose boxes meet a polygon's, or nearly so.
  private func neighbours(of number: Int) -> [Int] {
    let box = polygons[number].bounds
    let margin = 2 * Self.sideStep
    let wide = BoundingBox(
      west: box.west - margin, south: box.south - margin, east: box.east + margin, north: box.north + margin)
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if polygons[order[middle]].bounds.south < wide.south - tallest { low = middle + 1 } else { high = middle }
    }
    return order[low...].prefix { polygons[$0].bounds.south <= wide.north }
      .filter { $0 != number && polygons[$0].bounds.meets(wide) }
  }

  /// On a plane; only an order that makes the search short.
  private func edgesByDistance(from place: Coordinate) -> [(polygon: Int, edge: Int)] {
    let scale = cos(place.latitude * (.pi / 180))
    var edges: [(distance: Double, polygon: Int, edge: Int)] = []
    for (number, polygon) in polygons.enumerated() {
      for index in 0..<polygon.edgeCount {
        let (a, b) = polygon.edge(index)
        let x = scale * (a.x - place.longitude).remainder(dividingBy: 360)
        let (y, dx, dy) = (a.y - place.latitude, scale * (b.x - a.x), b.y - a.y)
        let square = dx * dx + dy * dy
        let along = square > 0 ? min(1, max(0, -(x * dx + y * dy) / square)) : 0
        let (nearX, nearY) = (x + along * dx, y + along * dy)
        edges.append((nearX * nearX + nearY * nearY, number, index))
      }
    }
    return edges.sorted { $0.distance < $1.distance }.map { ($0.polygon, $0.edge) }
  }

  private func borderPieces(
    _ a: PlanePoint, _ b: PlanePoint, of number: Int, _ neighbours: [Int]
  ) -> [GeographicSegment] {
    var cuts = [0.0, 1]
    for other in neighbours {
      for turns in -1...1 { polygons[other].cut(a.moved(turns: turns), b.moved(turns: turns), &cuts) }
    }
    cuts.sort()
    return zip(cuts, cuts.dropFirst()).compactMap { start, end in
      guard end > start, !isInside(GeographicSegment(a, b), at: (start + end) / 2, neighbours + [number]) else {
        return nil
      }
      if start == 0, end == 1 { return GeographicSegment(a, b) }
      return GeographicSegment(Self.point(a, b, start), Self.point(a, b, end))
    }
  }

  private static func point(_ a: PlanePoint, _ b: PlanePoint, _ parameter: Double) -> PlanePoint {
    if parameter == 0 { return a }
    if parameter == 1 { return b }
    return PlanePoint(x: a.x + parameter * (b.x - a.x), y: a.y + parameter * (b.y - a.y))
  }

  /// Whether the whole has places to both sides of an edge.
  private func isInside(_ edge: GeographicSegment, at parameter: Double, _ candidates: [Int]) -> Bool {
    let middle = edge.place(at: parameter)
    let length = hypot(edge.longitudeStep, edge.latitudeStep)
    let (x, y) = (-edge.latitudeStep / length * Self.sideStep, edge.longitudeStep / length * Self.sideStep)
    return [1.0, -1].allSatisfy { side in
      let place = Coordinate(
        longitude: (middle.longitude + side * x).remainder(dividingBy: 360), latitude: middle.latitude + side * y)
      return place.isValid && candidates.contains { polygons[$0].contains(place) }
    }
  }
}

extension PreparedPolygon {
  /// Adds where an edge, unwrapped like the polygon, meets edges of it, as parameters of 0...1.
  fileprivate func cut(_ a: PlanePoint, _ b: PlanePoint, _ cuts: inout [Double]) {
    let (west, east) = (min(a.x, b.x), max(a.x, b.x))
    let (south, north) = (min(a.y, b.y), max(a.y, b.y))
    guard west <= bounds.east, east >= bounds.west, south <= bounds.north, north >= bounds.south else { return }
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    func add(_ parameter: Double) {
      if parameter > 0, parameter < 1 { cuts.append(parameter) }
    }
    for chunk in 0..<chunks.count {
      if let box = chunks.box(chunk), box.east < west || box.west > east || box.north < south || box.south > north {
        continue
      }
      for index in chunks.edges(chunk) {
        let (c, d) = edge(index)
        let crossing = EdgeCrossing.between(a, b, c, d)
        if case .none = crossing { continue }
        let (ex, ey) = (d.x - c.x, d.y - c.y)
        let turn = dx * ey - dy * ex
        if turn != 0 { add(((c.x - a.x) * ey - (c.y - a.y) * ex) / turn) }
        // Where edges touch or overlap, also at the other's ends.
        guard case .touch = crossing else { continue }
        for end in [c, d] { add(((end.x - a.x) * dx + (end.y - a.y) * dy) / (dx * dx + dy * dy)) }
      }
    }
  }
}
