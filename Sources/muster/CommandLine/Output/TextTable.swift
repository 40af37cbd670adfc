/// Rows in aligned columns under a heading, for people.
struct TextTable: Equatable, Sendable {
  enum Alignment: Sendable {
    case left
    case right
  }

  struct Column: Equatable, Sendable {
    let title: String
    let alignment: Alignment

    init(_ title: String, _ alignment: Alignment = .left) {
      self.title = title
      self.alignment = alignment
    }
  }

  let columns: [Column]
  private(set) var rows: [[String]] = []

  init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row; missing cells are empty, and cells are made safe to show.
  mutating func add(_ cells: [String]) {
    rows.append(columns.indices.map { $0 < cells.count ? Shown.text(cells[$0]) : "" })
  }

  var text: String {
    let widths = columns.indices.map { index in
      rows.reduce(DisplayWidth.of(columns[index].title)) { max($0, DisplayWidth.of($1[index])) }
    }
    let all = [columns.map(\.title)] + rows
    return all.map { line($0, widths: widths) + "\n" }.joined()
  }

  private func line(_ cells: [String], widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: widths[index] - DisplayWidth.of(cell))
      line += (index > 0 ? "  " : "") + (columns[index].alignment == .left ? cell + padding : padding + cell)
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
