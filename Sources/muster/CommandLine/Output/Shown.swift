/// Text from outside made safe to show on a terminal.
enum Shown {
  /// Replaces control characters, line and paragraph separators and direction overrides, which could move the cursor,
  /// forge a line or reorder what is read. Longer texts than `limit` end in an ellipsis.
  static func text(_ text: String, limit: Int = 200) -> String {
    var shown = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index == limit { return shown + "…" }
      shown.unicodeScalars.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar)
    }
    return shown
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
