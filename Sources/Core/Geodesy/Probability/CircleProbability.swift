internal import Foundation

/// The mass of a circular normal density inside a circle (the noncentral chi-square distribution of two degrees of
/// freedom): over the chord's half height y, the density of y times the chance to be on the chord.
enum CircleProbability {
  /// - Parameters:
  ///   - distance: from the density's centre to the circle's, in sigmas.
  ///   - radius: in sigmas.
  static func mass(distance: Double, radius: Double) -> Double {
    let reach = NormalTable.reach
    if distance >= radius + reach { return 0 }
    if distance <= radius - reach { return 1 }
    // With y = radius * sin(t) the integrand is smooth up to the top of the circle.
    let top = asin(min(1, reach / radius))
    let normal = NormalTable.shared
    let panels = 8
    let step = top / Double(panels)
    var sum = 0.0
    for panel in 0..<panels {
      for (node, weight) in nodes {
        let t = (Double(panel) + node) * step
        let half = radius * cos(t)
        let onChord = normal.distribution(distance + half) - normal.distribution(distance - half)
        sum += weight * normal.density(radius * sin(t)) * half * onChord
      }
    }
    return min(1, max(0, 2 * sum * step))
  }

  /// Gauss-Legendre, five points on 0...1.
  private static let nodes = [
    (0.04691007703066802, 0.1184634425280945), (0.2307653449471584, 0.2393143352496832), (0.5, 0.2844444444444444),
    (0.7692346550528416, 0.2393143352496832), (0.953089922969332, 0.1184634425280945),
  ]
}
