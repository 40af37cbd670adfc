import Geodesy
import Geofencing
import MusterValues

/// One device and one round fence; fixes are given by their distance from its centre.
struct ConfidenceScene {
  static let center = Coordinate(longitude: 13.4, latitude: 52.47)
  var rules = ConfidenceRules()
  var device = ConfidentDevice()
  var fences = LinearFenceIndex()

  init(radius: Double) throws {
    let shape = Shape.circle(Circle(center: Self.center, radius: radius))
    fences.insert(try PreparedShape(validating: shape, rules: .amazon), number: 7)
  }

  static func place(_ distance: Double, azimuth: Double = 60) -> Coordinate {
    Geodesic.direct(from: center, azimuth: azimuth, distance: distance).end
  }

  static func time(_ seconds: Double) -> Timestamp { Timestamp(milliseconds: Int64(seconds * 1000)) }

  mutating func fix(_ seconds: Double, _ distance: Double, _ accuracy: Double?, azimuth: Double = 60)
    -> [ConfidentTransition.Kind]
  {
    let fix = PositionFix(
      time: Self.time(seconds), position: Self.place(distance, azimuth: azimuth),
      accuracy: HorizontalAccuracy(radius: accuracy))
    return device.evaluate(fix, in: fences, rules).map(\.kind)
  }

  func standing(_ seconds: Double) -> Standing { device.standing(at: Self.time(seconds), rules) }
}
