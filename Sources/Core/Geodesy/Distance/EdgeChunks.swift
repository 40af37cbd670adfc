/// Boxes around stretches of neighbouring edges, so that a search for the nearest leaves out most of them at once. A box
/// takes one byte an edge.
struct EdgeChunks {
  /// Unwrapped like the edges.
  struct Box {
    var west: Double
    var east: Double
    var south: Double
    var north: Double
  }

  private static let size = 32
  /// Empty when there are too few edges to be worth it.
  private let boxes: [Box]
  private let edgeCount: Int

  init(edgeCount: Int, edge: (Int) -> (from: PlanePoint, to: PlanePoint)) {
    self.edgeCount = edgeCount
    guard edgeCount >= 2 * Self.size else {
      boxes = []
      return
    }
    boxes = stride(from: 0, to: edgeCount, by: Self.size).map { start in
      var box = Box(west: .infinity, east: -.infinity, south: .infinity, north: -.infinity)
      for index in start..<min(start + Self.size, edgeCount) {
        let (a, b) = edge(index)
        box.west = min(box.west, a.x, b.x)
        box.east = max(box.east, a.x, b.x)
        box.south = min(box.south, a.y, b.y)
        box.north = max(box.north, a.y, b.y)
      }
      return box
    }
  }

  var count: Int { max(boxes.count, 1) }

  /// Nil when there is but one chunk, all edges.
  func box(_ chunk: Int) -> Box? { boxes.isEmpty ? nil : boxes[chunk] }

  func edges(_ chunk: Int) -> Range<Int> {
    boxes.isEmpty ? 0..<edgeCount : chunk * Self.size..<min((chunk + 1) * Self.size, edgeCount)
  }
}
