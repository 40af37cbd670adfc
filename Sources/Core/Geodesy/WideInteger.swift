/// A signed integer of any size, only as much of one as the exact predicates need.
struct WideInteger {
  private var isNegative = false
  /// Base 2^32 digits, the least first, no leading zero.
  private var digits: [UInt32] = []

  /// The value times 2^1074, an integer for every finite double.
  init(scaled value: Double) {
    guard value != 0 else { return }
    isNegative = value < 0
    // A subnormal has the exponent field 0 and no hidden bit, but the scale of field 1.
    let field = Int(value.exponentBitPattern)
    let significand = value.significandBitPattern | (field == 0 ? 0 : 1 << 52)
    let shift = max(field, 1) - 1
    digits = Array(repeating: 0, count: shift / 32)
    let bits = UInt64(shift % 32)
    let low = significand << bits
    digits.append(UInt32(truncatingIfNeeded: low))
    digits.append(UInt32(truncatingIfNeeded: low >> 32))
    digits.append(bits == 0 ? 0 : UInt32(truncatingIfNeeded: significand >> (64 - bits)))
    trim()
  }

  private init(isNegative: Bool, digits: [UInt32]) {
    self.isNegative = isNegative
    self.digits = digits
    trim()
  }

  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
  }

  var signum: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

  static prefix func - (value: WideInteger) -> WideInteger {
    WideInteger(isNegative: !value.isNegative, digits: value.digits)
  }

  static func + (left: WideInteger, right: WideInteger) -> WideInteger {
    if left.isNegative == right.isNegative {
      return WideInteger(isNegative: left.isNegative, digits: sum(left.digits, right.digits))
    }
    return isLess(left.digits, right.digits)
      ? WideInteger(isNegative: right.isNegative, digits: difference(right.digits, left.digits))
      : WideInteger(isNegative: left.isNegative, digits: difference(left.digits, right.digits))
  }

  static func * (left: WideInteger, right: WideInteger) -> WideInteger {
    var digits = [UInt32](repeating: 0, count: left.digits.count + right.digits.count)
    for (i, a) in left.digits.enumerated() {
      var carry: UInt64 = 0
      for (j, b) in right.digits.enumerated() {
        // At most (2^32 - 1)^2 + 2 (2^32 - 1), which is 2^64 - 1.
        let total = UInt64(a) * UInt64(b) + UInt64(digits[i + j]) + carry
        digits[i + j] = UInt32(truncatingIfNeeded: total)
        carry = total >> 32
      }
      if !right.digits.isEmpty { digits[i + right.digits.count] = UInt32(carry) }
    }
    return WideInteger(isNegative: left.isNegative != right.isNegative, digits: digits)
  }

  private static func isLess(_ left: [UInt32], _ right: [UInt32]) -> Bool {
    left.count == right.count ? left.reversed().lexicographicallyPrecedes(right.reversed()) : left.count < right.count
  }

  private static func sum(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    var carry: UInt64 = 0
    for index in 0..<max(left.count, right.count) {
      carry += UInt64(index < left.count ? left[index] : 0) + UInt64(index < right.count ? right[index] : 0)
      result.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    result.append(UInt32(carry))
    return result
  }

  /// `left - right`, where `left` is not less.
  private static func difference(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    var borrow: Int64 = 0
    for index in left.indices {
      let value = Int64(left[index]) - Int64(index < right.count ? right[index] : 0) + borrow
      result.append(UInt32(truncatingIfNeeded: value))
      borrow = value >> 32
    }
    return result
  }
}
