internal import Geodesy
internal import MovementSimulation
internal import MusterRuntime
internal import MusterValues

/// A demonstration against a running server: lays the site, moves the crew, shows the events.
struct Demonstration {
  static let tracker = "MyTracker"
  static let collection = "MusterPoints"

  let command: DemoCommand
  let context: CommandContext
  let settings: ConnectionSettings
  let region: String

  /// What is to move and where the muster points lie.
  struct Plan {
    let tracks: [(device: Identifier, replay: TrackReplay)]
    let fences: FenceImportPlan
    let visitor: Coordinate
  }

  static func plan(for command: DemoCommand, _ context: CommandContext) throws(CommandFailure) -> Plan {
    let tracks = command.tracks.isEmpty ? [] : try TrackFiles.read(command.tracks, prefix: "", context).tracks
    var features: [FeatureFile.Feature]
    if let file = command.fences {
      features = try FeatureFile.read(file, idProperty: "name", context)
    } else {
      features = Self.features(tracks.isEmpty ? DemoSite.fences : Self.musterPoints(along: tracks))
    }
    let visitor = tracks.first?.replay.samples.first?.coordinate ?? DemoSite.visitor
    return Plan(tracks: tracks, fences: FenceImportPlan(features), visitor: visitor)
  }

  private static func features(_ fences: [(id: String, shape: Shape)]) -> [FeatureFile.Feature] {
    fences.enumerated().map { index, fence in
      FeatureFile.Feature(index: index, id: fence.id, shape: .success(fence.shape), properties: [])
    }
  }

  static func musterPoints(
    along tracks: [(device: Identifier, replay: TrackReplay)]
  ) -> [(id: String, shape: Shape)] {
    var names = DeviceNames(prefix: "")
    return tracks.flatMap { track in
      TrackMusterPoints.circles(of: track.replay).map { point in
        let title = String(String.UnicodeScalarView(track.device.text.unicodeScalars.prefix(90)))
        return (names.name(for: "\(title)-\(point.suffix)").text, .circle(point.circle))
      }
    }
  }

  func run(_ plan: Plan) throws(CommandFailure) -> ExitCode {
    let client = try context.client(settings)
    let site = Site(client: client, tracker: Self.tracker, collection: Self.collection)
    try site.makeTracker()
    try site.lay(plan.fences, context, name: command.fences ?? "the site")
    let instructions = DemoInstructions(
      endpoint: settings.endpoint, credentials: settings.chosenCredentials ?? "", region: region,
      tracker: Self.tracker, collection: Self.collection, place: plan.visitor)
    context.console.write(instructions.text)
    for track in plan.tracks { context.console.print(Self.announcement(of: track, speed: command.speed)) }
    let screen = LiveScreen(context.console)
    let report = Locked(DemoReport(fences: plan.fences.entries.map { Identifier($0.id) }))
    let follower = try follow(screen, report)
    let start = context.now()
    try move(plan, PositionSender(client: client, tracker: Self.tracker), screen, report, follower)
    screen.finish()
    // The follower is to end with the movement, not to look for the server that is about to stop.
    context.interruption.raise()
    let elapsed = context.now().milliseconds(since: start)
    context.console.write("\n" + report.withLock { $0 }.summary(elapsed: elapsed))
    return .success
  }

  /// How long a track will take, so that a quiet stretch is not taken for a fault.
  static func announcement(of track: (device: Identifier, replay: TrackReplay), speed: Double) -> String {
    let seconds = Int((Double(track.replay.duration) / 1000 / speed).rounded())
    let length = seconds >= 60 ? "\(seconds / 60) min \(seconds % 60) s" : "\(seconds) s"
    let factor = NumberText.shortest(speed)
    let hint = speed < 10 && seconds > 120 ? "; SPEED=20 (--speed 20) is quicker" : ""
    return "          \(Shown.text(track.device.text)) takes \(length) at speed \(factor)\(hint)"
  }

  /// Shows events on a thread of its own, on a connection of its own.
  private func follow(_ screen: LiveScreen, _ report: Locked<DemoReport>) throws(CommandFailure) -> EventFollower {
    // A new folder has no other events, so that none is missed; in an old one, yesterday's are of no interest.
    let follower = EventFollower(
      client: try context.client(settings), start: command.data == nil ? .oldest : .now, context: context)
    let context = context
    follower.start { event in
      report.withLock { $0.take(event) }
      // A reader that went away ends the demonstration.
      let line = EventLine.text(
        event, colour: context.console.usesColour, offset: context.secondsFromGreenwich)
      if !screen.print(line) { context.interruption.raise() }
      return true
    } onEnd: {
    }
    // The server greets each stream at once.
    var patience = 50
    while patience > 0, !follower.isConnected, !context.interruption.wait(milliseconds: 100) { patience -= 1 }
    return follower
  }

  private func movement(_ plan: Plan, start: Timestamp) -> DemoMovement {
    guard plan.tracks.isEmpty else {
      return .tracks(
        ReplaySchedule(tracks: plan.tracks, start: start, speed: command.speed, keepsTimes: command.keepsTimes))
    }
    let seed = UInt64(bitPattern: start.milliseconds)
    return .crew(
      MovementSimulator(movers: DemoSite.movers, start: start, seed: seed), start: start, speed: command.speed)
  }

  private func move(
    _ plan: Plan, _ sender: PositionSender, _ screen: LiveScreen, _ report: Locked<DemoReport>,
    _ follower: EventFollower
  ) throws(CommandFailure) {
    let start = context.now()
    var movement = movement(plan, start: start)
    let isTerminal = context.console.isOutputTerminal
    var nextStatus = start.advanced(byMilliseconds: isTerminal ? 0 : 10_000)
    var isOver = false
    while !context.interruption.hasHappened {
      let now = context.now()
      let elapsed = now.milliseconds(since: start)
      if let seconds = command.seconds, Double(elapsed) >= seconds * 1000 { return }
      if let failure = follower.failure { throw failure }
      let updates = movement.updates(by: now)
      if !updates.isEmpty {
        let outcome = try sender.send(updates)
        let refusedBefore = report.withLock { report in
          defer { report.addSent(outcome.accepted, refused: outcome.refusals.count) }
          return report.refused
        }
        // A track of old times is refused as a whole: the first ones tell why, the status line counts the rest.
        if refusedBefore < 5, let refusal = outcome.refusals.first { screen.print("muster: " + refusal) }
      }
      if now >= nextStatus {
        nextStatus = now.advanced(byMilliseconds: isTerminal ? 500 : 10_000)
        let status = report.withLock { $0 }
          .status(elapsed: elapsed, columns: isTerminal ? context.console.columns - 1 : 1000)
        if isTerminal { screen.show(status) } else { screen.print("          " + status) }
      }
      if movement.isOver, !isOver {
        isOver = true
        guard isTerminal || command.seconds != nil else {
          // Nobody is there to press Ctrl-C: let the last events arrive, then end.
          context.interruption.wait(milliseconds: 2000)
          return
        }
        screen.print("The tracks are over. The server stays until Ctrl-C.")
      }
      context.interruption.wait(milliseconds: updates.count >= 100 ? 1 : 200)
    }
  }
}
