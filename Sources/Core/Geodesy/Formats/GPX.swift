internal import MusterValues

/// Reads GPX 1.0 and 1.1 and writes GPX 1.1 (https://www.topografix.com/GPX/1/1/).
public enum GPX {
  /// Reads a whole text. A time without an offset is taken as UTC, as the schema demands; a bad coordinate, number or
  /// time is an error that names its line.
  ///
  /// - Parameter maximumBytes: longer texts are refused.
  public static func read(_ data: [UInt8], maximumBytes: Int = 256 << 20) throws(GPXError) -> GPXDocument {
    if data.count > maximumBytes { throw GPXError(.tooLarge, "is longer than \(maximumBytes) bytes") }
    // A byte that no UTF-8 or Latin text has; a UTF-16 text could hide a declaration from the next check.
    if data.contains(0) { throw GPXError(.notXML, "is not UTF-8 text") }
    if holds("<!DOCTYPE", data) || holds("<!ENTITY", data) {
      throw GPXError(.declarationRefused, "has a document type declaration, which is not accepted")
    }
    return try GPXReader.read(try plainUTF8(data))
  }

  /// The text as valid UTF-8 without byte order mark, XML declaration and processing instructions: the system's XML parser
  /// traps on names that are not UTF-8 and on instructions without data. Latin-1 is rewritten when it is declared.
  private static func plainUTF8(_ data: [UInt8]) throws(GPXError) -> [UInt8] {
    var text = data.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(data.dropFirst(3)) : data
    let declaration = String(decoding: text.prefix(200).prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self).lowercased()
    let isLatin = declaration.hasPrefix("<?xml") && declaration.contains("iso-8859-1")
    try blankInstructions(&text)
    if String(validating: text, as: UTF8.self) != nil { return text }
    guard isLatin else { throw GPXError(.notXML, "is not UTF-8 text") }
    return text.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
  }

  /// Puts spaces in the place of every `<? ... ?>`; line ends stay, so that errors name the right line.
  private static func blankInstructions(_ text: inout [UInt8]) throws(GPXError) {
    let (mark, opening, closing) = (UInt8(ascii: "?"), UInt8(ascii: "<"), UInt8(ascii: ">"))
    var index = 0
    while index + 1 < text.count {
      guard text[index] == opening, text[index + 1] == mark else {
        index += 1
        continue
      }
      var end = index + 2
      while end + 1 < text.count, !(text[end] == mark && text[end + 1] == closing) { end += 1 }
      guard end + 1 < text.count else { throw GPXError(.notXML, "has a processing instruction without an end") }
      for place in index...(end + 1) where text[place] != 10 && text[place] != 13 { text[place] = 32 }
      index = end + 2
    }
  }

  /// Writes version 1.1. Speed and course, which it lacks, go into Garmin's TrackPointExtension.
  public static func write(_ document: GPXDocument) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="\(escaped(document.creator ?? "Muster"))" \
      xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">

      """
    if document.name != nil || document.time != nil {
      text += "<metadata>" + element("name", document.name) + element("time", document.time?.iso8601) + "</metadata>\n"
    }
    for point in document.waypoints { text += self.point("wpt", point) }
    for route in document.routes {
      text += "<rte>" + element("name", route.name) + "\n"
      for point in route.points { text += self.point("rtept", point) }
      text += "</rte>\n"
    }
    for track in document.tracks {
      text += "<trk>" + element("name", track.name) + "\n"
      for segment in track.segments {
        text += "<trkseg>\n"
        for point in segment { text += self.point("trkpt", point) }
        text += "</trkseg>\n"
      }
      text += "</trk>\n"
    }
    return text + "</gpx>\n"
  }

  private static func holds(_ pattern: StaticString, _ data: [UInt8]) -> Bool {
    pattern.withUTF8Buffer { pattern in
      data.withUnsafeBufferPointer { data in
        guard data.count >= pattern.count else { return false }
        return (0...(data.count - pattern.count)).contains { start in
          data[start] == pattern[0] && pattern.indices.allSatisfy { data[start + $0] == pattern[$0] }
        }
      }
    }
  }

  /// One point; its elements stand in the order of the schema.
  private static func point(_ name: String, _ point: GPXPoint) -> String {
    var text = "<\(name) lat=\"\(point.coordinate.latitude)\" lon=\"\(point.coordinate.longitude)\">"
    text += element("ele", point.elevation?.description)
    text += element("time", point.time?.iso8601)
    text += element("name", point.name)
    text += element("fix", point.fix)
    text += element("sat", point.satellites?.description)
    text += element("hdop", point.hdop?.description)
    text += element("vdop", point.vdop?.description)
    text += element("pdop", point.pdop?.description)
    if point.speed != nil || point.course != nil {
      text += "<extensions><gpxtpx:TrackPointExtension>"
      text += element("gpxtpx:speed", point.speed?.description)
      text += element("gpxtpx:course", point.course?.description)
      text += "</gpxtpx:TrackPointExtension></extensions>"
    }
    return text + "</\(name)>\n"
  }

  private static func element(_ name: String, _ content: String?) -> String {
    content.map { "<\(name)>\(escaped($0))</\(name)>" } ?? ""
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\r": result += "&#13;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      // XML has no way to write the other control characters, nor these two.
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
