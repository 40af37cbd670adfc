internal import Geofencing
internal import MusterValues

/// Who is inside of the fences that ask for occupancy. A device that reports to several sources counts once.
struct Occupants: Sendable {
  /// In how many sources each device is inside, by fence.
  private var fences: [Int32: [Identifier: Int]] = [:]

  var isEmpty: Bool { fences.isEmpty }
  /// Whether anyone counts for the fence.
  func counts(_ fence: Int32) -> Bool { fences[fence] != nil }
  func count(in fence: Int32) -> Int { fences[fence]?.count ?? 0 }
  func sources(of device: Identifier, in fence: Int32) -> Int { fences[fence]?[device] ?? 0 }

  mutating func start(_ fence: Int32, with devices: [Identifier]) {
    fences[fence] = Dictionary(devices.map { ($0, 1) }, uniquingKeysWith: +)
  }

  mutating func stop(_ fence: Int32) { fences[fence] = nil }

  mutating func add(_ delta: Int, of device: Identifier, in fence: Int32) {
    guard delta != 0, let before = fences[fence]?[device, default: 0] else { return }
    fences[fence]?[device] = before + delta > 0 ? before + delta : nil
  }
}

/// What a plan changes about occupants.
struct OccupantChanges {
  struct Key: Hashable {
    let fence: Int32
    let device: Identifier
  }

  private(set) var sources: [Key: Int] = [:]
  /// How the count of distinct devices changes, by fence.
  private var counts: [Int32: Int] = [:]

  var isEmpty: Bool { sources.isEmpty }

  /// Takes in that a device of one source enters (1) or leaves (-1).
  /// - Returns: the distinct devices inside before and after.
  mutating func add(_ delta: Int, of device: Identifier, in fence: Int32, to base: Occupants) -> (Int, Int) {
    let key = Key(fence: fence, device: device)
    let before = base.sources(of: device, in: fence) + sources[key, default: 0]
    let count = base.count(in: fence) + counts[fence, default: 0]
    sources[key, default: 0] += delta
    let change = (before + delta > 0 ? 1 : 0) - (before > 0 ? 1 : 0)
    counts[fence, default: 0] += change
    return (count, count + change)
  }
}
