import MusterValues
import Testing

@testable import MusterCommandLine

@Suite struct ArgumentParserTests {
  private func parse(_ line: String, _ environment: [String: String] = [:]) throws -> ParsedCommand {
    try parse(line.split(separator: " ").map(String.init), environment)
  }

  private func parse(_ arguments: [String], _ environment: [String: String] = [:]) throws -> ParsedCommand {
    try ArgumentParser(root: CommandTable.root, environment: environment).parse(arguments)
  }

  private func command<Value: Command>(_ line: String, as type: Value.Type = Value.self) throws -> Value {
    guard case .run(let command, _) = try parse(line) else { throw TestFault() }
    return try #require(command as? Value)
  }

  private struct TestFault: Error {}

  private func fault(_ line: String, _ environment: [String: String] = [:]) -> UsageError? {
    do {
      _ = try parse(line, environment)
      return nil
    } catch {
      return error as? UsageError
    }
  }

  @Test(arguments: [
    "tracker describe T --endpoint http://h:1 --json", "tracker describe --json --endpoint=http://h:1 T",
    "tracker describe --endpoint http://h:1/ --json -- T",
  ])
  func optionsStandAnywhere(_ line: String) throws {
    let parsed: TrackerCommand = try command(line)
    #expect(parsed.action == .describe(name: "T"))
    #expect(parsed.connection.endpoint == "http://h:1")
    #expect(parsed.isJSON)
  }

  @Test func readsServe() throws {
    let line = """
      serve --data d --listen [::1]:0 --region eu-west-1 --account 123456789012 --profile amazon --tls-certificate c \
      --tls-key k --behind-proxy --retention-days 7 --log-level debug
      """
    let serve: ServeCommand = try command(line)
    #expect(serve.data == "d")
    #expect(serve.listen == ListenAddress(host: "::1", port: 0))
    #expect((serve.region, serve.account) == ("eu-west-1", "123456789012"))
    #expect((serve.profile, serve.level) == (.amazon, .debug))
    #expect((serve.certificate, serve.key) == ("c", "k"))
    #expect(serve.isBehindProxy)
    #expect(serve.retentionDays == 7)
  }

  @Test func defaultsHold() throws {
    let serve: ServeCommand = try command("serve --data d")
    #expect(serve.listen == ListenAddress(host: "127.0.0.1", port: 8080))
    #expect((serve.region, serve.account, serve.retentionDays) == (nil, "000000000000", 30))
    #expect((serve.profile, serve.level) == (.muster, .info))
  }

  @Test func negativeNumbersAreOperands() throws {
    let parsed: PositionCommand = try command("position put d -122.335 -.5 --tracker T --accuracy 5")
    guard case .put(let tracker, let sample) = parsed.action else { throw TestFault() }
    #expect(tracker == "T")
    #expect((sample.longitude, sample.latitude, sample.accuracy) == (-122.335, -0.5, 5))
  }

  @Test func operandsMayBeginWithADash() throws {
    let parsed: FenceCommand = try command("fence delete --collection C -- -a --json")
    #expect(parsed.action == .delete(ids: ["-a", "--json"]))
    #expect(!parsed.isJSON)
  }

  @Test func repeatableOptionsKeepTheirOrder() throws {
    guard case .run(let command, _) = try parse(["tracker", "create", "T", "--tag", "a=1", "--tag=b==", "--tag", "c="])
    else { throw TestFault() }
    let parsed = try #require(command as? TrackerCommand)
    let tags = [("a", "1"), ("b", "="), ("c", "")].map { NamedText(name: $0.0, value: $0.1) }
    #expect(parsed.action == .create(name: "T", description: nil, filtering: nil, events: nil, tags: tags))
  }

