internal import Geodesy

/// A place in the longitude-latitude plane, its longitude moved east by whole turns; every number exact.
struct ExactVertex: Sendable {
  let longitude: Double
  let turns: Int
  let latitude: Double
  /// Multiples of 2^-110 degrees; nil where one is none, which only numbers below 2^-57 can be.
  let whole: (x: Int128, y: Int128)?

  private static let grainBits = 110
  private static let turn = Int128(360) << Int128(grainBits)

  init(_ place: Coordinate, turns: Int) {
    longitude = place.longitude
    latitude = place.latitude
    self.turns = turns
    if let x = Self.whole(place.longitude), let y = Self.whole(place.latitude) {
      whole = (x + Self.turn * Int128(turns), y)
    } else {
      whole = nil
    }
  }

  /// `degrees` must be less than 1024 in magnitude.
  private static func whole(_ degrees: Double) -> Int128? {
    if degrees == 0 { return 0 }
    guard degrees.isNormal else { return nil }
    let significand = Int128(degrees.significandBitPattern | 1 << 52)
    let shift = Int(degrees.exponent) - 52 + grainBits
    if shift < 0, shift <= -53 || significand & ((1 << Int128(-shift)) - 1) != 0 { return nil }
    let magnitude = shift >= 0 ? significand << Int128(shift) : significand >> Int128(-shift)
    return degrees < 0 ? -magnitude : magnitude
  }

  private var bigX: BigInteger {
    BigInteger(scaled: longitude) + BigInteger(scaled: 360 * Double(turns))
  }

  private var bigY: BigInteger { BigInteger(scaled: latitude) }

  /// The sign of this abscissa less the other.
  func compareX(_ other: ExactVertex) -> Int {
    if let whole, let theirs = other.whole { return Self.sign(whole.x - theirs.x) }
    return (bigX - other.bigX).signum
  }

  /// The sign of (b - a) x (p - a): 1 when `p` is left of the line from `a` to `b`.
  static func turn(_ a: ExactVertex, _ b: ExactVertex, _ p: ExactVertex) -> Int {
    guard let from = a.whole, let to = b.whole, let place = p.whole else { return bigTurn(a, b, p) }
    return signOfDifference(to.x - from.x, place.y - from.y, to.y - from.y, place.x - from.x)
  }

  /// The same in numbers of any size.
  static func bigTurn(_ a: ExactVertex, _ b: ExactVertex, _ p: ExactVertex) -> Int {
    ((b.bigX - a.bigX) * (p.bigY - a.bigY) - (b.bigY - a.bigY) * (p.bigX - a.bigX)).signum
  }

  /// The sign of `a * b - c * d`, by products of 256 bits.
  private static func signOfDifference(_ a: Int128, _ b: Int128, _ c: Int128, _ d: Int128) -> Int {
    let (left, right) = (sign(a) * sign(b), sign(c) * sign(d))
    if left != right { return left > right ? 1 : -1 }
    if left == 0 { return 0 }
    let first = a.magnitude.multipliedFullWidth(by: b.magnitude)
    let second = c.magnitude.multipliedFullWidth(by: d.magnitude)
    if first.high == second.high, first.low == second.low { return 0 }
    let isGreater = first.high != second.high ? first.high > second.high : first.low > second.low
    return isGreater ? left : -left
  }

  private static func sign(_ value: Int128) -> Int { value == 0 ? 0 : value < 0 ? -1 : 1 }
}
