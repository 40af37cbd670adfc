/// Numbers as people write them.
enum NumberText {
  /// The shortest text that reads back as the same value, without a trailing `.0`.
  static func shortest(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A default value for help.
  static func plain(_ value: some Any) -> String {
    switch value {
    case let number as Double: shortest(number)
    case let choice as any RawRepresentable<String>: choice.rawValue
    default: "\(value)"
    }
  }

  /// Fixed decimals (0 to 9), half away from zero.
  static func fixed(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "-" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e15 else { return shortest(value) }
    var digits = String(Int64(scaled))
    if decimals > 0 {
      while digits.utf8.count <= decimals { digits = "0" + digits }
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals))
    }
    return value < 0 && scaled > 0 ? "-" + digits : digits
  }
}
