internal import MusterValues

/// Names devices after tracks.
struct DeviceNames {
  let prefix: String
  private var taken: Set<Identifier> = []
  private var nextNumber: [Identifier: Int] = [:]

  init(prefix: String) { self.prefix = prefix }

  /// A name that the service accepts (letters and digits of any script, `-`, `.`, `_`; at most 100), not given before.
  mutating func name(for title: String) -> Identifier {
    let cleaned = Self.cleaned(prefix + title)
    var candidate = Identifier(cleaned)
    let base = candidate
    var number = nextNumber[base] ?? 2
    while !taken.insert(candidate).inserted {
      let suffix = "-\(number)"
      candidate = Identifier(
        String(String.UnicodeScalarView(cleaned.unicodeScalars.prefix(100 - suffix.count))) + suffix)
      number += 1
    }
    nextNumber[base] = number
    return candidate
  }

  private static func cleaned(_ text: String) -> String {
    var name = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where name.count < 100 {
      if FenceImportPlan.isName(String(scalar)) {
        name.append(scalar)
      } else if name.last != "-" {
        name.append("-")
      }
    }
    while name.last == "-" { name.removeLast() }
    while name.first == "-" { name.removeFirst() }
    return name.isEmpty ? "track" : String(name)
  }
}
