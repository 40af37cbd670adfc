/// The edges of a polygon by equal stripes of latitude, so that a probe looks at few of them.
struct LatitudeStripes {
  private let south: Double
  private let perDegree: Double
  private let count: Int
  /// Where each stripe's edges start in `edges`, and the end.
  private let offsets: [Int32]
  private let edges: [Int32]

  /// Takes the latitude range of each edge. The number of stripes shrinks until the index holds at most 4 entries an
  /// edge, so memory stays near the geometry's own.
  init(south: Double, north: Double, edgeCount: Int, range: (Int) -> ClosedRange<Double>) {
    self.south = south
    var count = max(1, edgeCount / 2)
    var perDegree = 0.0
    func stripe(_ latitude: Double) -> Int {
      let position = (latitude - south) * perDegree
      return position >= Double(count) ? count - 1 : max(0, Int(position))
    }
    while true {
      let scale = Double(count) / (north - south)
      perDegree = scale.isFinite ? scale : 0
      var entries = 0
      for edge in 0..<edgeCount {
        let range = range(edge)
        entries += stripe(range.upperBound) - stripe(range.lowerBound) + 1
      }
      if count == 1 || entries <= 4 * edgeCount { break }
      count /= 2
    }
    var offsets = [Int32](repeating: 0, count: count + 1)
    for edge in 0..<edgeCount {
      let range = range(edge)
      for index in stripe(range.lowerBound)...stripe(range.upperBound) { offsets[index + 1] += 1 }
    }
    for index in 0..<count { offsets[index + 1] += offsets[index] }
    var cursors = offsets
    var edges = [Int32](repeating: 0, count: Int(offsets[count]))
    for edge in 0..<edgeCount {
      let range = range(edge)
      for index in stripe(range.lowerBound)...stripe(range.upperBound) {
        edges[Int(cursors[index])] = Int32(edge)
        cursors[index] += 1
      }
    }
    self.perDegree = perDegree
    self.count = count
    self.offsets = offsets
    self.edges = edges
  }

  /// All edges whose latitude range holds `latitude`, and some more. The stripe of a latitude is a monotone function of
  /// it even after rounding, so none is missed.
  @inline(__always) func forEachEdge(at latitude: Double, _ body: (Int) -> Bool) {
    let position = (latitude - south) * perDegree
    let stripe = position >= Double(count) ? count - 1 : max(0, Int(position))
    for index in Int(offsets[stripe])..<Int(offsets[stripe + 1]) {
      if !body(Int(edges[index])) { return }
    }
  }
}
