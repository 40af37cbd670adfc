internal import Foundation

/// What members do all day.
enum CrewBehaviour: Sendable {
  /// Walks about the surroundings, comes to the muster point, waits there, and leaves.
  case walks
  /// Drives through the muster point and past it; sometimes parks there.
  case drives
  /// Stands within some metres outside the border; sometimes goes in for a while.
  case standsAtEdge
  /// Works inside, moving from spot to spot; leaves for short trips.
  case worksInside

  /// The true path of one member for at least so many seconds.
  func path(_ site: CrewSite, seconds: Int, _ random: inout SimulationRandom) -> CrewPath {
    var path = CrewPath(from: site.placeOutside(60...300, &random))
    while path.seconds < seconds {
      switch self {
      case .walks:
        for _ in 0..<(1 + random.next() % 3) {
          path.move(to: site.placeOutside(40...250, &random), speed: random.uniform(1...1.6))
          path.rest(random.uniform(0...600))
        }
        wait(site, &path, seconds: 600...2400, &random)
      case .drives:
        for _ in 0..<(1 + random.next() % 4) { drive(site, &path, &random) }
        if random.next() % 2 == 0 {
          path.move(to: site.placeInside(margin: site.inradius, &random), speed: random.uniform(4...10))
          path.rest(random.uniform(1200...3600))
        }
      case .standsAtEdge:
        for _ in 0..<(1 + random.next() % 3) {
          path.move(to: site.placeOutside(1...15, &random), speed: random.uniform(0.8...1.4))
          path.rest(random.uniform(120...900))
        }
        wait(site, &path, seconds: 600...1800, &random)
      case .worksInside:
        let end = path.seconds + Int(random.uniform(2400...5400))
        while path.seconds < end {
          path.move(to: site.placeInside(margin: 10, &random), speed: random.uniform(0.5...1.4))
          path.rest(random.uniform(30...400))
        }
        path.move(to: site.placeOutside(30...200, &random), speed: random.uniform(1...1.6))
        path.rest(random.uniform(120...900))
      }
    }
    return path
  }

  /// Walks in, and shifts now and then while waiting.
  private func wait(
    _ site: CrewSite, _ path: inout CrewPath, seconds: ClosedRange<Double>, _ random: inout SimulationRandom
  ) {
    path.move(to: site.placeInside(margin: site.inradius, &random), speed: random.uniform(1...1.6))
    let end = path.seconds + Int(random.uniform(seconds))
    while path.seconds < end {
      path.rest(random.uniform(120...600))
      path.move(to: site.placeInside(margin: site.inradius, &random), speed: random.uniform(0.6...1.2))
    }
  }

  /// One pass: through the fence, or beside it.
  private func drive(_ site: CrewSite, _ path: inout CrewPath, _ random: inout SimulationRandom) {
    let speed = random.uniform(4...14)
    let reach = site.outradius + 250
    let angle = random.uniform(0...(2 * .pi))
    // How far the road's line is from the middle.
    let aside = random.uniform(-1...1) * (site.outradius + 40)
    func place(_ along: Double) -> PlanePlace {
      PlanePlace(east: along * cos(angle) - aside * sin(angle), north: along * sin(angle) + aside * cos(angle))
    }
    path.move(to: place(-reach), speed: speed)
    path.rest(random.uniform(0...300))
    path.move(to: place(reach), speed: speed)
    path.rest(random.uniform(0...300))
  }
}
