/// The edges of a valid polygon by latitude, so that a probe looks at few of them whatever their lengths.
///
/// A segment tree over equal stripes of latitude: an edge belongs to the largest slabs that it crosses from border to
/// border, and to the stripes in which it ends. Edges that cross one slab never cross each other, so they are sorted
/// from west to east and searched by halving. An edge has at most some 24 entries; short ones have one or two.
struct LatitudeSlabs {
  /// An edge as the index builder sees it: its ends, the lower first.
  typealias Ends = (low: PlanePoint, high: PlanePoint)

  private static let mostStripes = 4096

  /// A power of two.
  private let stripes: Int
  /// The lower border of each stripe and the upper one of the last; a stripe holds its lower border only.
  private let borders: [Double]
  private let perDegree: Double
  /// Slabs are numbered as in a heap: 1 is the whole, `stripes + i` is stripe `i`.
  private let crossing: Groups
  private let ending: Groups

  init(south: Double, north: Double, edgeCount: Int, ends: (Int) -> Ends) {
    var stripes = 1
    while stripes < Self.mostStripes, stripes * 8 < edgeCount { stripes *= 2 }
    let step = (north - south) / Double(stripes)
    perDegree = (1 / step).isFinite ? 1 / step : 0
    // The last stripe holds the northern end too.
    borders = (0..<stripes).map { min(north, south + Double($0) * step) } + [north.nextUp]
    self.stripes = stripes
    var full: [(slab: Int32, edge: Int32)] = []
    var partial: [(slab: Int32, edge: Int32)] = []
    for edge in 0..<edgeCount {
      let (low, high) = ends(edge)
      let bottom = Self.stripe(of: low.y, borders, perDegree)
      let top = Self.stripe(of: high.y, borders, perDegree)
      let first = low.y == borders[bottom] ? bottom : bottom + 1
      if first > bottom || bottom == top { partial.append((Int32(bottom), Int32(edge))) }
      if top > bottom { partial.append((Int32(top), Int32(edge))) }
      var (from, to) = (first + stripes, top + stripes)
      while from < to {
        if from & 1 == 1 {
          full.append((Int32(from), Int32(edge)))
          from += 1
        }
        if to & 1 == 1 {
          to -= 1
          full.append((Int32(to), Int32(edge)))
        }
        from /= 2
        to /= 2
      }
    }
    var crossing = Groups(full, count: 2 * stripes)
    crossing.sort { Self.isWest(ends($0), of: ends($1)) }
    self.crossing = crossing
    ending = Groups(partial, count: stripes)
  }

  /// Calls `end` with every edge that ends in the stripe of `latitude`, and `slab` with the edges that cross a slab that
  /// holds it, from west to east. No other edge comes near that latitude.
  @inline(__always) func visit(_ latitude: Double, end: (Int) -> Void, slab: (ArraySlice<Int32>) -> Void) {
    let stripe = Self.stripe(of: latitude, borders, perDegree)
    for edge in ending[stripe] { end(Int(edge)) }
    var node = stripe + stripes
    while node > 0 {
      let edges = crossing[node]
      if !edges.isEmpty { slab(edges) }
      node /= 2
    }
  }

  /// The stripe whose lower border is the last not above `latitude`; the first guess may be off by rounding.
  @inline(__always)
  private static func stripe(of latitude: Double, _ borders: [Double], _ perDegree: Double) -> Int {
    let last = borders.count - 2
    let guess = (latitude - borders[0]) * perDegree
    var stripe = guess >= Double(last) ? last : max(0, Int(guess))
    while stripe > 0, latitude < borders[stripe] { stripe -= 1 }
    while stripe < last, latitude >= borders[stripe + 1] { stripe += 1 }
    return stripe
  }

  /// The order of two edges that cross a slab and not each other: where the one that starts higher starts, or, when
  /// that is on the other edge, where the one that ends lower ends.
  private static func isWest(_ a: Ends, of b: Ends) -> Bool {
    let start =
      a.low.y >= b.low.y
      ? Orientation.sign(b.low, b.high, a.low) : -Orientation.sign(a.low, a.high, b.low)
    if start != 0 { return start > 0 }
    return a.high.y <= b.high.y
      ? Orientation.sign(b.low, b.high, a.high) > 0 : Orientation.sign(a.low, a.high, b.high) < 0
  }

  /// Edges in groups, one after another in one array.
  private struct Groups {
    private let offsets: [Int32]
    private var edges: [Int32]

    init(_ entries: [(slab: Int32, edge: Int32)], count: Int) {
      var offsets = [Int32](repeating: 0, count: count + 1)
      for entry in entries { offsets[Int(entry.slab) + 1] += 1 }
      for index in 0..<count { offsets[index + 1] += offsets[index] }
      var cursors = offsets
      var edges = [Int32](repeating: 0, count: entries.count)
      for entry in entries {
        edges[Int(cursors[Int(entry.slab)])] = entry.edge
        cursors[Int(entry.slab)] += 1
      }
      self.offsets = offsets
      self.edges = edges
    }

    mutating func sort(by isWest: (Int, Int) -> Bool) {
      for index in 0..<(offsets.count - 1) where offsets[index + 1] - offsets[index] > 1 {
        edges[Int(offsets[index])..<Int(offsets[index + 1])].sort { isWest(Int($0), Int($1)) }
      }
    }

    subscript(index: Int) -> ArraySlice<Int32> { edges[Int(offsets[index])..<Int(offsets[index + 1])] }
  }
}
