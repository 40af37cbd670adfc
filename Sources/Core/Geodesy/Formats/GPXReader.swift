internal import Foundation
internal import MusterValues

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

/// Collects a document while the parser goes through the text.
final class GPXReader: NSObject, XMLParserDelegate {
  private var document = GPXDocument()
  private var failure: GPXError?
  /// Names of the open elements, without namespace prefixes.
  private var open: [String] = []
  private var text = ""
  private var point: GPXPoint?
  /// The number of open elements up to and including the point's.
  private var pointDepth = 0
  private var sawRoot = false

  private static let deepest = 64

  static func read(_ data: [UInt8]) throws(GPXError) -> GPXDocument {
    let parser = XMLParser(data: Data(data))
    parser.shouldResolveExternalEntities = false
    let reader = GPXReader()
    parser.delegate = reader
    let isWellFormed = parser.parse()
    if let failure = reader.failure { throw failure }
    // A text that stops early is not reported on every platform.
    guard isWellFormed, parser.parserError == nil, reader.open.isEmpty else {
      throw GPXError(.notXML, line: max(1, parser.lineNumber), "is not well-formed XML")
    }
    guard reader.sawRoot else { throw GPXError(.notGPX, "holds no gpx element") }
    return reader.document
  }

  private func fail(_ code: GPXError.Code, _ parser: XMLParser, _ fault: String) {
    if failure == nil { failure = GPXError(code, line: parser.lineNumber, fault) }
    parser.abortParsing()
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    guard failure == nil else { return }
    let name = Self.localName(elementName)
    text = ""
    if open.isEmpty { return start(root: name, attributes, parser) }
    open.append(name)
    if open.count > Self.deepest { return fail(.tooDeep, parser, "elements are nested too deep") }
    // Whole paths, so that a stray element can't name a track that is not there.
    switch open {
    case ["gpx", "rte"]: document.routes.append(GPXRoute(points: []))
    case ["gpx", "trk"]: document.tracks.append(GPXTrack(segments: []))
    case ["gpx", "trk", "trkseg"]: document.tracks[document.tracks.count - 1].segments.append([])
    case ["gpx", "wpt"], ["gpx", "rte", "rtept"], ["gpx", "trk", "trkseg", "trkpt"]:
      guard let coordinate = Self.coordinate(attributes) else {
        return fail(.invalidCoordinate, parser, "\(name) needs lat in -90...90 and lon in -180...180")
      }
      point = GPXPoint(coordinate: coordinate)
      pointDepth = open.count
    default: break
    }
  }

  private func start(root name: String, _ attributes: [String: String], _ parser: XMLParser) {
    open = [name]
    guard name == "gpx" else { return fail(.notGPX, parser, "the outermost element is not gpx") }
    sawRoot = true
    let version = attributes["version"] ?? "1.1"
    guard version == "1.0" || version == "1.1" else {
      return fail(.unsupportedVersion, parser, "only GPX 1.0 and 1.1 are supported")
    }
    document.version = version
    document.creator = attributes["creator"]
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(_ parser: XMLParser, foundCDATA block: Data) { text += String(decoding: block, as: UTF8.self) }

  func parser(_ parser: XMLParser, foundInternalEntityDeclarationWithName name: String, value: String?) {
    fail(.declarationRefused, parser, "entity declarations are not accepted")
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard failure == nil, let name = open.last else { return }
    let content = text.trimmingCharacters(in: .whitespacesAndNewlines)
    text = ""
    let depth = open.count
    open.removeLast()
    if point != nil {
      if depth == pointDepth { return finishPoint() }
      let isDirect = depth == pointDepth + 1
      // In version 1.1 speed and course stand in extensions of various makers.
      if !content.isEmpty, isDirect || ((name == "speed" || name == "course") && open.contains("extensions")) {
        set(name, content, parser)
      }
      return
    }
    setDocument(name, content, parser)
  }

  private func setDocument(_ name: String, _ content: String, _ parser: XMLParser) {
    guard !content.isEmpty else { return }
    switch (open, name) {
    case (["gpx"], "name"), (["gpx", "metadata"], "name"): document.name = content
    case (["gpx"], "time"), (["gpx", "metadata"], "time"): document.time = time(content, parser)
    case (["gpx", "rte"], "name"): document.routes[document.routes.count - 1].name = content
    case (["gpx", "trk"], "name"): document.tracks[document.tracks.count - 1].name = content
    default: break
    }
  }

  private func finishPoint() {
    guard let point else { return }
    self.point = nil
    let track = document.tracks.count - 1
    switch pointDepth {
    case 2: document.waypoints.append(point)
    case 3: document.routes[document.routes.count - 1].points.append(point)
    default: document.tracks[track].segments[document.tracks[track].segments.count - 1].append(point)
    }
  }

  private func set(_ name: String, _ content: String, _ parser: XMLParser) {
    switch name {
    case "time": point?.time = time(content, parser)
    case "name": point?.name = content
    case "fix": point?.fix = content
    case "ele": point?.elevation = number(name, content, parser)
    case "speed": point?.speed = number(name, content, parser)
    case "course": point?.course = number(name, content, parser)
    case "hdop": point?.hdop = number(name, content, parser)
    case "vdop": point?.vdop = number(name, content, parser)
    case "pdop": point?.pdop = number(name, content, parser)
    case "sat": point?.satellites = number(name, content, parser).flatMap { Int(exactly: $0) }
    default: break
    }
  }

  private func time(_ content: String, _ parser: XMLParser) -> Timestamp? {
    if let time = Timestamp(iso8601: content) ?? Timestamp(iso8601: content + "Z") { return time }
    fail(.invalidTime, parser, "time is not an ISO 8601 date and time")
    return nil
  }

  private func number(_ name: String, _ content: String, _ parser: XMLParser) -> Double? {
    if let value = Double(content), value.isFinite { return value }
    fail(.invalidNumber, parser, "\(name) is not a number")
    return nil
  }

  private static func coordinate(_ attributes: [String: String]) -> Coordinate? {
    guard let latitude = attributes["lat"].flatMap(Double.init), let longitude = attributes["lon"].flatMap(Double.init)
    else { return nil }
    let coordinate = Coordinate(longitude: longitude, latitude: latitude)
    return coordinate.isValid ? coordinate : nil
  }

  private static func localName(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }
}
