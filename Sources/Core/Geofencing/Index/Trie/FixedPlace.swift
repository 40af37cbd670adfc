internal import Geodesy

/// A place in whole units of 360 / 2^44 degrees (about 2 micrometres) from longitude -180 and latitude -90.
///
/// Monotone in both coordinates, so that a cell of the trie holds an interval of doubles of each.
struct FixedPlace {
  let x: UInt64
  let y: UInt64

  static let bits = 44
  static let perDegree = Double(1 << 44) / 360
  /// Units of the whole turn.
  static let turn: UInt64 = 1 << 44

  /// - Precondition: `place.isValid`.
  @inline(__always) init(_ place: Coordinate) {
    // Longitude 180 is -180; anything less that rounds up to the turn stays in the last column. The north pole belongs
    // to the last row.
    let x = UInt64(truncatingIfNeeded: Int64((place.longitude + 180) * Self.perDegree))
    let y = UInt64(truncatingIfNeeded: Int64((place.latitude + 90) * Self.perDegree))
    self.x = x < Self.turn ? x : place.longitude == 180 ? 0 : Self.turn - 1
    self.y = min(y, Self.turn / 2 - 1)
  }
}
