/// Why a shape was refused, and where.
public struct ShapeError: Error, Hashable, Sendable {
  /// Stable names of the faults.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case notFinite, longitudeOutOfRange, latitudeOutOfRange
    case noRings, noPolygons, tooFewVertices, notClosed
    case tooManyVertices, tooManyRings, tooManyPolygons
    case radiusOutOfRange
    /// The ring crosses the antimeridian and the rules refuse that.
    case crossesAntimeridian
    /// Neighbours exactly 180 degrees of longitude apart: either way round would be as short.
    case ambiguousEdge
    /// The ring goes all the way round, so that a pole would be inside.
    case surroundsPole
    /// The ring reaches over 360 degrees of longitude or more.
    case tooWide
    case zeroArea, spike, selfIntersection, ringsMeet, holeOutside, nestedHoles
    case tooManyIntersections
    /// Deciding would take more work than a request may cost.
    case tooComplex
    /// A GeoJSON, Geobuf or WKT text that is not well formed.
    case malformed
    /// A well-formed geometry of a kind that no geofence has.
    case unsupported
  }

  public let code: Code
  /// The place in the text, such as `Polygon[0][3]` (ring 0, vertex 3), `MultiPolygon[1][0]` or `Circle.Radius`.
  public let path: String
  /// The place on the map where the fault is, when it has one: where edges cross or touch, a spike's tip, a hole's first
  /// vertex. A crossing is computed, within some units in the last place; every other place is a vertex.
  public let place: Coordinate?
  /// A sentence that names the place and the fault. Its coordinates are a geofence's own, rounded to 7 digits: what its
  /// owner sent, never where a device is.
  public let message: String

  public init(_ code: Code, path: String, _ fault: String, at place: Coordinate? = nil) {
    self.code = code
    self.path = path
    self.place = place
    self.message = "\(path) \(fault)"
  }
}

extension ShapeError: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { message }
  public var debugDescription: String { "ShapeError(\(code.rawValue), path: \(path), message: \(message))" }
}
