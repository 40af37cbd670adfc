/// A range of longitudes and latitudes that may cross the antimeridian, in degrees.
///
/// Longitudes are unwrapped: `west` is in -180...180 and `west <= east`, so `east` may lie beyond 180. The width is less
/// than 360, or exactly 360 when every longitude belongs to it.
public struct BoundingBox: Hashable, Sendable {
  public let west: Double
  public let south: Double
  public let east: Double
  public let north: Double

  public init(west: Double, south: Double, east: Double, north: Double) {
    self.west = west
    self.south = south
    self.east = east
    self.north = north
  }

  /// Whether the place is inside or on the border, at its longitude or one shifted by a full turn.
  public func contains(_ place: Coordinate) -> Bool {
    guard place.latitude >= south, place.latitude <= north else { return false }
    let longitude = place.longitude
    // A shifted longitude may round, by at most half a unit in the last place of `east`; the box stays conservative.
    return (longitude >= west && longitude <= east)
      || (longitude + 360 >= west && longitude + 360 <= east.nextUp)
      || (longitude - 360 >= west && longitude - 360 <= east)
  }

  /// Whether the two boxes share a place, borders included, at their longitudes or ones shifted by a full turn.
  public func meets(_ other: BoundingBox) -> Bool {
    guard other.north >= south, other.south <= north else { return false }
    // Sums round by at most half a unit in the last place; the boxes stay conservative.
    return (other.east >= west && other.west <= east)
      || (other.east + 360 >= west && other.west + 360 <= east.nextUp)
      || (other.east.nextUp >= west + 360 && other.west <= (east + 360).nextUp)
  }

  /// The smallest box around boxes that lie anywhere round the globe; nil when there are none.
  public static func union(_ boxes: [BoundingBox]) -> BoundingBox? {
    guard var south = boxes.first?.south, var north = boxes.first?.north else { return nil }
    for box in boxes {
      south = min(south, box.south)
      north = max(north, box.north)
    }
    // The union leaves out the widest gap; gaps are found along the sorted western ends.
    let sorted = boxes.sorted { $0.west < $1.west }
    let farthest = boxes.reduce(-Double.infinity) { max($0, $1.east) }
    var reach = max(sorted[0].east, farthest - 360)
    var (start, end) = (sorted[0].west, farthest)
    var widest = start + 360 - farthest
    for box in sorted.dropFirst() {
      if box.west - reach > widest {
        widest = box.west - reach
        (start, end) = (box.west, max(reach + 360, farthest))
      }
      reach = max(reach, box.east)
    }
    guard widest > 0, end - start < 360, start <= end else {
      return BoundingBox(west: -180, south: south, east: 180, north: north)
    }
    // `reach + 360` may have rounded down.
    return BoundingBox(west: start, south: south, east: end > 180 ? end.nextUp : end, north: north)
  }
}
