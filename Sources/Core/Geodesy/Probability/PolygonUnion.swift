struct BoundaryPaths: Sendable {
  func probabilityInside(of fix: Coordinate, sigma: Double) -> Double { 0 }
}
enum PolygonUnion {
  static func border(of polygons: [PreparedPolygon]) -> BoundaryPaths? { nil }
}
