import AmazonLocation
import MusterIngest
import MusterValues
import Testing

@testable import MusterService

@Suite struct PaginationTests {
  let tokens = PaginationTokens(key: Array(repeating: 1, count: 32))
  let name = Identifier(String(repeating: "\u{20000}", count: 100))

  @Test func tokensReadBackAndAreShort() throws {
    let token = tokens.make(name.bytes, operation: .listGeofences, scope: ["C"])
    #expect(token.utf8.count <= 2000)
    #expect(try tokens.readName(token, operation: .listGeofences, scope: ["C"]) == name)
    #expect(try tokens.readName(nil, operation: .listGeofences, scope: ["C"]) == nil)
    let again = PaginationTokens(key: Array(repeating: 1, count: 32))
    #expect(try again.readName(token, operation: .listGeofences, scope: ["C"]) == name, "after a restart")
    let cursor = HistoryCursor(sampleTime: Timestamp(milliseconds: -5), place: .max)
    let other = tokens.make(cursor, operation: .getDevicePositionHistory, scope: ["T", "d", "", ""])
    #expect(
      try tokens.readHistory(other, operation: .getDevicePositionHistory, scope: ["T", "d", "", ""]) == cursor)
  }

  @Test func everyChangedByteIsNoticed() throws {
    let token = tokens.make(Identifier("device-1").bytes, operation: .listTrackers, scope: [])
    let characters = Array(token.utf8)
    for index in characters.indices {
      for replacement in "Az09-_".utf8 where replacement != characters[index] {
        var changed = characters
        changed[index] = replacement
        refused(String(decoding: changed, as: UTF8.self), .listTrackers, [])
      }
      refused(String(decoding: characters[..<index], as: UTF8.self), .listTrackers, [])
    }
    for extra in ["A", "=", "!", " ", "\u{E9}"] { refused(token + extra, .listTrackers, []) }
  }

  @Test func aTokenHoldsForItsListOnly() {
    let token = tokens.make(name.bytes, operation: .listGeofences, scope: ["ab", "c"])
    refused(token, .listDevicePositions, ["ab", "c"])
    refused(token, .listGeofences, ["a", "bc"])
    refused(token, .listGeofences, ["ab"])
    refused(token, .listGeofences, ["ab", "c", ""])
    let foreign = PaginationTokens(key: Array(repeating: 2, count: 32))
    refused(foreign.make(name.bytes, operation: .listGeofences, scope: ["ab", "c"]), .listGeofences, ["ab", "c"])
  }

  private func refused(_ token: String, _ operation: LocationOperation, _ scope: [String]) {
    let error = #expect(throws: ServiceError.self) { try tokens.read(token, operation: operation, scope: scope) }
    #expect(error?.code == .validation)
    #expect(error?.fields.map(\.name) == ["NextToken"])
  }

  @Test func pagesJoinToTheWholeList() async throws {
    let service = ServiceFixture()
    let names = (0..<23).map { "T\($0 % 7)-\($0)" } + ["\u{C5}", "\u{212B}"]
    for name in names where name.unicodeScalars.allSatisfy(\.isASCII) {
      _ = try await service.call("POST", "/tracking/v0/trackers", "{\"TrackerName\":\"\(name)\"}")
    }
    for device in names {
      let body =
        "{\"Updates\":[{\"DeviceId\":\"\(device)\",\"SampleTime\":\"2023-11-14T22:00:00Z\",\"Position\":[1,2]}]}"
      _ = try await service.call("POST", "/tracking/v0/trackers/T0-0/positions", body)
    }
    let trackers = try await all(service, "/tracking/v0/list-trackers", "Entries", size: 5) { $0["TrackerName"] }
    #expect(trackers.map { Identifier($0) } == names.prefix(23).map { Identifier($0) }.sorted())
    let devices = try await all(service, "/tracking/v0/trackers/T0-0/list-positions", "Entries", size: 5) {
      $0["DeviceId"]
    }
    #expect(devices.map { Identifier($0) } == names.map { Identifier($0) }.sorted())
  }

  @Test func historyPagesKeepEqualTimes() async throws {
    let service = ServiceFixture()
    _ = try await service.call("POST", "/tracking/v0/trackers", #"{"TrackerName":"T"}"#)
    for place in 0..<9 {
      let body =
        "{\"Updates\":[{\"DeviceId\":\"d\",\"SampleTime\":\"2023-11-14T22:00:0\(place / 4)Z\",\"Position\":[\(place),2]}]}"
      _ = try await service.call("POST", "/tracking/v0/trackers/T/positions", body)
    }
    let places = try await all(service, "/tracking/v0/trackers/T/devices/d/list-positions", "DevicePositions", size: 2)
    {
      $0["Position"]
    }
    #expect(places == (0..<9).map { "[\($0),2]" })
  }

  private func all(
    _ service: ServiceFixture, _ target: String, _ member: String, size: Int, _ read: (JSONValue) -> JSONValue?
  ) async throws -> [String] {
    var found: [String] = []
    var token: JSONValue?
    repeat {
      let body: JSONValue = ["MaxResults": .integer(Int64(size)), "NextToken": token ?? .null]
      let answer = try await service.call("POST", target, body.encodedText)
      try #require(answer.status == 200, "\(answer.text)")
      let json = try answer.json()
      let elements = try #require(json[member]?.elements)
      #expect(elements.count <= size)
      for element in elements {
        let value = try #require(read(element))
        found.append(value.text ?? value.encodedText)
      }
      token = json["NextToken"]
      #expect(token == nil || elements.count == size)
    } while token != nil && found.count < 100
    return found
  }
}
