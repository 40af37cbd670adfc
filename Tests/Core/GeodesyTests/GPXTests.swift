import Foundation
import Geodesy
import MusterValues
import Testing

/// Recorded files, which lie beside the repository on machines that have them.
private let recordings = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
  .appendingPathComponent("../shared/data/gps/gpx").standardizedFileURL

private func recordingNames() -> [String] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: recordings.path)) ?? []
  return names.filter { $0.hasSuffix(".gpx") }.sorted()
}

@Suite struct GPXTests {
  private func read(_ text: String) throws -> GPXDocument { try GPX.read(Array(text.utf8)) }

  @Test func readsTracksRoutesAndWaypoints() throws {
    let document = try read(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="me" xmlns="http://www.topografix.com/GPX/1/1" xmlns:e="urn:e">
       <metadata><name>All</name><time>2020-01-01T00:00:00Z</time></metadata>
       <wpt lat="1" lon="2"><name>A &amp; B</name></wpt>
       <rte><name>R</name><rtept lat="3" lon="4"/></rte>
       <trk><name>T</name><trkseg/><trkseg>
        <trkpt lat="5.5" lon="-6.5"><ele>7</ele><time>1970-01-01T00:00:00.250Z</time><hdop>1.5</hdop><sat>9</sat>
         <extensions><e:x><e:speed>3.5</e:speed><e:course>90</e:course><e:name>no</e:name></e:x></extensions></trkpt>
       </trkseg></trk>
      </gpx>
      """)
    #expect(document.name == "All" && document.creator == "me" && document.version == "1.1")
    #expect(document.waypoints.map(\.name) == ["A & B"])
    #expect(document.routes.map(\.points.count) == [1] && document.routes[0].name == "R")
    #expect(document.tracks.count == 1 && document.tracks[0].segments.map(\.count) == [0, 1])
    let point = try #require(document.tracks[0].segments[1].first)
    #expect(
      point
        == GPXPoint(
          coordinate: Coordinate(longitude: -6.5, latitude: 5.5), time: Timestamp(milliseconds: 250), elevation: 7,
          speed: 3.5, course: 90, hdop: 1.5, satellites: 9))
    #expect(try read(GPX.write(document)) == document)
  }

  @Test(arguments: [
    ("<gpx", GPXError.Code.notXML, 1), ("<gpx>\n<trk><name>cut", .notXML, 2), ("<gpx><trk></gpx>", .notXML, 1),
    ("<kml/>", .notGPX, 1), ("<gpx version=\"2.0\"/>", .unsupportedVersion, 1),
    ("<gpx>\n<wpt lat=\"91\" lon=\"0\"/></gpx>", .invalidCoordinate, 2),
    ("<gpx>\n<wpt lon=\"0\"/></gpx>", .invalidCoordinate, 2),
    ("<gpx>\n<wpt lat=\"nan\" lon=\"0\"/></gpx>", .invalidCoordinate, 2),
    ("<gpx><wpt lat=\"1\" lon=\"0\">\n<time>yesterday</time></wpt></gpx>", .invalidTime, 2),
    ("<gpx><wpt lat=\"1\" lon=\"0\">\n<ele>high</ele></wpt></gpx>", .invalidNumber, 2),
    (String(repeating: "<gpx>", count: 200), .tooDeep, 1),
  ])
  func refusesWithTheLine(text: String, code: GPXError.Code, line: Int) throws {
    let error = try #require(throws: GPXError.self) { try read(text) }
    #expect(error.code == code)
    #expect(error.line == line)
  }

  @Test func refusesEntityDeclarations() throws {
    let bomb = "<!DOCTYPE gpx [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><gpx><name>&b;</name></gpx>"
    #expect(throws: GPXError.self) { try read(bomb) }
    let wide = Array(bomb.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
    #expect(throws: GPXError.self) { try GPX.read([0xFF, 0xFE] + wide) }
    #expect(throws: GPXError.self) { try GPX.read([0x3C], maximumBytes: 0) }
    #expect(throws: GPXError.self) { try GPX.read([]) }
  }

  /// The XML parser traps on an element name that is not UTF-8; found by fuzzing.
  @Test func bytesThatAreNoUTF8AreRefused() throws {
    let text = Array("<gpx version=\"1.1\"><trk><".utf8) + [0xFF, 0xFF] + Array("/ele></trk></gpx>".utf8)
    #expect(throws: GPXError.self) { try GPX.read(text) }
    #expect(throws: GPXError.self) { try GPX.read(Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>".utf8) + text) }
  }

  /// The XML parser traps on an instruction without data; found by fuzzing.
  @Test func processingInstructionsAreSkipped() throws {
    let text = "<?ni?><gpx version='1.1'><?a b?><trk><name>n<?x?>m</name></trk></gpx>"
    #expect(try GPX.read(Array(text.utf8)).tracks.first?.name == "n     m")
    #expect(throws: GPXError.self) { try GPX.read(Array("<gpx version='1.1'/><?x".utf8)) }
  }

  @Test func latinTextIsReadWhenTheDeclarationSaysSo() throws {
    let text =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?><gpx version='1.1'><trk><name>M".utf8) + [0xFC]
      + Array("nchen</name></trk></gpx>".utf8)
    #expect(try GPX.read(text).tracks.first?.name == "M\u{FC}nchen")
  }

  @Test func strayElementsAreIgnored() throws {
    let document = try read(
      "<gpx><a><trkseg><trkpt lat=\"1\" lon=\"1\"/></trkseg></a><trkpt lat=\"1\" lon=\"1\"/><trk><trkpt/></trk></gpx>")
    #expect(document.tracks == [GPXTrack(segments: [])])
  }

  @Test func writesTextThatNeedsEscaping() throws {
    let name = "<\"&\u{1}ö\u{FFFF}>"
    let point = GPXPoint(coordinate: Coordinate(longitude: -180, latitude: 1e-7), speed: 0.1, name: name)
    let document = GPXDocument(creator: "a\"b", waypoints: [point])
    let back = try read(GPX.write(document))
    #expect(back.waypoints[0].name == "<\"&ö>" && back.creator == "a\"b" && back.waypoints[0].speed == 0.1)
    #expect(back.waypoints[0].coordinate == point.coordinate)
  }

  @Test(.enabled(if: !recordingNames().isEmpty, "recorded files are absent"), arguments: recordingNames())
  func readsRecordings(name: String) throws {
    let data = try Data(contentsOf: recordings.appendingPathComponent(name))
    let document = try GPX.read(Array(data))
    // An independent count of the start tags in the text.
    let text = String(decoding: data, as: UTF8.self)
    func tags(_ name: String) -> Int {
      text.components(separatedBy: "<\(name) ").count + text.components(separatedBy: "<\(name)>").count - 2
    }
    let points = document.tracks.flatMap { $0.segments.flatMap { $0 } }
    #expect(points.count == tags("trkpt"))
    #expect(document.tracks.reduce(0) { $0 + $1.segments.count } == tags("trkseg"))
    #expect(document.waypoints.count == tags("wpt"))
    #expect(document.routes.reduce(0) { $0 + $1.points.count } == tags("rtept"))
    #expect(try read(GPX.write(document)).tracks == document.tracks)
  }

  @Test(.enabled(if: !recordingNames().isEmpty, "recorded files are absent"))
  func readsRecordedDetails() throws {
    func points(_ name: String) throws -> [GPXPoint] {
      let data = try Data(contentsOf: recordings.appendingPathComponent(name))
      return try GPX.read(Array(data)).tracks.flatMap { $0.segments.flatMap { $0 } }
    }
    let fine = try points("track-with-less-sec-time.gpx")
    #expect(fine.first?.time == Timestamp(iso8601: "2015-12-11T14:43:13Z"))
    let mixed = try points("cerknicko-without-times.gpx")
    #expect(mixed.contains { $0.time == nil } && mixed.count { $0.time != nil } <= 5)
    let old = try points("berlin_trace.gpx")
    #expect(old.count { $0.time.map { $0 < Timestamp(milliseconds: 31_536_000_000) } ?? false } == 1644)
    #expect(try points("track_with_speed.gpx").contains { $0.speed != nil })
  }
}
