/// The limits a shape must keep.
///
/// Source: Amazon Location's geofence geometry documentation; the Geobuf row is its larger quota for that encoding.
public struct ShapeRules: Hashable, Sendable {
  /// Vertices of all rings of the whole shape, the repeated last ones included.
  public var maximumVertices: Int
  /// Rings of one polygon, the exterior included.
  public var maximumRings: Int
  /// Polygons of one multipolygon.
  public var maximumPolygons: Int
  /// Metres.
  public var maximumRadius: Double
  /// Whether an edge between neighbours more than 180 degrees apart is read as crossing the antimeridian.
  public var allowsAntimeridian: Bool
  /// How many edges of other polygons one edge of a multipolygon may cross.
  public var maximumCrossingsPerEdge: Int
  /// Crossings between edges of different polygons of one multipolygon.
  public var maximumCrossings: Int

  public init(
    maximumVertices: Int, maximumRings: Int, maximumPolygons: Int, maximumRadius: Double = 100_000,
    allowsAntimeridian: Bool = true, maximumCrossingsPerEdge: Int = 5, maximumCrossings: Int = 100_000
  ) {
    self.maximumVertices = maximumVertices
    self.maximumRings = maximumRings
    self.maximumPolygons = maximumPolygons
    self.maximumRadius = maximumRadius
    self.allowsAntimeridian = allowsAntimeridian
    self.maximumCrossingsPerEdge = maximumCrossingsPerEdge
    self.maximumCrossings = maximumCrossings
  }

  /// For `Polygon`, `MultiPolygon` and `Circle` as a request spells them out.
  public static let amazon = ShapeRules(maximumVertices: 1000, maximumRings: 250, maximumPolygons: 250)

  /// For the same kinds when they come as Geobuf.
  public static let geobuf = ShapeRules(maximumVertices: 100_000, maximumRings: 25_000, maximumPolygons: 10_000)
}
