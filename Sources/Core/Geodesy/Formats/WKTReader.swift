/// Goes through a Well-Known Text once, from left to right.
struct WKTReader {
  private let text: [UInt8]
  private var position = 0

  init(_ text: [UInt8]) { self.text = text }

  var isAtEnd: Bool { position == text.count }

  mutating func skipSpace() {
    while position < text.count, Self.isSpace(text[position]) { position += 1 }
  }

  mutating func skipSeparators() {
    while position < text.count, Self.isSpace(text[position]) || text[position] == UInt8(ascii: ";") { position += 1 }
  }

  /// Goes to the next letter that is the first on its line, or to the end.
  mutating func skipToLetterOnNewLine() {
    repeat {
      while position < text.count, text[position] != 0x0A { position += 1 }
      skipSeparators()
    } while position < text.count && !Self.isLetter(text[position])
  }

  mutating func geometry() throws(ShapeError) -> Shape {
    skipSpace()
    var start = position
    var tag = word()
    if tag == "SRID" {
      try referenceSystem()
      skipSpace()
      start = position
      tag = word()
    }
    let (type, ordinates) = try Self.type(tag, at: start, next: nextWord())
    if ordinates.isApart {
      skipSpace()
      _ = word()
    }
    skipSpace()
    let mark = position
    if word() == "EMPTY" { throw error(.unsupported, at: start, "is an EMPTY geometry; a fence needs an area") }
    position = mark
    switch type {
    case .polygon: return .polygon(Polygon(rings: try rings(ordinates.counts)))
    case .multiPolygon:
      let counts = ordinates.counts
      return .multiPolygon(
        try list("polygons") { (reader) throws(ShapeError) in Polygon(rings: try reader.rings(counts)) })
    }
  }

  private enum Kind {
    case polygon
    case multiPolygon
  }

  /// How many numbers a position may have, and whether the letters that say so are a word of their own.
  private struct Ordinates {
    let counts: ClosedRange<Int>
    let isApart: Bool
  }

  private static func type(_ tag: String, at start: Int, next: String) throws(ShapeError) -> (Kind, Ordinates) {
    let suffixes = [("ZM", 4...4), ("Z", 3...3), ("M", 3...3)]
    for (name, kind) in [("POLYGON", Kind.polygon), ("MULTIPOLYGON", Kind.multiPolygon)] where tag.hasPrefix(name) {
      let rest = tag.dropFirst(name.count)
      if rest.isEmpty {
        let apart = suffixes.first { $0.0 == next }
        return (kind, Ordinates(counts: apart?.1 ?? 2...4, isApart: apart != nil))
      }
      if let fused = suffixes.first(where: { $0.0 == rest }) {
        return (kind, Ordinates(counts: fused.1, isApart: false))
      }
    }
    let place = path(start)
    if tag.isEmpty { throw ShapeError(.malformed, path: place, "must begin a geometry, such as POLYGON ((") }
    let others = [
      "POINT", "LINESTRING", "MULTIPOINT", "MULTILINESTRING", "GEOMETRYCOLLECTION", "TRIANGLE", "TIN",
      "POLYHEDRALSURFACE", "CIRCULARSTRING", "COMPOUNDCURVE", "CURVEPOLYGON", "MULTICURVE", "MULTISURFACE", "CURVE",
      "SURFACE", "LINEARRING",
    ]
    if others.contains(where: { other in tag == other || suffixes.contains { tag == other + $0.0 } }) {
      throw ShapeError(.unsupported, path: place, "begins a \(tag); a fence in WKT is a POLYGON or a MULTIPOLYGON")
    }
    throw ShapeError(.malformed, path: place, "begins no geometry type of WKT")
  }

  /// `=4326;` after `SRID`.
  private mutating func referenceSystem() throws(ShapeError) {
    try expect(UInt8(ascii: "="))
    skipSpace()
    let start = position
    while position < text.count, (0x30...0x39).contains(text[position]) { position += 1 }
    // More digits than any identifier of a reference system has.
    let digits = text[start..<position].drop { $0 == 0x30 }
    guard position > start else { throw unexpected("a number") }
    guard digits.elementsEqual("4326".utf8) else {
      throw error(.unsupported, at: start, "names a reference system other than 4326 (WGS84 longitude and latitude)")
    }
    try expect(UInt8(ascii: ";"))
  }

  private mutating func rings(_ counts: ClosedRange<Int>) throws(ShapeError) -> [[Coordinate]] {
    try list("rings") { (reader) throws(ShapeError) in
      try reader.list("positions") { (reader) throws(ShapeError) in try reader.coordinate(counts) }
    }
  }

  /// One or more elements between parentheses, with commas between them.
  private mutating func list<Element>(
    _ what: String, _ element: (inout WKTReader) throws(ShapeError) -> Element
  ) throws(ShapeError) -> [Element] {
    skipSpace()
    let mark = position
    if word() == "EMPTY" { throw error(.unsupported, at: mark, "is EMPTY where \(what) must stand") }
    position = mark
    try expect(UInt8(ascii: "("))
    var elements: [Element] = []
    while true {
      elements.append(try element(&self))
      skipSpace()
      guard position < text.count else { throw unexpected("a comma or a closing parenthesis") }
      switch text[position] {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: ")"):
        position += 1
        return elements
      default: throw unexpected("a comma or a closing parenthesis")
      }
    }
  }

  private mutating func coordinate(_ counts: ClosedRange<Int>) throws(ShapeError) -> Coordinate {
    skipSpace()
    let start = position
    let longitude = try number()
    let latitude = try number()
    var count = 2
    while count <= counts.upperBound, startsNumber() {
      _ = try number()
      count += 1
    }
    guard counts.contains(count) else {
      let expected = counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
      throw error(.malformed, at: start, "begins a position that has not \(expected) numbers")
    }
    return Coordinate(longitude: longitude, latitude: latitude)
  }

  private mutating func startsNumber() -> Bool {
    skipSpace()
    return position < text.count && Self.isNumeric(text[position])
  }

  private mutating func number() throws(ShapeError) -> Double {
    skipSpace()
    let start = position
    while position < text.count, Self.isNumeric(text[position]) { position += 1 }
    // Too large a number becomes infinite, which the shape's own checks refuse.
    guard position > start, let value = Double(String(decoding: text[start..<position], as: UTF8.self)) else {
      position = start
      throw unexpected("a number")
    }
    return value
  }

  private mutating func expect(_ byte: UInt8) throws(ShapeError) {
    skipSpace()
    guard position < text.count, text[position] == byte else {
      throw unexpected("'\(Character(Unicode.Scalar(byte)))'")
    }
    position += 1
  }

  /// The letters from here on, in upper case.
  private mutating func word() -> String {
    let start = position
    while position < text.count, Self.isLetter(text[position]) { position += 1 }
    return String(decoding: text[start..<position].map { $0 & 0xDF }, as: UTF8.self)
  }

  /// The word after white space, without going there.
  private func nextWord() -> String {
    var ahead = self
    ahead.skipSpace()
    return ahead.word()
  }

  /// That something else must stand here.
  func unexpected(_ what: String) -> ShapeError {
    error(.malformed, at: position, isAtEnd ? "is the end of the text, where \(what) must stand" : "must be \(what)")
  }

  private func error(_ code: ShapeError.Code, at place: Int, _ fault: String) -> ShapeError {
    ShapeError(code, path: Self.path(place), fault)
  }

  private static func path(_ place: Int) -> String { "WKT character \(place + 1)" }
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
  }
}
