internal import Geodesy
internal import Geofencing
internal import MusterValues

/// The fences whose collections weigh fixes by their accuracy, as one index, at a moment. It is asked only.
struct ConfidentFences: FenceIndex {
  let links: LinkedFences
  let moment: Timestamp

  mutating func insert(_ shape: PreparedShape, number: Int32) {}
  mutating func remove(number: Int32) {}

  func fences(containing point: Coordinate) -> [Int32] { found { $0.fences(containing: point) } }
  func fences(meeting box: BoundingBox) -> [Int32] { found { $0.fences(meeting: box) } }

  func shape(of number: Int32) -> PreparedShape? { holds(number) ? links.fences[number]?.shape : nil }

  /// Whether the fence is one of these, and there.
  func holds(_ fence: Int32) -> Bool {
    links.isConfident(fence) && links.standing(of: fence, at: moment) == .active
  }

  private func found(_ ask: (CollectionFenceIndex) -> [Int32]) -> [Int32] {
    var found: [Int32] = []
    for (index, rules) in zip(links.indexes, links.rules) where rules.tags.isConfident { found += ask(index) }
    return found.filter(holds).sorted()
  }
}

/// What is believed about a device, kept out of the way where nobody asks for it.
enum DeviceConfidence: Sendable, Equatable {
  case none
  indirect case of(ConfidentDevice)

  var device: ConfidentDevice? { if case .of(let device) = self { device } else { nil } }
}

/// What a fix says about all confident fences.
struct ConfidentOutcome {
  private(set) var device: ConfidentDevice
  /// The chance that the device is inside, where that changed what is believed.
  private(set) var probabilities: [Int32: Double] = [:]
  /// What became uncertain, or certain again.
  private(set) var doubts: [ConfidentTransition] = []

  /// - Parameter inside: the fences the device is a member of.
  init(_ device: ConfidentDevice?, inside: [Int32], fences: ConfidentFences) {
    self.device = device ?? ConfidentDevice()
    for fence in self.device.memberships.keys.sorted() where !fences.holds(fence) { _ = self.device.forget(fence) }
    // A collection may have become confident with devices inside; what events said before goes on.
    for fence in self.device.memberships.keys.sorted()
    where self.device.memberships[fence]?.isInside == true && !inside.contains(fence) {
      _ = self.device.forget(fence)
    }
    for fence in inside where fences.holds(fence) && self.device.memberships[fence]?.isInside != true {
      self.device.memberships[fence] = ConfidentMembership(isInside: true)
    }
  }

  /// The fences that the device is believed to be inside of, ascending.
  var inside: [Int32] { device.memberships.filter(\.value.isInside).keys.sorted() }

  /// Whether the sample that was evaluated shows the device in a fence; true for fences that don't weigh accuracy.
  func sees(_ sample: PositionSample, in fence: Int32) -> Bool {
    guard let membership = device.memberships[fence], membership.isInside else { return true }
    return !membership.isUncertain && device.trace.suspect == nil && device.trace.newest?.time == sample.effectiveTime
  }

  mutating func evaluate(_ fix: PositionFix, _ fences: ConfidentFences, _ rules: ConfidenceRules) {
    note(device.evaluate(fix, in: fences, rules))
  }

  /// Looks again, with the newest fix, at these fences.
  mutating func reevaluate(_ changed: [Int32], _ fences: ConfidentFences, _ rules: ConfidenceRules) {
    note(device.reevaluate(changed, in: fences, rules))
  }

  private mutating func note(_ transitions: [ConfidentTransition]) {
    for transition in transitions {
      probabilities[transition.fence] = transition.probability
      switch transition.kind {
      case .entered, .exited: break
      case .becameUncertain, .becameCertainAgain: doubts.append(transition)
      }
    }
  }
}
