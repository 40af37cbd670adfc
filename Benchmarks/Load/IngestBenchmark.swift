internal import AmazonLocation
internal import Foundation
internal import MusterValues

/// One measured figure, as a line of `bench.jsonl`.
struct Figure {
  let name: String
  let value: Double
  let unit: String
  var peer: String?
  /// Ours divided by the peer's.
  var ratio: Double?

  var json: JSONValue {
    [
      "name": .string(name), "value": .number(value), "unit": .string(unit),
      "peer": peer.map { .string($0) } ?? .null, "ratio": ratio.map { .number($0) } ?? .null,
    ]
  }
}

struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
}

/// Measures how many positions a second the shipped server takes in: signed, evaluated, durable, all stored.
struct IngestBenchmark {
  let binary: String
  let seconds: Double
  let connections: Int
  let devices: Int
  let fences: Int
  /// Of the square town, in metres: 100,000 gives 0.86 fences a place, 40,000 gives 5.3.
  let side: Double
  let peerPort: UInt16
  /// Two threads: as many as the machine has cores.
  private let threads = 2

  func run() throws -> [Figure] {
    var figures: [Figure] = []
    guard let server = try ServerProcess(binary: binary) else {
      throw BenchmarkError(description: "the server did not start")
    }
    defer { server.stop() }
    var workload = Workload(devices: devices, side: side)
    try prepare(server, &workload)
    print("server process \(server.processIdentifier): \(fences) fences put and linked; signing requests ...")
    fflush(nil)
    let signing = Signing(credentials: server.credentials, region: "us-east-1", host: "127.0.0.1:\(server.port)")
    let requests = makeRequests(signing, &workload)

    guard let barePort = BareServer.start() else { throw BenchmarkError(description: "the bare server did not start") }
    let bare = LoadClient(port: barePort, requests: Array(requests.prefix(4096)), repeats: true)
      .run(threads: threads, connections: connections / threads, seconds: min(seconds, 5))
    report("bare HTTP library, same requests", bare, unit: "requests/s", 1, &figures)

    let before = try metrics(server, signing)
    let processorBefore = server.processorSeconds
    let client = LoadClient(port: server.port, requests: requests)
    let result = client.run(threads: threads, connections: connections / threads, seconds: seconds)
    if let failure = result.firstFailure { throw BenchmarkError(description: "a request failed: \(failure)") }
    let after = try metrics(server, signing)
    report("positions in, signed and durable, 10 a request", result, unit: "positions/s", 10, &figures)
    let ratio = result.perSecond / bare.perSecond
    add(
      Figure(
        name: "request rate beside the bare HTTP library", value: ratio, unit: "ratio", peer: "libmicrohttpd",
        ratio: ratio), &figures)
    let processor = server.processorSeconds - processorBefore
    add(
      Figure(name: "server processor time a request", value: processor / Double(result.requests) * 1e6, unit: "us"),
      &figures)
    for (name, label) in [("muster_commits_total", "commits (syncs)"), ("muster_events_total", "events")] {
      let count = (after[name] ?? 0) - (before[name] ?? 0)
      add(Figure(name: label, value: count / result.seconds, unit: "1/s"), &figures)
    }
    add(Figure(name: "resident memory", value: Double(server.residentBytes) / 1e6, unit: "MB"), &figures)
    if peerPort > 0 { try comparePeer(server, signing, &workload, &figures) }
    return figures
  }

  private func prepare(_ server: ServerProcess, _ workload: inout Workload) throws {
    let signing = Signing(credentials: server.credentials, region: "us-east-1", host: "127.0.0.1:\(server.port)")
    var setup: [(String, JSONValue)] = [
      ("/tracking/v0/trackers", ["TrackerName": "T", "PositionFiltering": "AccuracyBased"]),
      ("/geofencing/v0/collections", ["CollectionName": "C"]),
      (
        "/tracking/v0/trackers/T/consumers",
        ["ConsumerArn": "arn:aws:geo:us-east-1:000000000000:geofence-collection/C"]
      ),
    ]
    let polygons = workload.fences(fences)
    for start in stride(from: 0, to: polygons.count, by: 10) {
      let entries = (start..<min(start + 10, polygons.count)).map { index -> JSONValue in
        ["GeofenceId": .string("fence-\(index)"), "Geometry": ["Polygon": polygons[index]]]
      }
      setup.append(("/geofencing/v0/collections/C/put-geofences", ["Entries": .array(entries)]))
    }
    let now = present()
    let requests = setup.map { signing.request(method: "POST", target: $0.0, body: $0.1.encoded, at: now) }
    // One connection: the order matters.
    let result = LoadClient(port: server.port, requests: requests).run(threads: 1, connections: 1, seconds: 120)
    guard result.failures == 0, result.requests == requests.count else {
      throw BenchmarkError(description: "the fences could not be put: \(result.firstFailure ?? "no answer")")
    }
  }

