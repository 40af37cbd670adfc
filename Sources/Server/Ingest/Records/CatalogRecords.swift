internal import AmazonLocation
internal import Geodesy
internal import Geofencing
internal import MusterValues

/// A tracker. Its number is never given again, so that one made anew under the same name shares nothing with it.
struct TrackerRecord: Sendable, Equatable {
  let number: Int32
  var settings: TrackerSettings
  var created: Timestamp
  var updated: Timestamp
  /// Numbers of the linked collections, in the order they were linked.
  var links: [Int32] = []

  var description: TrackerDescription { TrackerDescription(settings: settings, created: created, updated: updated) }

  var filter: PositionFilter {
    switch settings.positionFiltering {
    case .timeBased: .timeBased
    case .distanceBased: .distanceBased
    case .accuracyBased: .accuracyBased
    }
  }
}

/// A geofence collection with its fences and their index. Its number is also that of the source which
/// BatchEvaluateGeofences makes of it.
struct CollectionRecord: Sendable {
  let number: Int32
  var settings: CollectionSettings
  var created: Timestamp
  var updated: Timestamp
  /// Fence numbers by id.
  var fences = OrderedTable<Identifier, Int32>()
  var index = CollectionFenceIndex(.indexed)
  /// What is asked of the fences beyond ENTER and EXIT.
  var rules = CollectionRules()

  init(number: Int32, settings: CollectionSettings, created: Timestamp, updated: Timestamp) {
    self.number = number
    self.settings = settings
    self.created = created
    self.updated = updated
  }

  var description: CollectionDescription {
    CollectionDescription(settings: settings, created: created, updated: updated, geofenceCount: fences.count)
  }
}

/// One geofence. A replaced fence keeps its number; one deleted and put again gets a new one.
struct FenceRecord: Sendable {
  let number: Int32
  let collection: Int32
  let id: Identifier
  var geometry: GeofenceGeometry
  var shape: PreparedShape
  var properties: PropertyMap
  var created: Timestamp
  var updated: Timestamp
  /// Whether its geometry was ever replaced: transitions that a change of the fence causes then say so.
  var isReplaced: Bool

  var description: GeofenceDescription {
    GeofenceDescription(id: id, geometry: geometry, properties: properties, created: created, updated: updated)
  }
}

/// A deleted fence that some device may still be a member of.
struct FenceTombstone: Sendable, Equatable {
  let number: Int32
  let collection: Int32
  let collectionName: Identifier
  let id: Identifier
  let properties: PropertyMap
  let reason: TransitionReason
}

/// Why a transition happened that no movement caused. The raw value is the event's `Reason`.
enum TransitionReason: String, Sendable {
  case fenceDeleted = "FENCE_DELETED"
  case collectionDeleted = "COLLECTION_DELETED"
  case unlinked = "UNLINKED"
  case trackerDeleted = "TRACKER_DELETED"
  case fenceChanged = "FENCE_CHANGED"
  case fenceExpired = "FENCE_EXPIRED"
  case fenceInactive = "FENCE_INACTIVE"
  case fenceActive = "FENCE_ACTIVE"
}

/// A tracker, or the BatchEvaluateGeofences path of a collection: devices of two sources never share state.
struct SourceRecord: Sendable {
  let number: Int32
  /// nil for a collection's own path.
  let tracker: Identifier?
  var deviceNumbers: [Identifier: Int32] = [:]
  /// In order of first sight.
  var devices: [Int32] = []
  /// Its tracker or collection is deleted; it goes when its devices have left their fences.
  var isDeleted = false
}

/// Devices to evaluate again since fences, links or the time changed. Survives a restart; doing part of it twice changes
/// nothing.
struct ReevaluationJob: Sendable, Equatable {
  enum Kind: UInt8, Sendable {
    /// Fences were put, or links made or taken.
    case change = 0
    /// The fences are deleted: the job that makes their last members leave.
    case removal = 1
    /// Fences opened, closed or expired, by the time or by a change of their rules.
    case activity = 2
  }

  let number: Int64
  let sources: [Int32]
  /// The changed fences; empty when every device of the sources is concerned.
  let fences: [Int32]
  let kind: Kind
}
