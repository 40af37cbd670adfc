/// Groups polygons whose boxes meet, and lays each group out in one plane.
struct PolygonNeighbours {
  struct Member {
    let polygon: Int
    /// Whole turns to move the polygon east by.
    let turns: Int
  }

  private(set) var groups: [[Member]] = []
  /// Polygons of groups that no plane holds.
  private(set) var wrapped: [Int] = []

  init(_ boxes: [BoundingBox]) {
    let pairs = Self.pairs(boxes)
    var links = [[Member]](repeating: [], count: boxes.count)
    for pair in pairs {
      links[pair.polygon].append(Member(polygon: pair.other, turns: pair.turns))
      links[pair.other].append(Member(polygon: pair.polygon, turns: -pair.turns))
    }
    var turns = [Int?](repeating: nil, count: boxes.count)
    for start in boxes.indices where turns[start] == nil {
      turns[start] = 0
      var group = [Member(polygon: start, turns: 0)]
      var isPlane = true
      var next = 0
      while next < group.count {
        let member = group[next]
        next += 1
        for link in links[member.polygon] {
          let wanted = member.turns + link.turns
          if let known = turns[link.polygon] {
            if known != wanted { isPlane = false }
          } else {
            turns[link.polygon] = wanted
            group.append(Member(polygon: link.polygon, turns: wanted))
          }
        }
      }
      // A plane of more turns than the query looks at is no plane either.
      if isPlane, group.allSatisfy({ abs($0.turns) <= 2 }) {
        groups.append(group)
      } else {
        wrapped += group.map(\.polygon)
      }
    }
  }

  /// Pairs whose boxes meet when the other is moved east by `turns`.
  private static func pairs(_ boxes: [BoundingBox]) -> [(polygon: Int, other: Int, turns: Int)] {
    let margin = PolygonUnion.margin
    var copies: [(polygon: Int, turns: Int, west: Double, east: Double)] = []
    for (polygon, box) in boxes.enumerated() {
      for turns in -1...1 {
        copies.append((polygon, turns, box.west + 360 * Double(turns) - margin, box.east + 360 * Double(turns)))
      }
    }
    copies.sort { $0.west < $1.west }
    var pairs: [(polygon: Int, other: Int, turns: Int)] = []
    for (index, copy) in copies.enumerated() {
      for other in copies[(index + 1)...].prefix(while: { $0.west <= copy.east }) {
        guard copy.polygon != other.polygon, copy.turns == 0 || other.turns == 0,
          boxes[copy.polygon].south - margin <= boxes[other.polygon].north,
          boxes[other.polygon].south - margin <= boxes[copy.polygon].north
        else { continue }
        pairs.append((copy.polygon, other.polygon, other.turns - copy.turns))
      }
    }
    return pairs
  }
}
