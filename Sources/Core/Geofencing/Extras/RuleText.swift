/// Reads the values of rules. Every function gives nil for what is no such value.
enum RuleText {
  /// Milliseconds of an ISO 8601 duration (`PT1H30M`, `P1D`) or a short one (`1h30m`, `90s`), whole numbers only.
  static func duration(_ text: String) -> Int64? {
    var rest = Substring(text).uppercased()[...]
    let isISO = rest.first == "P"
    if isISO { rest.removeFirst() }
    var isTime = !isISO
    var units = isISO ? "D" : "DHMS"
    var total: Int64 = 0
    var hasPart = false
    while !rest.isEmpty {
      if isISO, !isTime, rest.first == "T" {
        rest.removeFirst()
        isTime = true
        units = "HMS"
        guard !rest.isEmpty else { return nil }
      }
      let digits = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(digits.count)
      // Each unit once, in order.
      guard digits.count <= 9, let count = Int64(digits), let unit = rest.popFirst(),
        let place = units.firstIndex(of: unit)
      else { return nil }
      units = String(units[units.index(after: place)...])
      total += count * (unit == "D" ? 86_400_000 : unit == "H" ? 3_600_000 : unit == "M" ? 60_000 : 1000)
      hasPart = true
    }
    return hasPart ? total : nil
  }

  /// A plain decimal number, `12.5`: no sign, no exponent.
  static func decimal(_ text: String) -> Double? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else { return nil }
    return Double(text)
  }

  static func count(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9, text.allSatisfy(isDigit) else { return nil }
    return Int(text)
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
