/// Where on a boundary to look for the edges near a fix: stretches of some edges, each with its box.
struct BoundaryRuns: Sendable {
  /// A way from vertex to vertex; the shape's inside is on its left when `sign` is 1, on its right when it is -1.
  struct Path {
    /// Indices of the first and the last vertex.
    let vertices: ClosedRange<Int>
    let sign: Double
  }

  private struct Run {
    let first: Int32
    let last: Int32
    let sign: Double
    let box: BoundingBox
  }

  private static let edgesOfRun = 64

  private let runs: [Run]

  init(_ paths: [Path], _ xs: [Double], _ ys: [Double]) {
    runs = paths.flatMap { path in
      stride(from: path.vertices.lowerBound, to: path.vertices.upperBound, by: Self.edgesOfRun).map { first in
        let last = min(first + Self.edgesOfRun, path.vertices.upperBound)
        let (west, east) = (xs[first...last].min() ?? 0, xs[first...last].max() ?? 0)
        let (south, north) = (ys[first...last].min() ?? 0, ys[first...last].max() ?? 0)
        let box = BoundingBox(west: west, south: south, east: east, north: north)
        return Run(first: Int32(first), last: Int32(last), sign: path.sign, box: box)
      }
    }
  }

  /// For a polygon's rings, the exterior first, given by the index after each one's last vertex, which repeats its first.
  /// A polygon of one short ring gets no runs: it is cheaper to go all round it.
  init(rings ends: [Int], _ xs: [Double], _ ys: [Double]) {
    var paths: [Path] = []
    var begin = 0
    if ends.count > 1 || xs.count > 2 * Self.edgesOfRun {
      for (ring, end) in ends.enumerated() {
        let isCounterclockwise = Self.area(begin..<end, xs, ys) >= 0
        paths.append(Path(vertices: begin...(end - 1), sign: isCounterclockwise == (ring == 0) ? 1 : -1))
        begin = end
      }
    }
    self.init(paths, xs, ys)
  }

  /// The error's mass inside, for one copy of the boundary; not yet bounded to 0...1.
  func mass(_ xs: [Double], _ ys: [Double], in frame: ErrorFrame) -> Double {
    var left = NormalBoundaryIntegral()
    guard !runs.isEmpty else {
      left.add(0...(xs.count - 1), xs, ys, in: frame)
      return abs(left.mass)
    }
    var right = NormalBoundaryIntegral()
    for run in runs {
      let range = Int(run.first)...Int(run.last)
      switch (frame.side(of: run.box), run.sign > 0) {
      case (.without, _): break
      case (.east, true): left.addEast(of: range, ys, in: frame)
      case (.east, false): right.addEast(of: range, ys, in: frame)
      case (.near, true): left.add(range, xs, ys, in: frame)
      case (.near, false): right.add(range, xs, ys, in: frame)
      }
    }
    return left.mass - right.mass
  }

  /// Twice the signed area, about the first vertex.
  private static func area(_ range: Range<Int>, _ xs: [Double], _ ys: [Double]) -> Double {
    let (x0, y0) = (xs[range.lowerBound], ys[range.lowerBound])
    return range.dropFirst().reduce(0) { sum, index in
      sum + (xs[index - 1] - x0) * (ys[index] - y0) - (ys[index - 1] - y0) * (xs[index] - x0)
    }
  }
}
