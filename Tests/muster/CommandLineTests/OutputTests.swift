import MusterValues
import Testing

@testable import MusterCommandLine

@Suite struct OutputTests {
  @Test func tablesAlignWhatIsWide() {
    var table = TextTable([.init("NAME"), .init("N", .right), .init("X")])
    table.add(["東京", "1", "a"])
    table.add(["b\u{1B}c", "100", ""])
    #expect(table.text == "NAME    N  X\n東京    1  a\nb\u{FFFD}c   100\n")
  }

  @Test(arguments: [
    (0.0, 2, "0.00"), (-0.001, 2, "0.00"), (1.005, 0, "1"), (-12.345678, 6, "-12.345678"), (0.5, 0, "1"),
    (.infinity, 1, "-"), (1e300, 1, "1e+300"), (9.996, 2, "10.00"),
  ])
  func fixesDecimals(_ value: Double, _ decimals: Int, _ text: String) {
    #expect(NumberText.fixed(value, decimals: decimals) == text)
  }

  @Test func barsFitTheTerminal() {
    #expect(
      Progress.bar("Importing", done: 5, total: 10, columns: 60)
        == "Importing [#################..................] 50 % (5/10)")
    for columns in 0...130 {
      let bar = Progress.bar("Importing", done: 10, total: 10, columns: columns)
      #expect(bar.count < columns || columns < 35)
    }
  }

  @Test func eventLinesAreReadableWithoutColour() throws {
    let event = try #require(
      LocationEvent(
        json: """
          {"id":"e","resources":["arn:aws:geo:r:1:geofence-collection/C","arn:aws:geo:r:1:tracker/T"],"detail":
          {"EventType":"EXIT","GeofenceId":"Gate","DeviceId":"ada","SampleTime":"2026-01-31T23:30:05.123Z",
          "Position":[1,2],"Reason":"FENCE_DELETED"}}
          """))
    #expect(event.collection == "C")
    #expect(event.tracker == "T")
    #expect(EventLine.text(event) { _ in 3600 } == "00:30:05  ada             <- EXIT   Gate (FENCE_DELETED)")
    let coloured = EventLine.text(event, colour: true) { _ in 0 }
    #expect(coloured == "23:30:05  ada             \u{1B}[33m<- EXIT \u{1B}[0m  Gate (FENCE_DELETED)")
  }

  @Test(arguments: [("UNCERTAIN", "!"), ("BELOW_MINIMUM", "!"), ("DWELL", "*"), ("APPROACH", "*"), ("CERTAIN", "*")])
  func whatTagsAskForIsShownToo(_ kind: String, _ mark: String) throws {
    let text = """
      {"id":"e","resources":[],"detail":{"EventType":"\(kind)","GeofenceId":"Gate","DeviceId":"ada",
      "SampleTime":"2026-01-31T23:30:05.123Z"}}
      """
    let event = try #require(LocationEvent(json: text))
    #expect(EventLine.text(event) { _ in 0 } == "23:30:05  ada              \(mark) \(kind)  Gate")
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"id":"a","detail":{"EventType":"ENTER"}}"#,
    #"{"id":"a","detail":{"EventType":"X","DeviceId":"d"}}"#,
  ])
  func otherEnvelopesAreNoEvents(_ text: String) {
    #expect(LocationEvent(json: text) == nil)
  }
}
