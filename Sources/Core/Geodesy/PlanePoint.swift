/// A vertex or probe in the longitude-latitude plane, its longitude unwrapped by whole turns.
///
/// The exact abscissa is `x + xTail`, where `x` is the nearest `Double`; the tail is 0 unless adding the turns rounded.
/// Since rounding is monotone, comparing `(x, xTail)` in order compares the exact values.
struct PlanePoint: Equatable {
  var x: Double
  var xTail: Double
  var y: Double

  init(x: Double, xTail: Double = 0, y: Double) {
    self.x = x
    self.xTail = xTail
    self.y = y
  }

  /// The place moved east by whole turns, exactly.
  init(_ place: Coordinate, turns: Int) {
    if turns == 0 {
      self.init(x: place.longitude, y: place.latitude)
    } else {
      let (sum, tail) = Exact.sum(place.longitude, 360 * Double(turns))
      self.init(x: sum, xTail: tail, y: place.latitude)
    }
  }

  /// Whether this abscissa is less than the other, exactly.
  func isWest(of other: PlanePoint) -> Bool { x < other.x || (x == other.x && xTail < other.xTail) }

  func isAtLongitude(of other: PlanePoint) -> Bool { x == other.x && xTail == other.xTail }

  /// The sweep's order: by latitude, then by longitude.
  static func < (left: PlanePoint, right: PlanePoint) -> Bool {
    left.y < right.y || (left.y == right.y && left.isWest(of: right))
  }
}

/// Error-free transformations of sums and products of doubles.
///
/// Source: T. J. Dekker 1971, D. E. Knuth (TAOCP 2, 4.2.2); exact unless something overflows or underflows.
enum Exact {
  @inline(__always) static func sum(_ a: Double, _ b: Double) -> (sum: Double, tail: Double) {
    let sum = a + b
    let bVirtual = sum - a
    let aVirtual = sum - bVirtual
    return (sum, (a - aVirtual) + (b - bVirtual))
  }

  @inline(__always) static func difference(_ a: Double, _ b: Double) -> (difference: Double, tail: Double) {
    let result = sum(a, -b)
    return (result.sum, result.tail)
  }

  @inline(__always) static func product(_ a: Double, _ b: Double) -> (product: Double, tail: Double) {
    let product = a * b
    return (product, (-product).addingProduct(a, b))
  }
}
