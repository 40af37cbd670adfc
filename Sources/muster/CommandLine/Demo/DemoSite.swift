internal import Geodesy
internal import MovementSimulation
internal import MusterValues

/// The place of the demonstration: an open field, two muster points side by side and a round one by the gate.
enum DemoSite {
  /// A former airfield, now a park: Tempelhofer Feld, Berlin.
  private static let origin = Coordinate(longitude: 13.4030, latitude: 52.4730)

  static let fences: [(id: String, shape: Shape)] = [
    ("Muster-West", rectangle(west: -60, east: 0)), ("Muster-East", rectangle(west: 0, east: 60)),
    ("Gate", .circle(Circle(center: place(0, -150), radius: 40))),
  ]

  /// A place inside the first muster point, for people who send their own position.
  static let visitor = place(-30, 40)

  /// Some stand inside from the start, others walk or drive in and out within seconds.
  static let movers: [SimulatedMover] = [
    walker("ada", [(-30, 25), (30, 25)]), walker("ben", [(-70, 25), (-50, 25)]), walker("chen", [(70, 10), (50, 10)]),
    walker("dina", [(-20, -8), (-20, 12)]), walker("emil", [(0, -195), (0, -165)]),
    walker("fay", [(50, -150), (25, -150)]), walker("gus", [(0, -150), (-30, 20)]),
    driver("truck-1", [(-200, -150), (200, -150), (200, 90), (-200, 90)]),
    driver("van-2", [(30, -120), (30, 30), (120, 30)]), driver("shuttle-3", [(-90, 30), (130, 30)]),
  ]

  /// Metres east and north of the middle of the field.
  private static func place(_ east: Double, _ north: Double) -> Coordinate {
    let eastward = Geodesic.direct(from: origin, azimuth: 90, distance: east).end
    return Geodesic.direct(from: eastward, azimuth: 0, distance: north).end
  }

  private static func rectangle(west: Double, east: Double) -> Shape {
    let corners = [place(west, 0), place(east, 0), place(east, 50), place(west, 50), place(west, 0)]
    return .polygon(Polygon(rings: [corners]))
  }

  private static func walker(_ name: Identifier, _ way: [(Double, Double)]) -> SimulatedMover {
    SimulatedMover(name: name, waypoints: way.map(place), profile: .walker, interval: 2000)
  }

  private static func driver(_ name: Identifier, _ way: [(Double, Double)]) -> SimulatedMover {
    SimulatedMover(name: name, waypoints: way.map(place), profile: .driver, interval: 1000)
  }
}
