import Foundation
import Geodesy

/// A circular normal error cut into narrow wedges: the brute-force answer to the chance of being inside. Along the middle
/// of each wedge it looks for where `contains` changes, and shares nothing else with the code under test.
///
/// `step`, in sigmas, is the width below which it may miss a sliver.
struct ErrorCloud {
  static func probabilityInside(
    _ shape: PreparedShape, of fix: Coordinate, cep68: Double, wedges: Int = 1440, step: Double = 0.1
  ) -> Double {
    let sigma = cep68 / (-2 * log(0.32)).squareRoot()
    let phi = fix.latitude * .pi / 180
    let e2 = 0.00669437999014132
    let w = (1 - e2 * sin(phi) * sin(phi)).squareRoot()
    let metresEast = 6_378_137 / w * cos(phi) * .pi / 180
    let metresNorth = 6_378_137 * (1 - e2) / (w * w * w) * .pi / 180
    var mass = 0.0
    for wedge in 0..<wedges {
      let angle = (Double(wedge) + 0.5) / Double(wedges) * 2 * .pi
      func isInside(_ sigmas: Double) -> Bool {
        var longitude = fix.longitude + sigmas * sigma * cos(angle) / metresEast
        if longitude > 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        return shape.contains(
          Coordinate(longitude: longitude, latitude: fix.latitude + sigmas * sigma * sin(angle) / metresNorth))
      }
      func beyond(_ sigmas: Double) -> Double { exp(-sigmas * sigmas / 2) }
      var (begin, state) = (0.0, isInside(0))
      var low = 0.0
      while low < 5 {
        let high = low + step
        if isInside(high) != state {
          var (near, far) = (low, high)
          for _ in 0..<16 {
            let middle = (near + far) / 2
            if isInside(middle) == state { near = middle } else { far = middle }
          }
          if state { mass += beyond(begin) - beyond(far) }
          (begin, state) = (far, !state)
        }
        low = high
      }
      if state { mass += beyond(begin) }
    }
    return mass / Double(wedges)
  }
}
