/// A whole number of any size; just what comparing products of doubles needs. Slow and plain on purpose.
struct BigInteger: Sendable {
  private var isNegative = false
  /// Least significant digit first, base 2^32, no leading zeros.
  private var digits: [UInt32] = []

  /// `value` times 2^1074, which makes every finite double whole.
  init(scaled value: Double) {
    isNegative = value.sign == .minus
    let exponent = Int(value.exponentBitPattern)
    let significand = value.significandBitPattern | (exponent == 0 ? 0 : 1 << 52)
    let shift = exponent == 0 ? 0 : exponent - 1
    digits = [UInt32](repeating: 0, count: shift / 32)
    let wide = UInt128(significand) << UInt128(shift % 32)
    for index in 0..<3 { digits.append(UInt32(truncatingIfNeeded: wide >> UInt128(32 * index))) }
    trim()
  }

  init(_ value: Int128) {
    isNegative = value < 0
    for index in 0..<4 { digits.append(UInt32(truncatingIfNeeded: value.magnitude >> UInt128(32 * index))) }
    trim()
  }

  var signum: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { isNegative = false }
  }

  static prefix func - (value: BigInteger) -> BigInteger {
    var result = value
    result.isNegative = !value.isNegative && !value.digits.isEmpty
    return result
  }

  static func + (left: BigInteger, right: BigInteger) -> BigInteger {
    var result = left
    if left.isNegative == right.isNegative {
      result.digits = sum(left.digits, right.digits)
    } else if isLess(left.digits, right.digits) {
      result = right
      result.digits = difference(right.digits, left.digits)
    } else {
      result.digits = difference(left.digits, right.digits)
    }
    result.trim()
    return result
  }

  static func - (left: BigInteger, right: BigInteger) -> BigInteger { left + -right }

  static func * (left: BigInteger, right: BigInteger) -> BigInteger {
    var result = left
    result.isNegative = left.isNegative != right.isNegative
    result.digits = [UInt32](repeating: 0, count: left.digits.count + right.digits.count)
    for (i, a) in left.digits.enumerated() {
      var carry: UInt64 = 0
      for (j, b) in right.digits.enumerated() {
        let total = UInt64(a) * UInt64(b) + UInt64(result.digits[i + j]) + carry
        result.digits[i + j] = UInt32(truncatingIfNeeded: total)
        carry = total >> 32
      }
      result.digits[i + right.digits.count] = UInt32(carry)
    }
    result.trim()
    return result
  }

  private static func isLess(_ left: [UInt32], _ right: [UInt32]) -> Bool {
    if left.count != right.count { return left.count < right.count }
    for (a, b) in zip(left.reversed(), right.reversed()) where a != b { return a < b }
    return false
  }

  private static func sum(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
    var (sum, carry): ([UInt32], UInt64) = ([], 0)
    for index in 0..<max(left.count, right.count) {
      carry += UInt64(index < left.count ? left[index] : 0) + UInt64(index < right.count ? right[index] : 0)
      sum.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    return sum + [UInt32(carry)]
  }

  /// `left` is not less than `right`.
  private static func difference(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
    var (difference, borrow): ([UInt32], Int64) = ([], 0)
    for index in left.indices {
      let digit = Int64(left[index]) - Int64(index < right.count ? right[index] : 0) + borrow
      difference.append(UInt32(truncatingIfNeeded: digit))
      borrow = digit < 0 ? -1 : 0
    }
    return difference
  }
}
