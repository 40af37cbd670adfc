import MusterValues
import Testing

@testable import MusterCommandLine

@Suite struct RunTests {
  @Test func theVersionIsOnStandardOutput() {
    let test = TestContext()
    #expect(test.run("--version") == .success)
    #expect(test.output == "muster 0.1.0\n")
    #expect(test.error.isEmpty)
  }

  @Test func helpIsOnStandardOutput() {
    let test = TestContext()
    #expect(test.run("fence", "--help") == .success)
    #expect(test.output.hasPrefix("Put, list, import and convert geofences.\n"))
    let same = TestContext()
    #expect(same.run("help", "fence") == .success)
    #expect(same.output == test.output)
  }

  @Test func noCommandIsAUsageError() {
    let test = TestContext()
    #expect(test.run() == .usage)
    #expect(test.output.isEmpty)
    #expect(test.error.contains("Usage: muster COMMAND"))
  }

  @Test func usageErrorsEndWith64() {
    let test = TestContext()
    #expect(test.run("serv").rawValue == 64)
    #expect(test.output.isEmpty)
    #expect(test.error == "muster: there is no command 'serv'. Did you mean 'serve'?\nTry 'muster --help'.\n")
  }

  @Test func failuresEndWith1() {
    let test = TestContext(
      transport: TestTransport { _ in
        .json(#"{"message":"Tracker not found: T."}"#, status: 404, type: "ResourceNotFoundException:http://x")
      })
    #expect(test.run("tracker", "describe", "T").rawValue == 1)
    #expect(test.output.isEmpty)
    #expect(test.error == "muster: DescribeTracker: ResourceNotFoundException: Tracker not found: T.\n")
  }

  @Test func brokenConstraintsAreNamed() {
    let test = TestContext(
      transport: TestTransport { _ in
        .json(
          #"{"message":"bad","reason":"FieldValidationFailed","fieldList":[{"name":"TrackerName","message":"too long"}]}"#,
          status: 400, type: "ValidationException")
      })
    #expect(test.run("tracker", "create", "T") == .failure)
    #expect(test.error == "muster: CreateTracker: ValidationException: bad (TrackerName: too long)\n")
  }

  @Test func missingCredentialsAreExplained() {
    let test = TestContext(environment: [:])
    #expect(test.run("tracker", "list") == .failure)
    #expect(test.error.hasPrefix("muster: no credentials found\nName the server's folder with --data DIR"))
  }

  @Test func listsFollowThePages() {
    let test = TestContext(
      transport: TestTransport { call in
        call.text.contains("NextToken")
          ? .json(#"{"Entries":[{"TrackerName":"B","CreateTime":"2026-01-02T00:00:00.000Z","Description":""}]}"#)
          : .json(
            #"{"Entries":[{"TrackerName":"Alpha","CreateTime":"2026-01-01T00:00:00.000Z","Description":"d"}],"NextToken":"n"}"#
          )
      })
    #expect(test.run("tracker", "list") == .success)
    #expect(
      test.output == """
        TRACKER  CREATED                   DESCRIPTION
        Alpha    2026-01-01T00:00:00.000Z  d
        B        2026-01-02T00:00:00.000Z  -

        """)
    #expect(test.transport.calls.map(\.text) == [#"{"MaxResults":100}"#, #"{"MaxResults":100,"NextToken":"n"}"#])
    #expect(test.transport.calls.allSatisfy { $0.headers.contains { $0.value == "AKIATEST/us-east-1" } })
  }

  @Test func aServerThatRepeatsItsTokenIsNotFollowedForEver() {
    let test = TestContext(transport: TestTransport { _ in .json(#"{"Entries":[],"NextToken":"same"}"#) })
    #expect(test.run("tracker", "list") == .failure)
    #expect(test.error.contains("same page token twice"))
  }

  @Test func writesJSONForMachines() {
    let test = TestContext(transport: TestTransport { _ in .json(#"{"TrackerName":"T","Tags":{}}"#) })
    #expect(test.run("tracker", "describe", "T", "--json") == .success)
    #expect(test.output == #"{"TrackerName":"T","Tags":{}}"# + "\n")
  }

  @Test func whatAServerSendsCantMoveTheCursor() {
    let test = TestContext(transport: TestTransport { _ in .json(#"{"Description":"\u001b[2Jx"}"#) })
    #expect(test.run("tracker", "describe", "T") == .success)
    #expect(!test.output.utf8.contains(0x1B))
  }

  @Test func namesAreEncodedInPaths() {
    let test = TestContext()
    #expect(test.run("tracker", "unlink", "Å/b c", "arn:aws:geo:r:1:geofence-collection/C") == .success)
    #expect(
      test.transport.calls.map { "\($0.method) \($0.target)" } == [
        "DELETE /tracking/v0/trackers/%C3%85%2Fb%20c/consumers/arn%3Aaws%3Ageo%3Ar%3A1%3Ageofence-collection%2FC"
      ])
  }

  @Test func aLinkLooksUpTheCollection() {
    let test = TestContext(transport: TestTransport { _ in .json(#"{"CollectionArn":"arn:c"}"#) })
    #expect(test.run("tracker", "link", "T", "C") == .success)
    #expect(
      test.transport.calls.map(\.target) == ["/geofencing/v0/collections/C", "/tracking/v0/trackers/T/consumers"])
    #expect(test.transport.calls.last?.text == #"{"ConsumerArn":"arn:c"}"#)
  }

  @Test func sendsAPosition() {
    let test = TestContext(transport: TestTransport { _ in .json(#"{"Errors":[]}"#) })
    #expect(
      test.run("position", "put", "d", "-1.5", "2", "--tracker", "T", "--accuracy", "3", "--property", "a=b")
        == .success)
    #expect(
      test.transport.calls.map(\.text) == [
        #"{"Updates":[{"DeviceId":"d","SampleTime":"2023-11-14T22:13:20.000Z","Position":[-1.5,2],"#
          + #""Accuracy":{"Horizontal":3},"PositionProperties":{"a":"b"}}]}"#
      ])
    #expect(test.output == "Sent 1 position.\n")
  }

  @Test func listsPositionsWithinAPolygon() {
    let test = TestContext(transport: TestTransport { _ in .json(#"{"Entries":[]}"#) })
    #expect(test.run("position", "list", "--tracker", "T", "--within", "0,0 1,0 1,1") == .success)
    #expect(
      test.transport.calls.map(\.text) == [
        #"{"FilterGeometry":{"Polygon":[[[0,0],[1,0],[1,1],[0,0]]]},"MaxResults":100}"#
      ])
  }

  @Test func aRefusedPositionIsAFailure() {
    let test = TestContext(
      transport: TestTransport { _ in
        .json(#"{"Errors":[{"DeviceId":"d","Error":{"Code":"ValidationError","Message":"too old"}}]}"#)
      })
    #expect(test.run("position", "put", "d", "1", "2", "--tracker", "T") == .failure)
    #expect(test.error == "muster: d: ValidationError: too old\n")
  }

  @Test func devicesWithoutAPositionAreNamed() {
    let test = TestContext(
      transport: TestTransport { _ in
        .json(#"{"DevicePositions":[{"DeviceId":"a","SampleTime":"t","Position":[1,2.25]}],"Errors":[]}"#)
      })
    #expect(test.run("position", "get", "a", "b", "--tracker", "T") == .failure)
    #expect(
      test.output == """
        DEVICE  SAMPLED  LONGITUDE  LATITUDE  ACCURACY  PROPERTIES
        a       t         1.000000  2.250000         -  -

        """)
    #expect(test.error == "muster: no position of b\n")
  }
}

@Suite struct CredentialsTests {
  private func credentials(
    _ arguments: [String], _ environment: [String: String], _ files: [String: String]
  ) throws -> SharedCredentials {
    let parser = ArgumentParser(root: CommandTable.root, environment: environment)
    guard case .run(let command, _) = try parser.parse(["tracker", "list"] + arguments),
      let tracker = command as? TrackerCommand
    else { throw CommandFailure(.file, "no command") }
    return try CredentialsLookup(
      environment: environment,
      read: { path throws(CommandFailure) in
        guard let text = files[path] else { throw CommandFailure(.file, "no \(path)") }
        return Array(text.utf8)
      }
    ).credentials(for: tracker.connection)
  }

  private func file(_ key: String) -> String {
    "# made\n[other]\naws_access_key_id=x\n\n[default]\naws_access_key_id = \(key)\r\naws_secret_access_key = s=\nregion = eu-1\n"
  }

  @Test func theCommandLineComesFirst() throws {
    let environment = ["AWS_ACCESS_KEY_ID": "E", "AWS_SECRET_ACCESS_KEY": "s", "AWS_SHARED_CREDENTIALS_FILE": "v"]
    let files = ["c": file("C"), "d/credentials": file("D"), "v": file("V"), "/h/.aws/credentials": file("H")]
    #expect(try credentials(["--credentials", "c"], environment, files).accessKey == "C")
    #expect(try credentials(["--data", "d"], environment, files).accessKey == "D")
    #expect(try credentials([], environment, files).accessKey == "E")
    #expect(try credentials([], ["AWS_SHARED_CREDENTIALS_FILE": "v"], files).accessKey == "V")
    let home = try credentials([], ["HOME": "/h"], files)
    #expect(home == SharedCredentials(accessKey: "H", secretKey: "s=", region: "eu-1"))
    #expect(!"\(home)".contains("s="))
    #expect(throws: CommandFailure.self) { try credentials([], ["HOME": "/nowhere"], files) }
    #expect(throws: CommandFailure.self) { try credentials([], ["HOME": "/h", "AWS_PROFILE": "other"], files) }
  }
}
