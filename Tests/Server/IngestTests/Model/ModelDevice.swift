import MusterValues

struct ModelSample: Hashable, Sendable {
  struct Identity: Hashable {
    let time: Int64
    let point: GridPoint
  }

  let time: Int64
  let arrival: Int64
  let point: GridPoint
  let accuracy: Double?

  /// Its own time, but never later than its arrival.
  var effectiveTime: Int64 { time < arrival ? time : arrival }
  var identity: Identity { Identity(time: time, point: point) }
}

/// All there is to know of one device of one source.
struct ModelDevice: Sendable {
  static let life: Int64 = 30 * 24 * 3600 * 1000

  struct Stay: Sendable {
    let since: Int64
    var isTold: Bool
  }

  var accepted: Set<ModelSample.Identity> = []
  /// What the tracker shows, in the order in which it was accepted.
  var history: [ModelSample] = []
  var lastEvaluated: ModelSample?
  /// The last sample that the filter let into the history.
  var lastFiltered: ModelSample?
  var lastHeard: Int64 = 0
  var inside: Set<FenceName> = []
  /// Present stays in fences that ask for dwell.
  var stays: [FenceName: Stay] = [:]
  /// Fences that ask for approaches and are not to be told again before the device was far away.
  var approached: Set<FenceName> = []
  /// False once nothing was heard for a state's life, until a newer sample comes.
  var isKnown = false

  mutating func expire(at now: Int64) {
    guard isKnown, now - lastHeard > Self.life else { return }
    isKnown = false
    inside = []
    stays = [:]
    approached = []
    lastFiltered = nil
  }

  /// By sample time; of one time in the order of acceptance.
  func shownHistory(since oldest: Int64) -> [ModelSample] {
    var sorted: [ModelSample] = []
    for sample in history where sample.time >= oldest {
      let place = sorted.firstIndex { $0.time > sample.time } ?? sorted.endIndex
      sorted.insert(sample, at: place)
    }
    return sorted
  }

  /// Last by effective time, then by sample time; of one sample time the first.
  func latest(since oldest: Int64) -> ModelSample? {
    var best: ModelSample?
    for sample in history {
      if let chosen = best {
        if chosen.time == sample.time { continue }
        if chosen.effectiveTime > sample.effectiveTime { continue }
        if chosen.effectiveTime == sample.effectiveTime, chosen.time > sample.time { continue }
      }
      best = sample
    }
    guard let best, best.time >= oldest else { return nil }
    return best
  }
}
