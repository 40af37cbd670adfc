/// Where a member really is at every second: stretches of straight movement and of rest.
struct CrewPath: Sendable {
  private(set) var places: [PlanePlace] = []

  private var here: PlanePlace

  init(from start: PlanePlace) { here = start }

  var seconds: Int { places.count }

  mutating func rest(_ seconds: Double) {
    for _ in 0..<Int(seconds) { places.append(here) }
  }

  /// Moves straight to a place, metres a second.
  mutating func move(to place: PlanePlace, speed: Double) {
    let length = here.distance(to: place)
    let steps = max(1, Int((length / speed).rounded(.up)))
    let start = here
    for step in 1...steps {
      here = start.toward(place, Double(step) / Double(steps))
      places.append(here)
    }
  }
}
