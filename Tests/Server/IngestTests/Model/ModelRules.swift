import MusterValues

/// What a collection asks of its fences beyond ENTER and EXIT.
struct ModelRules: Hashable, Sendable {
  /// Minutes of a day in UTC: open from `start` until before `end`, over midnight when `end` is not later.
  struct Hours: Hashable, Sendable {
    var start: Int64
    var end: Int64

    func areOpen(at time: Int64) -> Bool {
      let minute = (time / 60_000) % 1440
      return start < end ? minute >= start && minute < end : minute >= start || minute < end
    }

    /// Whether they open or close after `from`, at `to` at the latest.
    func change(after from: Int64, through to: Int64) -> Bool {
      guard to > from else { return false }
      let day: Int64 = 86_400_000
      if to - from >= day { return true }
      return (from / day...to / day).contains { number in
        [start, end].contains { edge in
          let time = number * day + edge * 60_000
          return time > from && time <= to
        }
      }
    }
  }

  /// Milliseconds.
  var dwell: Int64?
  /// Metres.
  var approach: Double?
  /// Milliseconds.
  var passing: Int64?
  var hours: Hours?
}

extension ModelShape {
  /// Metres from a place outside to a rectangle; 0 inside. Circles are not asked.
  func distance(to point: GridPoint, on plane: ModelPlane) -> Double {
    guard case .rectangle(let west, let south, let east, let north) = self else { return .nan }
    let nearest = GridPoint(x: min(max(point.x, west), east), y: min(max(point.y, south), north))
    return plane.distance(nearest, point)
  }

  /// Whether a straight line has a place in common with a rectangle.
  func isMet(from start: GridPoint, to end: GridPoint) -> Bool {
    guard case .rectangle(let west, let south, let east, let north) = self else { return false }
    if max(start.x, end.x) < west || min(start.x, end.x) > east { return false }
    if max(start.y, end.y) < south || min(start.y, end.y) > north { return false }
    // All corners strictly on one side of the line: it passes by.
    let sides = [(west, south), (east, south), (east, north), (west, north)].map { x, y in
      (end.x - start.x) * (y - start.y) - (end.y - start.y) * (x - start.x)
    }
    return !(sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 })
  }
}
