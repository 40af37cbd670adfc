import Foundation
import Geodesy

/// Distances to a shape's rings by sampling alone: every edge at many parameters, then ever closer around each dip.
/// Shares with the code under test nothing but `Geodesic`.
struct SampledBoundary {
  private var edges: [(from: Coordinate, step: (longitude: Double, latitude: Double))] = []

  init(_ rings: [[Coordinate]]) {
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst()) {
        let longitude = (b.longitude - a.longitude).remainder(dividingBy: 360)
        edges.append((a, (longitude, b.latitude - a.latitude)))
      }
    }
  }

  private func place(_ edge: Int, _ parameter: Double) -> Coordinate {
    let (from, step) = edges[edge]
    return Coordinate(
      longitude: (from.longitude + parameter * step.longitude).remainder(dividingBy: 360),
      latitude: min(90, max(-90, from.latitude + parameter * step.latitude)))
  }

  /// Metres to the nearest place of any edge.
  func distance(from place: Coordinate, samples: Int = 120) -> Double {
    edges.indices.reduce(Double.infinity) { min($0, distance(from: place, toEdge: $1, samples: samples)) }
  }

  private func distance(from origin: Coordinate, toEdge edge: Int, samples: Int) -> Double {
    func value(_ parameter: Double) -> Double { origin.distance(to: place(edge, parameter)) }
    let coarse = (0...samples).map { value(Double($0) / Double(samples)) }
    var best = coarse.min() ?? .infinity
    for index in coarse.indices {
      let isDip =
        (index == 0 || coarse[index] <= coarse[index - 1]) && (index == samples || coarse[index] <= coarse[index + 1])
      guard isDip else { continue }
      var (middle, reach) = (Double(index) / Double(samples), 1 / Double(samples))
      for _ in 0..<7 {
        var least = (value(middle), middle)
        for step in -6...6 {
          let parameter = min(1, max(0, middle + reach * Double(step) / 6))
          let found = value(parameter)
          if found < least.0 { least = (found, parameter) }
        }
        best = min(best, least.0)
        (middle, reach) = (least.1, reach / 4)
      }
    }
    return best
  }
}
