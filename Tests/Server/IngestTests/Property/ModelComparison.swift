import AmazonLocation
import Geodesy
import MusterStorage
import MusterValues

@testable import MusterIngest

struct PropertyFailure: Error, CustomStringConvertible {
  let description: String
}

/// Compares what the engine shows with what the model expects.
struct ModelComparison {
  let world: PropertyWorld
  /// Milliseconds.
  let retention: Int64

  /// The trackers and collections, by name, as both see them.
  func catalog(_ engine: Engine, _ model: ModelWorld, except ignored: Set<Identifier> = []) throws {
    let trackers = engine.pipeline.trackers(after: nil, limit: .max).filter { !ignored.contains($0.settings.name) }
    guard trackers.map(\.settings.name) == model.trackers.keys.sorted() else {
      throw PropertyFailure(description: "trackers are \(trackers.map(\.settings.name))")
    }
    for tracker in trackers {
      let name = tracker.settings.name
      let links = engine.pipeline.consumers(of: name, after: nil, limit: .max)
      guard links == model.trackers[name]?.links.sorted(),
        tracker.settings.positionFiltering == model.trackers[name]?.filter.engine
      else { throw PropertyFailure(description: "tracker \(name) is \(tracker), linked to \(links ?? [])") }
    }
    let collections = engine.pipeline.collections(after: nil, limit: .max)
    guard collections.map(\.settings.name) == model.collections.keys.sorted() else {
      throw PropertyFailure(description: "collections are \(collections.map(\.settings.name))")
    }
    for collection in collections {
      let name = collection.settings.name
      let fences = engine.pipeline.geofences(in: name, after: nil, limit: .max) ?? []
      let expected = model.collections[name]?.fences ?? [:]
      guard fences.map(\.id) == expected.keys.sorted(), collection.geofenceCount == expected.count else {
        throw PropertyFailure(description: "fences of \(name) are \(fences.map(\.id))")
      }
      for fence in fences {
        guard let shape = expected[fence.id], try world.put(fence.id, shape).geometry == fence.geometry else {
          throw PropertyFailure(description: "fence \(fence.id) of \(name) is \(fence.geometry)")
        }
      }
    }
  }

  /// History and latest position of every device.
  ///
  /// - Parameter limit: entries in a page, so that cursors are looked at too.
  func positions(_ engine: Engine, _ model: ModelWorld, page limit: Int) throws {
    let now = engine.clock.now().milliseconds
    let oldest = max(now, model.now) - retention
    for lane in model.lanes {
      guard case .tracker(let tracker) = lane.source, let device = model.device(lane) else { continue }
      let expected = device.shownHistory(since: oldest)
      let found = try history(engine, of: lane.device, tracker: tracker, since: oldest, page: limit)
      guard found == expected else {
        throw PropertyFailure(description: "history of \(lane)\n  found    \(found)\n  expected \(expected)")
      }
      let latest = engine.pipeline.position(of: lane.device, tracker: tracker).map(sample)
      guard latest == device.latest(since: now - retention) else {
        throw PropertyFailure(description: "latest of \(lane) is \(String(describing: latest))")
      }
    }
  }

  /// The tracker's devices with their latest positions, in pages: all of them, and those in an area.
  func lists(_ engine: Engine, _ model: ModelWorld, page limit: Int) throws {
    let area = ModelShape.rectangle(west: 2, south: 2, east: 8, north: 7)
    let oldest = engine.clock.now().milliseconds - retention
    for (name, tracker) in model.trackers {
      let expected = tracker.devices.compactMapValues { $0.latest(since: oldest) }
      guard try list(engine, name, page: limit, within: nil) == expected else {
        throw PropertyFailure(description: "the list of \(name) differs")
      }
      guard
        try list(engine, name, page: limit, within: area)
          == expected.filter({ area.contains($0.value.point, on: world.plane) })
      else { throw PropertyFailure(description: "the list of \(name) in an area differs") }
    }
  }

  private func list(
    _ engine: Engine, _ tracker: Identifier, page limit: Int, within area: ModelShape?
  ) throws -> [Identifier: ModelSample] {
    let shape = try area.map { try world.put("area", $0).shape }
    var found: [Identifier: ModelSample] = [:]
    var last: Identifier?
    while true {
      let page = engine.pipeline.latestPositions(tracker: tracker, after: last, limit: limit, within: shape) ?? []
      for position in page {
        guard found.updateValue(sample(position), forKey: position.device) == nil else {
          throw PropertyFailure(description: "\(position.device) is listed twice")
        }
      }
      guard page.count == limit else { return found }
      last = page.last?.device
    }
  }

  func events(_ found: [ModelLane: [ModelEvent]], _ expected: [ModelLane: [ModelEvent]]) throws {
    guard found != expected else { return }
    let lanes = Set(found.keys).union(expected.keys).filter { found[$0] != expected[$0] }.sorted()
    let parts = lanes.map { "\($0):\n  found    \(found[$0] ?? [])\n  expected \(expected[$0] ?? [])" }
    throw PropertyFailure(description: "events differ\n" + parts.joined(separator: "\n"))
  }

  private func history(
    _ engine: Engine, of device: Identifier, tracker: Identifier, since oldest: Int64, page limit: Int
  ) throws -> [ModelSample] {
    var found: [ModelSample] = []
    var cursor: HistoryCursor?
    while true {
      let page = try engine.pipeline.history(
        of: device, tracker: tracker, from: Timestamp(milliseconds: oldest), to: Timestamp(milliseconds: .max),
        after: cursor, limit: limit)
      found += page.map { sample($0.position) }
      guard page.count == limit else { return found }
      cursor = page.last?.cursor
    }
  }

  private func sample(_ position: DevicePosition) -> ModelSample {
    ModelSample(
      time: position.sampleTime.milliseconds, arrival: position.receivedTime.milliseconds,
      point: world.point(longitude: position.position.longitude, latitude: position.position.latitude),
      accuracy: position.horizontalAccuracy)
  }
}
