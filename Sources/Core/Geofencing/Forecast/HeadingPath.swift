internal import Geodesy

/// A geodesic from a place, followed to where it enters and leaves a shape.
///
/// It goes forward by the distance to the border, which can't be crossed before, or by ``leastStep`` when that is
/// longer. Then a shape so thin that it lies within one step is still met, by the chord of the step; a part of the shape
/// left and entered again within one step goes unseen.
struct HeadingPath {
  let origin: Coordinate
  /// Degrees clockwise from north.
  let azimuth: Double
  /// Metres.
  let length: Double

  private var leastStep: Double { max(0.5, length / 2000) }
  /// Metres to which a crossing is narrowed down.
  private static var resolution: Double { 0.01 }

  private func place(at distance: Double) -> Coordinate {
    Geodesic.direct(from: origin, azimuth: azimuth, distance: distance).end
  }

  /// Metres to the first place inside, from a place outside `start` metres along; nil when there is none.
  func entry(into shape: PreparedShape, from start: Double) -> Double? {
    var travelled = start
    while travelled <= length {
      let here = place(at: travelled)
      guard let distance = shape.signedDistanceToBoundary(from: here, within: length - travelled) else { return nil }
      if distance <= 0 { return travelled }
      let next = min(length, travelled + max(distance, leastStep))
      guard next > travelled else { return nil }
      if distance < leastStep, shape.isCrossed(bySegmentFrom: here, to: place(at: next)) {
        return narrowed(travelled, next) { shape.isCrossed(bySegmentFrom: here, to: place(at: $0)) }
      }
      travelled = next
    }
    return nil
  }

  /// Metres to the first place outside, from a place inside `start` metres along; nil when there is none.
  func exit(from shape: PreparedShape, after start: Double) -> Double? {
    var (last, travelled) = (start, start)
    while true {
      let distance = shape.signedDistanceToBoundary(from: place(at: travelled))
      if distance > 0 { return narrowed(last, travelled) { !shape.contains(place(at: $0)) } }
      guard travelled < length else { return nil }
      last = travelled
      travelled = min(length, travelled + max(-distance, leastStep))
    }
  }

  /// The first of two ends at which the condition holds, as near to the other as the resolution says.
  private func narrowed(_ low: Double, _ high: Double, _ holds: (Double) -> Bool) -> Double {
    var (low, high) = (low, high)
    while high - low > Self.resolution {
      let middle = low + (high - low) / 2
      if !(middle > low && middle < high) { break }
      if holds(middle) { high = middle } else { low = middle }
    }
    return high
  }
}
