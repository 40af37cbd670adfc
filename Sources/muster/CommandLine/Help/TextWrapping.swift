/// Fills text into lines.
enum TextWrapping {
  /// Breaks at spaces so that no line is wider than `width`, except for a word that is itself wider.
  static func wrap(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { fill($0, width: width) }
  }

  private static func fill(_ paragraph: Substring, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in paragraph.split(separator: " ") {
      if used > 0, used + 1 + word.count > width {
        lines.append(line)
        line = ""
        used = 0
      }
      if used > 0 {
        line += " "
        used += 1
      }
      line += word
      used += word.count
    }
    lines.append(line)
    return lines
  }
}
