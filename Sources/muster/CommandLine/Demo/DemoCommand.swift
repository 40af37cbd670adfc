internal import MusterValues

/// `muster demo`
struct DemoCommand: Command, Equatable {
  static let track = Option(
    "track", "FILE", .file, help: "A GPX file to replay instead of the simulated crew.", isRepeatable: true)
  static let fences = Option("fences", "FILE", .file, help: "A GeoJSON file with the muster points.")
  static let listen = Option(
    "listen", "HOST:PORT", .listenAddress, help: "Where the server listens; port 0 takes any free one.",
    default: ListenAddress(host: "127.0.0.1", port: 0), defaultText: "127.0.0.1:0")
  static let data = Option(
    "data", "DIR", .directory, help: "The server's folder, kept afterwards.", defaultText: "a temporary one")
  static let seconds = Option("seconds", "N", .number(0.1...1e9), help: "End after this many seconds.")

  static let specification = CommandSpecification(
    "demo", summary: "Start a server, move a crew about and show live who enters and leaves what",
    discussion: """
      Without --track ten walkers and drivers move around two adjacent muster points and a circle. With --track the \
      recorded tracks are replayed, a device each, and muster points lie at the start, middle and end of each track \
      unless --fences names others. Ctrl-C ends the demonstration.
      """,
    options: [
      track.specification, fences.specification, ReplayCommand.speed.specification,
      ReplayCommand.keepTimes.specification, listen.specification, data.specification, seconds.specification,
    ],
    examples: [.init("muster demo"), .init("muster demo --track tour.gpx --speed 10")],
    make: { (invocation) throws(UsageError) in try DemoCommand(invocation) })

  let tracks: [String]
  let fences: String?
  let speed: Double
  let keepsTimes: Bool
  let listen: ListenAddress
  let data: String?
  let seconds: Double?

  init(_ invocation: Invocation) throws(UsageError) {
    tracks = invocation.values(Self.track)
    fences = invocation.value(Self.fences)
    speed = try invocation.required(ReplayCommand.speed)
    keepsTimes = invocation.has(ReplayCommand.keepTimes)
    listen = try invocation.required(Self.listen)
    data = invocation.value(Self.data)
    seconds = invocation.value(Self.seconds)
  }

  func run(_ context: CommandContext) throws(CommandFailure) -> ExitCode {
    // Files are read first: a fault in one should not wait for a server.
    let plan = try Demonstration.plan(for: self, context)
    context.endOnSignals()
    let folder = try DemoFolder(data)
    defer { folder.removeIfTemporary() }
    let server = try ServerRunner.start(data: folder.path, listen: listen)
    defer { server.stop() }
    let settings = ConnectionSettings(endpoint: server.endpoint, credentials: folder.path + "/credentials")
    let demonstration = Demonstration(command: self, context: context, settings: settings, region: server.region)
    return try demonstration.run(plan)
  }
}
