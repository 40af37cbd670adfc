public import AmazonLocation
public import Geodesy
public import Geofencing
public import MusterStorage
public import MusterValues

/// The tracking and geofencing state of one server, as the protocol surfaces see it: commands in, committed views out.
///
/// Names are matched as UTF-8 bytes and listed in that order. Every view shows committed state only.
public protocol LocationLedger: AnyObject, Sendable {
  /// Queues a command. `completion` runs once, on the ingest thread, after the commit (or the refusal); do not block in it.
  func submit(_ command: Command, completion: @escaping @Sendable (Result<CommandOutcome, ServiceError>) -> Void)

  func tracker(_ name: Identifier) -> TrackerDescription?
  func trackers(after name: Identifier?, limit: Int) -> [TrackerDescription]
  /// The linked collections' names, or nil when there is no such tracker.
  func consumers(of tracker: Identifier, after name: Identifier?, limit: Int) -> [Identifier]?

  func collection(_ name: Identifier) -> CollectionDescription?
  func collections(after name: Identifier?, limit: Int) -> [CollectionDescription]
  /// nil when there is no such collection.
  func geofences(in collection: Identifier, after id: Identifier?, limit: Int) -> [GeofenceDescription]?
  func geofence(_ id: Identifier, in collection: Identifier) -> GeofenceDescription?
  /// What may happen to a device in a collection, after the cursor; nil when there is no such collection. Without a
  /// heading, whatever the heading.
  func forecast(
    in collection: Identifier, of motion: ForecastMotion, heading: ForecastHeading?, after cursor: ForecastCursor?,
    limit: Int
  ) -> [FenceForecast]?

  /// The stored position with the greatest sample time; nil when there is none within the retention.
  func position(of device: Identifier, tracker: Identifier) -> DevicePosition?
  /// The latest stored position of each device, in the order in which the devices were first seen; nil when there is no
  /// such tracker.
  func latestPositions(
    tracker: Identifier, after device: Identifier?, limit: Int, within area: PreparedShape?
  ) -> [DevicePosition]?
  /// Stored positions with `start <= sample time < end`, ascending, after the cursor.
  func history(
    of device: Identifier, tracker: Identifier, from start: Timestamp, to end: Timestamp, after cursor: HistoryCursor?,
    limit: Int
  ) throws(ServiceError) -> [HistoryEntry]

  /// The event log, oldest first: events with an ordinal above `ordinal`.
  func events(after ordinal: Int64, limit: Int) throws(ServiceError) -> [StoredEvent]
  func ordinal(ofEvent id: EventIdentifier) throws(ServiceError) -> Int64?
  /// The ordinal of the newest committed event; 0 before the first.
  var lastEventOrdinal: Int64 { get }
  /// Calls back (on the ingest thread) after each commit that added events, until the returned token is released.
  func observeEvents(_ wake: @escaping @Sendable () -> Void) -> EventObservation

  /// False once the store refused a commit, until one succeeds again.
  var isReady: Bool { get }
}

/// Where a page of history ended.
public struct HistoryCursor: Sendable, Equatable {
  public let sampleTime: Timestamp
  /// Orders samples of one time: the place in the journal.
  public let place: Int64

  public init(sampleTime: Timestamp, place: Int64) {
    self.sampleTime = sampleTime
    self.place = place
  }
}

public struct HistoryEntry: Sendable, Equatable {
  public let cursor: HistoryCursor
  public let position: DevicePosition

  public init(cursor: HistoryCursor, position: DevicePosition) {
    self.cursor = cursor
    self.position = position
  }
}

/// Keeps an event observer registered for as long as it lives.
public final class EventObservation: Sendable {
  private let cancel: @Sendable () -> Void

  public init(cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }

  deinit { cancel() }
}
