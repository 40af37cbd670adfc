internal import AmazonLocation
internal import Geodesy
internal import Geofencing
internal import MusterValues

// Collections that weigh fixes by their accuracy: what a device is inside of is then what is believed, not where its
// last point lies.
extension GroupPlan {
  /// Takes in an evaluated sample.
  func confidence(
    of sample: PositionSample, for device: DeviceRecord, links: LinkedFences
  ) -> ConfidentOutcome {
    let hasEnded = device.state.hasEnded(at: sample.arrival)
    let fences = ConfidentFences(links: links, moment: sample.effectiveTime)
    var outcome = ConfidentOutcome(
      hasEnded ? nil : device.confidence.device, inside: hasEnded ? [] : device.inside, fences: fences)
    outcome.evaluate(fix(of: sample, source: device.source), fences, configuration.confidence)
    return outcome
  }

  /// Looks again at fences that were put, opened or linked; nil when nothing is believed and no fence is confident.
  ///
  /// - Parameter changed: empty when every fence may have changed.
  func confidence(
    again sample: PositionSample, for device: DeviceRecord, links: LinkedFences, changed: [Int32]
  ) -> ConfidentOutcome? {
    guard links.hasConfident || device.confidence != .none else { return nil }
    let fences = ConfidentFences(links: links, moment: arrival)
    var outcome = ConfidentOutcome(device.confidence.device, inside: device.inside, fences: fences)
    guard let mark = outcome.device.trace.newest else {
      outcome.evaluate(fix(of: sample, source: device.source), fences, configuration.confidence)
      return outcome
    }
    let near = fences.fences(meeting: BoundingBox(around: mark.position, cep68: mark.cep68))
    let known = changed.isEmpty ? Set(near).union(outcome.device.memberships.keys) : Set(changed)
    outcome.reevaluate(known.filter(fences.holds).sorted(), fences, configuration.confidence)
    return outcome
  }

  /// Tells what became uncertain, or certain again.
  mutating func makeDoubts(
    of outcome: ConfidentOutcome, _ sample: Sample, for device: DeviceRecord, _ effects: inout DecisionEffects
  ) {
    effects.confidence = .of(outcome.device)
    let order = FenceOrder(cell: cell)
    for doubt in outcome.doubts.sorted(by: { order.precedes($0.fence, $1.fence) }) {
      addEvent(
        .uncertain(doubt.kind == .becameUncertain, confidence: doubt.probability), doubt.fence, sample, for: device,
        &effects)
    }
  }

  private func fix(of sample: PositionSample, source: Int32) -> PositionFix {
    let level = cell.state.trackers[source]?.accuracyLevel ?? .percent68
    return PositionFix(
      time: sample.effectiveTime, position: sample.position,
      accuracy: HorizontalAccuracy(radius: sample.accuracy, level: level))
  }
}

extension TrackerRecord {
  /// Which share of fixes lies within the accuracy that devices send.
  fileprivate var accuracyLevel: ConfidenceLevel {
    settings.tags[Identifier(FenceRuleKey.accuracyLevel.rawValue)] == "95" ? .percent95 : .percent68
  }
}
