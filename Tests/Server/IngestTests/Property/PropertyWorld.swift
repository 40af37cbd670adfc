import AmazonLocation
import Geodesy
import MusterRuntime
import MusterValues

@testable import MusterIngest

/// Where a run's grid lies, and the way from the model's words to the engine's.
final class PropertyWorld: Sendable {
  static let size = 12
  let plane: ModelPlane
  /// Longitude of the grid's column 0.
  private let origin: Double
  /// Radii of circles that no grid point is near the border of, in metres.
  let radii: [Double]
  private let shapes = Locked<[ModelShape: (geometry: GeofenceGeometry, shape: PreparedShape)]>([:])

  init(crossesAntimeridian: Bool, isDecimal: Bool) {
    let step = isDecimal && !crossesAntimeridian ? 0.000125 : 1.0 / 8192
    let plane = ModelPlane(step: step)
    self.plane = plane
    // Steps are exact binary fractions where the grid crosses the antimeridian, so that turning round stays exact.
    origin = crossesAntimeridian ? 180 - 6 * step : 0
    radii = stride(from: 21.0, through: 70, by: 1).filter { plane.isClear($0, size: Self.size) }
  }

  /// Distances for approaches that no grid point is nearly as far as, or a tenth more.
  var approaches: [Double] {
    stride(from: 14.0, through: 60, by: 1).filter {
      plane.isClear($0, size: Self.size) && plane.isClear($0 * 1.1, size: Self.size)
    }
  }

  func coordinate(_ point: GridPoint) -> Coordinate {
    let longitude = origin + Double(point.x) * plane.step
    return Coordinate(
      longitude: longitude > 180 ? longitude - 360 : longitude, latitude: Double(point.y - 4) * plane.step)
  }

  func point(longitude: Double, latitude: Double) -> GridPoint {
    let east = longitude < 0 && origin > 0 ? longitude + 360 - origin : longitude - origin
    return GridPoint(x: Int((east / plane.step).rounded()), y: Int((latitude / plane.step).rounded()) + 4)
  }

  func put(_ id: Identifier, _ shape: ModelShape) throws -> GeofencePut {
    if let known = shapes.withLock({ $0[shape] }) {
      return GeofencePut(id: id, geometry: known.geometry, shape: known.shape, properties: PropertyMap())
    }
    let geometry: GeofenceGeometry
    switch shape {
    case .rectangle(let west, let south, let east, let north):
      let ring = [(west, south), (east, south), (east, north), (west, north), (west, south)]
        .map { coordinate(GridPoint(x: $0.0, y: $0.1)) }
      geometry = .polygon([ring])
    case .circle(let center, let radius): geometry = .circle(center: coordinate(center), radius: radius)
    }
    let prepared = try geometry.prepared()
    shapes.withLock { $0[shape] = (geometry, prepared) }
    return GeofencePut(id: id, geometry: geometry, shape: prepared, properties: PropertyMap())
  }

  func update(_ report: ModelReport) -> PositionUpdate {
    var position = coordinate(report.point)
    if report.isOutOfRange {
      if report.point.x % 2 == 0 { position.latitude = 90.5 } else { position.longitude = -180.5 }
    }
    return PositionUpdate(
      device: report.device, sampleTime: Timestamp(milliseconds: report.time), position: position,
      horizontalAccuracy: report.accuracy)
  }

  func command(_ command: ModelCommand) throws -> Command {
    switch command {
    case .createTracker(let name, let filter, let publishes):
      var settings = TrackerSettings(name: name)
      settings.positionFiltering = filter.engine
      settings.isEventBridgeEnabled = publishes
      return .createTracker(settings)
    case .changeFilter(let name, let filter):
      var changes = TrackerChanges()
      changes.positionFiltering = filter.engine
      return .updateTracker(name, changes)
    case .deleteTracker(let name): return .deleteTracker(name)
    case .createCollection(let name): return .createCollection(CollectionSettings(name: name))
    case .deleteCollection(let name): return .deleteCollection(name)
    case .link(let tracker, let collection): return .associate(tracker: tracker, collection: collection)
    case .unlink(let tracker, let collection): return .disassociate(tracker: tracker, collection: collection)
    case .putFences(let collection, let puts):
      return .putGeofences(collection: collection, try puts.map { try put($0.id, $0.shape) })
    case .setRules(let collection, let rules): return .tag(.geofenceCollection(collection), rules.tags)
    case .deleteFences(let collection, let ids): return .deleteGeofences(collection: collection, ids)
    case .update(let tracker, let reports): return .updatePositions(tracker: tracker, reports.map(update))
    case .evaluate(let collection, let reports):
      return .evaluateGeofences(collection: collection, reports.map(update))
    case .deleteHistory(let tracker, let devices): return .deletePositionHistory(tracker: tracker, devices: devices)
    }
  }
}

extension ModelRules {
  /// Every rule spelt out, so that those before are gone.
  fileprivate var tags: PropertyMap {
    func face(_ minutes: Int64) -> String {
      let (hour, minute) = (minutes / 60, minutes % 60)
      return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
    return PropertyMap([
      ("muster:dwell", dwell.map { "\($0 / 1000)s" } ?? "off"),
      ("muster:approach", approach.map { "\($0)" } ?? "off"),
      ("muster:passing", passing.map { "\($0 / 1000)" } ?? "off"),
      ("muster:schedule", hours.map { "Mon-Sun \(face($0.start))-\(face($0.end))" } ?? "off"),
    ])
  }
}

extension ModelFilter {
  var engine: PositionFiltering {
    switch self {
    case .time: .timeBased
    case .distance: .distanceBased
    case .accuracy: .accuracyBased
    }
  }
}
