import MusterValues
import TestSupport
import Testing

@testable import MusterJSON

@Suite struct PositionUpdatesParserTests {
  struct Update {
    let device: String
    let time: String
    let longitude: Double
    let latitude: Double
    let accuracy: Double?
  }

  /// The updates of a regular text; nil for an unusual one.
  private static func parse(_ body: [UInt8], _ form: PositionUpdatesParser.Form) -> [Update]? {
    var updates: [Update] = []
    let isRegular = body.withUnsafeBytes { bytes in
      PositionUpdatesParser.parse(bytes, form: form) { update in
        updates.append(
          Update(
            device: String(decoding: update.deviceIdentifier, as: UTF8.self),
            time: String(decoding: update.sampleTime, as: UTF8.self), longitude: update.longitude,
            latitude: update.latitude, accuracy: update.horizontalAccuracy))
        return true
      }
    }
    return isRegular ? updates : nil
  }

  @Test func readsARegularBatch() throws {
    let body = #"""
      {"Updates": [{"DeviceId": "caf\u00e9-1", "SampleTime": "2024-01-02T03:04:05.678Z", "Position": [-123.1, 49]},
       {"Accuracy": {"Horizontal": 5}, "Position": [1e1, 2.5], "SampleTime": "x", "DeviceId": "b"}]}
      """#
    let updates = try #require(Self.parse(Array(body.utf8), .updates))
    #expect(updates.count == 2)
    let first = updates[0]
    #expect(first.device == "café-1")
    #expect(first.time == "2024-01-02T03:04:05.678Z")
    #expect(first.longitude == -123.1 && first.latitude == 49 && first.accuracy == nil)
    #expect(updates[1].accuracy == 5)
    #expect(Self.parse(Array(body.utf8), .devicePositionUpdates) == nil)
  }

  @Test func stopsWhenAnUpdateIsNotTaken() {
    let update = #"{"DeviceId":"d","SampleTime":"t","Position":[1,2]}"#
    let body = Array((#"{"Updates":["# + repeatElement(update, count: 3).joined(separator: ",") + "]}").utf8)
    var seen = 0
    let isRegular = body.withUnsafeBytes { bytes in
      PositionUpdatesParser.parse(bytes, form: .updates) { _ in
        seen += 1
        return seen < 2
      }
    }
    #expect(!isRegular && seen == 2)
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"Updates":[]}"#, #"{"Updates":{}}"#, #"{"Updates":null}"#, #"{"Updates":[1]}"#,
    #"{"Updates":[{"SampleTime":"t","Position":[1,2]}]}"#, #"{"Updates":[{"DeviceId":"d","Position":[1,2]}]}"#,
    #"{"Updates":[{"DeviceId":"d","SampleTime":"t"}]}"#,
    #"{"Updates":[{"DeviceId":1,"SampleTime":"t","Position":[1,2]}]}"#,
    #"{"Updates":[{"DeviceId":"d","SampleTime":1,"Position":[1,2]}]}"#,
    #"{"Updates":[{"DeviceId":"d","SampleTime":"t","Position":[1]}]}"#,
    #"{"Updates":[{"DeviceId":"d","SampleTime":"t","Position":[1,2,3]}]}"#,
    #"{"Updates":[{"DeviceId":"d","SampleTime":"t","Position":[1,"2"]}]}"#,
    #"{"Updates":[{"DeviceId":"d","SampleTime":"t","Position":[1,2],"Accuracy":null}]}"#,
    #"{"Updates":[{"DeviceId":"d","SampleTime":"t","Position":[1,2],"Accuracy":{}}]}"#,
    #"{"Updates":[{"DeviceId":"d","SampleTime":"t","Position":[1,2],"Accuracy":{"Horizontal":"1"}}]}"#,
    #"{"Updates":[{"DeviceId":"d","SampleTime":"t","Position":[1,2],"Accuracy":{"Horizontal":1,"Vertical":2}}]}"#,
    #"{"Updates":[{"DeviceId":"d","SampleTime":"t","Position":[1,2],"PositionProperties":{}}]}"#,
    #"{"Updates":[{"DeviceId":"d","SampleTime":"t","Position":[1,2],"Other":1}]}"#,
    #"{"Updates":[{"DeviceId":"d","DeviceId":"d","SampleTime":"t","Position":[1,2]}]}"#,
    #"{"Updates":[{"DeviceId":"d","SampleTime":"t","Position":[1,2]}],"Other":1}"#,
    #"{"Updates":[{"DeviceId":"d","SampleTime":"t","Position":[1,2]}],"Updates":[]}"#,
    #"{"Updates":[{"DeviceId":"d","SampleTime":"t","Position":[1,2]}]} x"#,
    #"{"updates":[{"DeviceId":"d","SampleTime":"t","Position":[1,2]}]}"#,
    #"{"Updates":[{"DeviceId":"d","SampleTime":"t","Position":[1,123456789012345678901]}]}"#,
  ])
  func callsTheRestUnusual(_ body: String) {
    #expect(Self.parse(Array(body.utf8), .updates) == nil)
  }

  @Test func takesTenUpdatesAndNoMore() {
    let update = #"{"DeviceId":"d","SampleTime":"t","Position":[1,2]}"#
    for count in [1, 10, 11, 200] {
      let body = #"{"DevicePositionUpdates":["# + repeatElement(update, count: count).joined(separator: ",") + "]}"
      let updates = Self.parse(Array(body.utf8), .devicePositionUpdates)
      #expect(updates?.count == (count <= 10 ? count : nil))
    }
  }

  @Test func agreesWithTheGenericPath() {
    var texts = RandomJSON(random: SeededRandom(seed: 13))
    var regular = 0
    var unusual = 0
    for _ in 0..<20_000 {
      let form: PositionUpdatesParser.Form = texts.pick([.updates, .devicePositionUpdates])
      var body = Array(Self.randomBody(&texts, form).utf8)
      if texts.pick([true, false]) { body = texts.mutated(body) }
      // Integers beyond 64 bits are unusual wherever they stand; the tape refuses them, the generic path does not.
      let isShort = body.withUnsafeBytes { JSONTape(parsing: $0) != nil }
      let expected = isShort ? (try? JSON.parse(body)).flatMap { Self.regularUpdates($0, form) } : nil
      let updates = Self.parse(body, form)
      #expect((updates != nil) == (expected != nil), "\(String(decoding: body, as: UTF8.self))")
      if updates != nil { regular += 1 } else { unusual += 1 }
      guard let updates, let expected else { continue }
      let found = updates.map { update in
        JSONValue.array([
          .string(update.device), .string(update.time), .number(update.longitude), .number(update.latitude),
          update.accuracy.map(JSONValue.number) ?? .null,
        ])
      }
      #expect(found == expected)
    }
    #expect(regular > 2000 && unusual > 2000)
  }

  private static func randomBody(_ texts: inout RandomJSON, _ form: PositionUpdatesParser.Form) -> String {
    let name = form == .updates ? "Updates" : "DevicePositionUpdates"
    let updates = (0..<Int.random(in: 1...3, using: &texts.random)).map { _ in
      var members = [
        "\"DeviceId\":" + texts.string(), "\"SampleTime\":" + texts.string(),
        "\"Position\":[" + texts.number() + texts.space() + "," + texts.number() + "]",
      ]
      if texts.pick([true, false]) { members.append("\"Accuracy\":{\"Horizontal\":" + texts.number() + "}") }
      if texts.pick([true] + Array(repeating: false, count: 9)) { members.append(texts.string() + ":1") }
      if texts.pick([true] + Array(repeating: false, count: 9)) { members.append(texts.pick(members)) }
      members.shuffle(using: &texts.random)
      return "{" + members.joined(separator: "," + texts.space()) + "}"
    }
    return texts.space() + "{\"" + name + "\":[" + updates.joined(separator: ",") + "]}"
  }

  /// What a regular body says, by the generic parser; nil when it is unusual.
  private static func regularUpdates(_ value: JSONValue, _ form: PositionUpdatesParser.Form) -> [JSONValue]? {
    guard let members = value.members, members.count == 1,
      members[0].name == (form == .updates ? "Updates" : "DevicePositionUpdates"),
      let updates = members[0].value.elements, (1...10).contains(updates.count)
    else { return nil }
    var result: [JSONValue] = []
    for update in updates {
      guard let members = update.members, members.count == (update["Accuracy"] == nil ? 3 : 4),
        let identifier = update["DeviceId"]?.text, let time = update["SampleTime"]?.text,
        let position = update["Position"]?.elements, position.count == 2,
        let longitude = position[0].double, let latitude = position[1].double
      else { return nil }
      var accuracy = JSONValue.null
      if let object = update["Accuracy"] {
        guard object.members?.count == 1, let double = object["Horizontal"]?.double
        else { return nil }
        accuracy = .number(double)
      }
      result.append([.string(identifier), .string(time), .number(longitude), .number(latitude), accuracy])
    }
    return result
  }
}