  @Test func variablesStandInForOptions() throws {
    let line = "position list"
    #expect(fault(line)?.message == "--tracker is required")
    guard
      case .run(let command, _) = try parse(
        line, ["MUSTER_TRACKER": "T", "MUSTER_ENDPOINT": "", "AWS_ENDPOINT_URL": "http://e", "AWS_REGION": "eu-1"])
    else { throw TestFault() }
    let parsed = try #require(command as? PositionCommand)
    #expect(parsed.action == .list(tracker: "T", within: nil))
    #expect(parsed.connection.endpoint == "http://e")
    #expect(parsed.connection.region == "eu-1")
    #expect(
      fault(line, ["MUSTER_TRACKER": "T", "AWS_ENDPOINT_URL": "host"])?.message
        == "AWS_ENDPOINT_URL: 'host' must begin with http:// or https://")
  }

  @Test func theCommandLineComesBeforeVariables() throws {
    guard case .run(let command, _) = try parse("position list --tracker A", ["MUSTER_TRACKER": "B"]) else {
      throw TestFault()
    }
    #expect((command as? PositionCommand)?.action == .list(tracker: "A", within: nil))
  }

  @Test(
    arguments: [
      ("serv --data d", "there is no command 'serv'", "serve"),
      ("fence imprt x", "there is no command 'imprt'", "import"),
      ("nonsense", "there is no command 'nonsense'", nil),
      ("serve --dat d", "unknown option '--dat'", "--data"),
      ("serve --data d --lisetn x", "unknown option '--lisetn'", "--listen"),
      ("serve -x", "unknown option '-x'", nil),
      ("serve --data", "--data needs a value (DIR)", nil),
      ("serve --data=", "--data: '' must not be empty", nil),
      ("serve --data a --data b", "--data is given twice", nil),
      ("serve --data a --behind-proxy=yes", "--behind-proxy takes no value", nil),
      ("serve --data a extra", "unexpected argument 'extra'", nil),
      ("serve --data a --tls-key k", "--tls-certificate and --tls-key go together", nil),
      ("serve --data a --listen localhost", "--listen: 'localhost' must be HOST:PORT with a port from 0 to 65535", nil),
      ("serve --data a --listen h:65536", "--listen: 'h:65536' must be HOST:PORT with a port from 0 to 65535", nil),
      (
        "serve --data a --listen ::1:80", "--listen: '::1:80' must hold an IPv6 address in brackets, as in [::1]:8080",
        nil
      ),
      ("serve --data a --retention-days 0", "--retention-days: '0' must be a whole number from 1 to 36500", nil),
      ("serve --data a --profile aws", "--profile: 'aws' must be one of muster, amazon", nil),
      ("serve --data a --account 12", "--account: '12' must be 12 digits", nil),
      ("tracker --json list", "--json comes before the command; write 'muster tracker create --json'", nil),
      ("tracker describe", "NAME is missing", nil),
      ("tracker create T --tag a", "--tag: 'a' must be KEY=VALUE", nil),
      ("position get --tracker T", "DEVICE is missing", nil),
      ("position put d 47.6 -122.3 --tracker T", "LATITUDE: '-122.3' has a latitude beyond -90 to 90", nil),
      ("position put d 181 0 --tracker T", "LONGITUDE: '181' has a longitude beyond -180 to 180", nil),
      ("position put d nan 0 --tracker T", "LONGITUDE: 'nan' has a longitude beyond -180 to 180", nil),
      (
        "position history d --from yesterday --tracker T",
        "--from: 'yesterday' must be a time such as 2026-01-31T08:30:00Z", nil
      ),
      ("fence put f --collection C", "give one of --circle, --polygon and --geojson", nil),
      ("fence put f --collection C --circle 0,0,5 --geojson g", "give one of --circle, --polygon and --geojson", nil),
      ("fence put f --collection C --circle 0,0,0", "--circle: '0,0,0' has a radius beyond 0 to 100000 m", nil),
      (
        "fence put f --collection C --circle 1,100,5",
        "--circle: '1,100,5' has a latitude beyond -90 to 90; the longitude comes first", nil
      ),
      ("fence import x.geojson", "--collection is required, except with --dry-run", nil),
      ("watch --after x --from-start", "--after and --from-start exclude each other", nil),
      ("replay a.gpx --tracker T --speed 0", "--speed: '0' must be a number from 0.01 to 1000", nil),
      ("completions ksh", "SHELL: 'ksh' must be one of bash, zsh, fish", nil),
      ("help fense", "there is no command 'fense'", "fence"),
      ("tracker list --credentials c --data d", "--credentials and --data exclude each other", nil),
    ] as [(String, String, String?)])
  func refuses(_ line: String, _ message: String, _ suggestion: String?) {
    let fault = fault(line)
    #expect(fault?.message == message)
    #expect(fault?.suggestion == suggestion)
  }

  @Test func asksForHelpAndVersion() throws {
    for (line, path) in [
      ("", []), ("--help", []), ("fence", ["fence"]), ("fence -h", ["fence"]),
      ("fence put --help", ["fence", "put"]), ("serve --listen x:1 -h", ["serve"]),
    ] as [(String, [String])] {
      guard case .help(let found) = try parse(line) else {
        Issue.record("no help for '\(line)'")
        continue
      }
      #expect(found == path)
    }
    guard case .version = try parse("--version") else {
      Issue.record("no version")
      return
    }
  }

  @Test func errorsAreSafeToShow() {
    let fault = fault("serve --data d --listen \u{1B}[2Jx\u{202E}")
    #expect(fault?.message.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E } == false)
  }

  /// Every row of the table can be explained, has an example that parses, and no option twice.
  @Test func theTableIsSound() throws {
    for entry in CompletionEntry.all(of: CommandTable.root) {
      #expect(!entry.command.examples.isEmpty, "\(entry.path)")
      #expect(!entry.command.summary.hasSuffix("."), "\(entry.path)")
      let flags = entry.flags
      #expect(Set(flags).count == flags.count, "\(entry.path)")
      for option in entry.command.options { #expect(option.help.hasSuffix("."), "\(entry.path) --\(option.name)") }
      for example in entry.command.examples {
        guard example.line.hasPrefix("muster ") else { continue }
        let words = Self.words(example.line.split(separator: " > ").first.map(String.init) ?? "")
        let environment = ["MUSTER_COLLECTION": "C", "MUSTER_TRACKER": "T"]
        #expect(throws: Never.self, "\(example.line)") { try parse(Array(words.dropFirst()), environment) }
      }
    }
  }

  /// Splits like a shell, single quotes only.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    for (index, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      if index % 2 == 1 { words.append(String(part)) } else { words += part.split(separator: " ").map(String.init) }
    }
    return words
  }
}

@Suite struct SuggestionTests {
  @Test(
    arguments: [
      ("tarcker", "tracker"), ("wach", "watch"), ("repaly", "replay"), ("HELP", "help"), ("positions", "position"),
      ("comp", "completions"), ("xyzzy", nil), ("", nil), ("r", nil),
    ] as [(String, String?)])
  func finds(_ word: String, _ expected: String?) {
    #expect(Suggestion.nearest(to: word, among: CommandTable.root.subcommands.map(\.name)) == expected)
  }

  @Test(arguments: [("", "", 0), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "", 3), ("kitten", "sitting", 3)])
  func countsEdits(_ left: String, _ right: String, _ edits: Int) {
    #expect(Suggestion.distance(Array(left.utf8), Array(right.utf8)) == edits)
    #expect(Suggestion.distance(Array(right.utf8), Array(left.utf8)) == edits)
  }
}
