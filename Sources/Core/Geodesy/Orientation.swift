/// On which side of a directed line a point lies, exactly.
///
/// Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates" (1997):
/// a floating-point filter first, expansion arithmetic when it can't tell. Where a product could underflow, integers.
enum Orientation {
  /// 1 when `a`, `b`, `p` turn counter-clockwise (`p` is left of the line from `a` to `b`), -1 when clockwise, 0 when
  /// they lie on one line.
  @inline(__always) static func sign(_ a: PlanePoint, _ b: PlanePoint, _ p: PlanePoint) -> Int {
    if a.xTail == 0, b.xTail == 0, p.xTail == 0 {
      let left = (a.x - p.x) * (b.y - p.y)
      let right = (a.y - p.y) * (b.x - p.x)
      let determinant = left - right
      // (3 + 16 u) u for u = 2^-53, rounded up; the constant covers underflow.
      let bound = 3.4e-16 * (abs(left) + abs(right)) + 1e-290
      if determinant > bound { return 1 }
      if determinant < -bound { return -1 }
    }
    return exactSign(a, b, p)
  }

  @inline(never) static func exactSign(_ a: PlanePoint, _ b: PlanePoint, _ p: PlanePoint) -> Int {
    if isTiny(a.x) || isTiny(a.xTail) || isTiny(a.y) || isTiny(b.x) || isTiny(b.xTail) || isTiny(b.y)
      || isTiny(p.x) || isTiny(p.xTail) || isTiny(p.y)
    {
      return integerSign(a, b, p)
    }
    let (ax, axTail) = Exact.difference(a.x, p.x)
    let (bx, bxTail) = Exact.difference(b.x, p.x)
    let (ay, ayTail) = Exact.difference(a.y, p.y)
    let (by, byTail) = Exact.difference(b.y, p.y)
    if axTail == 0, bxTail == 0, ayTail == 0, byTail == 0, a.xTail == 0, b.xTail == 0, p.xTail == 0 {
      let left = Exact.product(ax, by)
      let right = Exact.product(ay, bx)
      if left.product != right.product { return left.product > right.product ? 1 : -1 }
      return left.tail == right.tail ? 0 : left.tail > right.tail ? 1 : -1
    }
    let (aTurn, aTurnTail) = Exact.difference(a.xTail, p.xTail)
    let (bTurn, bTurnTail) = Exact.difference(b.xTail, p.xTail)
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: 32) { storage in
      var expansion = Expansion(storage)
      for x in [axTail, aTurnTail, aTurn, ax] where x != 0 {
        expansion.add(product: x, byTail)
        expansion.add(product: x, by)
      }
      for x in [bxTail, bTurnTail, bTurn, bx] where x != 0 {
        expansion.add(product: -x, ayTail)
        expansion.add(product: -x, ay)
      }
      return expansion.sign
    }
  }

  /// Below 2^-400 a product of two tails could underflow.
  private static func isTiny(_ value: Double) -> Bool { value != 0 && abs(value) < 0x1p-400 }

  private static func integerSign(_ a: PlanePoint, _ b: PlanePoint, _ p: PlanePoint) -> Int {
    func difference(_ a: Double, _ aTail: Double, _ b: Double, _ bTail: Double) -> WideInteger {
      WideInteger(scaled: a) + WideInteger(scaled: aTail) + -WideInteger(scaled: b) + -WideInteger(scaled: bTail)
    }
    let left = difference(a.x, a.xTail, p.x, p.xTail) * difference(b.y, 0, p.y, 0)
    let right = difference(a.y, 0, p.y, 0) * difference(b.x, b.xTail, p.x, p.xTail)
    return (left + -right).signum
  }
}

/// A sum of doubles kept exactly, as non-overlapping parts of growing magnitude. Room for 32 parts.
private struct Expansion {
  private let parts: UnsafeMutableBufferPointer<Double>
  private var count = 0

  init(_ storage: UnsafeMutableBufferPointer<Double>) { parts = storage }

  mutating func add(product a: Double, _ b: Double) {
    guard a != 0, b != 0 else { return }
    let (product, tail) = Exact.product(a, b)
    add(tail)
    add(product)
  }

  private mutating func add(_ value: Double) {
    guard value != 0 else { return }
    var carry = value
    var kept = 0
    for index in 0..<count {
      let (sum, tail) = Exact.sum(carry, parts[index])
      carry = sum
      if tail != 0 {
        parts[kept] = tail
        kept += 1
      }
    }
    if carry != 0 {
      parts[kept] = carry
      kept += 1
    }
    count = kept
  }

  /// The sign of the largest part is the sign of the sum.
  var sign: Int { count == 0 ? 0 : parts[count - 1] > 0 ? 1 : -1 }
}
