import AmazonLocation
import Foundation
import Geodesy
import MusterRuntime
import MusterStorage
import MusterValues

@testable import MusterIngest

/// A clock that stands still until a test moves it.
final class FakeClock: WallClock {
  private let moment: Locked<Timestamp>

  init(_ moment: Timestamp = Timestamp(iso8601: "2024-06-01T12:00:00Z") ?? .distantPast) {
    self.moment = Locked(moment)
  }

  func now() -> Timestamp { moment.withLock { $0 } }
  func advance(milliseconds: Int64) { moment.withLock { $0 = $0.advanced(byMilliseconds: milliseconds) } }
}

/// An ingest engine on a thread of its own, driven by blocking calls.
final class Engine: Sendable {
  let store: any Store
  let clock: FakeClock
  let pipeline: IngestPipeline
  private let finished = DispatchSemaphore(value: 0)

  init(store: any Store = MemoryStore(), clock: FakeClock = FakeClock(), configuration: IngestConfiguration = .init())
    throws
  {
    self.store = store
    self.clock = clock
    let pipeline = try IngestPipeline(
      store: store, configuration: configuration, clock: clock, logger: Logger(level: .error, sink: { _ in }),
      makeRandomBytes: { [UInt8](repeating: 7, count: $0) })
    self.pipeline = pipeline
    let thread = Thread { [finished] in
      pipeline.run()
      finished.signal()
    }
    thread.stackSize = 4 << 20
    thread.start()
  }

  func stop() {
    pipeline.stop()
    finished.wait()
  }

  func send(_ command: Command) throws -> CommandOutcome {
    let done = DispatchSemaphore(value: 0)
    let answer = Locked<Result<CommandOutcome, ServiceError>?>(nil)
    pipeline.submit(command) { result in
      answer.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    return try answer.withLock { $0 ?? .failure(ServiceError(.internalServer, "no answer")) }.get()
  }

  /// Sends one sample of a device, `age` milliseconds before now.
  @discardableResult
  func report(
    _ device: Identifier, _ longitude: Double, _ latitude: Double, age: Int64 = 0, tracker: Identifier = "T",
    accuracy: Double? = nil
  ) throws -> BatchItemError? {
    let update = PositionUpdate(
      device: device, sampleTime: clock.now().advanced(byMilliseconds: -age),
      position: Coordinate(longitude: longitude, latitude: latitude), horizontalAccuracy: accuracy)
    guard case .items(let items) = try send(.updatePositions(tracker: tracker, [update])) else { return nil }
    return items[0]
  }

  /// Waits until the background has nothing to do.
  func settle() throws {
    let now = clock.now()
    func isBusy(_ state: LedgerState) -> Bool { !state.jobs.isEmpty || state.calendar.next.map { $0 <= now } ?? false }
    while pipeline.cell.read(isBusy) { _ = try? send(.untag(.tracker("none"), [])) }
  }

  /// `ENTER A d1` for each geofence event, in order.
  func transitions() throws -> [String] {
    try settle()
    return try pipeline.events(after: 0, limit: .max).map { event in
      let text = String(decoding: event.body, as: UTF8.self)
      func member(_ name: String) -> String? {
        guard let range = text.range(of: "\"\(name)\":\"") else { return nil }
        return String(text[range.upperBound...].prefix { $0 != "\"" })
      }
      let parts = ["EventType", "GeofenceId", "DeviceId", "Reason"].compactMap(member)
      return parts.joined(separator: " ")
    }
  }

  func history(_ device: Identifier, tracker: Identifier = "T") throws -> [DevicePosition] {
    try pipeline.history(
      of: device, tracker: tracker, from: .distantPast, to: Timestamp(milliseconds: .max), after: nil, limit: .max
    ).map(\.position)
  }
}

/// A square fence of half a degree's side by its south-west corner.
func square(_ id: Identifier, _ west: Double, _ south: Double, side: Double = 0.5) throws -> GeofencePut {
  let corners = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)].map {
    Coordinate(longitude: west + $0.0 * side, latitude: south + $0.1 * side)
  }
  return GeofencePut(
    id: id, geometry: .polygon([corners]),
    shape: try PreparedShape(validating: .polygon(Polygon(rings: [corners])), rules: .amazon),
    properties: PropertyMap())
}