  private func makeRequests(_ signing: Signing, _ workload: inout Workload) -> [[UInt8]] {
    let now = present()
    // Samples of the last day, a second apart for each device, so that every one is new and none in the future.
    let start = now.advanced(byMilliseconds: -86_400_000)
    return (0..<Int(seconds * 45_000)).map { number in
      let body = workload.update(number, start: start, interval: 1000)
      return signing.request(method: "POST", target: "/tracking/v0/trackers/T/positions", body: body, at: now)
    }
  }

  /// The same requests against another server of part of this API.
  private func comparePeer(
    _ server: ServerProcess, _ signing: Signing, _ workload: inout Workload, _ figures: inout [Figure]
  ) throws {
    let peer = Signing(credentials: server.credentials, region: "us-east-1", host: "127.0.0.1:\(peerPort)")
    let create = peer.request(
      method: "POST", target: "/tracking/v0/trackers",
      body: (["TrackerName": "T", "PositionFiltering": "AccuracyBased"] as JSONValue).encoded, at: present())
    _ = LoadClient(port: peerPort, requests: [create]).run(threads: 1, connections: 1, seconds: 10)
    let start = present().advanced(byMilliseconds: -3_600_000)
    let bodies = (0..<4000).map { workload.update($0, start: start, interval: 100) }
    let operations: [(String, String, String, [[UInt8]])] = [
      ("BatchUpdateDevicePosition", "POST", "/tracking/v0/trackers/T/positions", bodies),
      ("GetDevicePosition", "GET", "/tracking/v0/trackers/T/devices/device-1/positions/latest", [[]]),
      ("DescribeTracker", "GET", "/tracking/v0/trackers/T", [[]]),
    ]
    for (name, method, target, bodies) in operations {
      func measure(_ signing: Signing, port: UInt16) -> LoadClient.Result {
        let requests = bodies.map { signing.request(method: method, target: target, body: $0, at: present()) }
        return LoadClient(port: port, requests: requests, repeats: true)
          .run(threads: 1, connections: 16, seconds: 3)
      }
      let theirs = measure(peer, port: peerPort)
      let ours = measure(signing, port: server.port)
      let ratio = ours.perSecond / theirs.perSecond
      add(
        Figure(name: name, value: ours.perSecond, unit: "requests/s", peer: "ministack", ratio: ratio), &figures)
      print(
        "  ministack: \(Int(theirs.perSecond)) requests/s, p99 \(theirs.percentile(0.99)) ms, \(theirs.failures) failed"
      )
    }
  }

  private func metrics(_ server: ServerProcess, _ signing: Signing) throws -> [String: Double] {
    let url = "http://127.0.0.1:\(server.port)/metrics"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["curl", "-s", url]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    var values: [String: Double] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ")
      if parts.count == 2, let value = Double(parts[1]) { values[String(parts[0])] = value }
    }
    return values
  }

  private func report(
    _ name: String, _ result: LoadClient.Result, unit: String, _ factor: Double, _ figures: inout [Figure]
  ) {
    add(Figure(name: name, value: result.perSecond * factor, unit: unit), &figures)
    add(Figure(name: name + ", p50", value: result.percentile(0.5), unit: "ms"), &figures)
    add(Figure(name: name + ", p99", value: result.percentile(0.99), unit: "ms"), &figures)
  }

  private func add(_ figure: Figure, _ figures: inout [Figure]) {
    figures.append(figure)
    defer { fflush(nil) }
    let value = figure.value >= 100 ? String(Int(figure.value)) : String(format: "%.2f", figure.value)
    print(
      "\(figure.name): \(value) \(figure.unit)"
        + (figure.ratio.map { String(format: "  (%.2f x %@)", $0, figure.peer ?? "") } ?? ""))
  }

  // The whole millisecond below now.
  private func present() -> Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}
