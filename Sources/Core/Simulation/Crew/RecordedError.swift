internal import Foundation
public import Geodesy

/// The course of a real receiver's error, taken from a log: what is left of its track when the smooth movement is taken
/// away, in units of its own standard deviation, played forwards and backwards in turns.
///
/// A log of a minute says nothing of slower drift: a stationary one's mean is taken to be the truth.
public struct RecordedError: Sendable {
  private let east: [Double]
  private let north: [Double]

  /// - Parameters:
  ///   - track: places a second apart, at least 10.
  ///   - window: places to either side over which the truth is smoothed; nil for a stationary log.
  public init?(track: [Coordinate], window: Int?) {
    guard track.count >= 10, track.allSatisfy(\.isValid), let first = track.first else { return nil }
    let offsets = track.map { place -> (Double, Double) in
      let path = Geodesic.inverse(from: first, to: place)
      let heading = path.initialAzimuth * (.pi / 180)
      return path.distance > 0 ? (path.distance * sin(heading), path.distance * cos(heading)) : (0, 0)
    }
    let truth = offsets.indices.map { index -> (Double, Double) in
      let reach = window.map { min($0, index, offsets.count - 1 - index) }
      let around = offsets[(reach.map { index - $0 } ?? 0)...(reach.map { index + $0 } ?? offsets.count - 1)]
      let count = Double(around.count)
      return (around.reduce(0) { $0 + $1.0 } / count, around.reduce(0) { $0 + $1.1 } / count)
    }
    let rest = zip(offsets, truth).map { ($0.0 - $1.0, $0.1 - $1.1) }
    let variance = rest.reduce(0) { $0 + $1.0 * $1.0 + $1.1 * $1.1 } / Double(2 * rest.count)
    guard variance > 1e-6 else { return nil }
    east = rest.map { $0.0 / variance.squareRoot() }
    north = rest.map { $0.1 / variance.squareRoot() }
  }

  /// The error so many seconds after the log's start, in its standard deviations.
  public func error(at second: Int) -> (east: Double, north: Double) {
    let length = east.count
    let phase = max(0, second) % (2 * length)
    let index = phase < length ? phase : 2 * length - 1 - phase
    return (east[index], north[index])
  }
}
