internal import MusterValues

/// Gives each point of a track a moment, by the rules of `TrackReplay`.
struct TrackTiming {
  /// Milliseconds since the first point, strictly increasing; one for each time.
  private(set) var offsets: [Int64] = []

  /// `distances` holds the metres from each point to the next.
  init(times: [Timestamp?], distances: [Double]) {
    guard !times.isEmpty else { return }
    let anchors = Self.longestIncreasing(times)
    let speed = Self.assumedSpeed(times: times, anchors: anchors, distances: distances)
    var gaps = distances.map { Self.gap(distance: $0, speed: speed) }
    for (from, to) in zip(anchors, anchors.dropFirst()) {
      guard let first = times[from], let second = times[to] else { continue }
      let span = second.milliseconds(since: first)
      if span > TrackReplay.longestGap || span < Int64(to - from) { continue }
      Self.share(span, among: from..<to, distances: distances, &gaps)
    }
    var sum: Int64 = 0
    offsets = [0]
    for gap in gaps {
      sum = sum.addingReportingOverflow(gap).overflow ? sum + 1 : sum + gap
      offsets.append(sum)
    }
  }

  /// Indexes of the longest subsequence of strictly increasing times; O(n log n), patience sorting.
  static func longestIncreasing(_ times: [Timestamp?]) -> [Int] {
    var tails: [(time: Timestamp, index: Int)] = []
    var previous = [Int](repeating: -1, count: times.count)
    for (index, time) in times.enumerated() {
      guard let time else { continue }
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if tails[middle].time < time { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = tails[low - 1].index }
      if low == tails.count { tails.append((time, index)) } else { tails[low] = (time, index) }
    }
    var chain: [Int] = []
    var at = tails.last?.index ?? -1
    while at >= 0 {
      chain.append(at)
      at = previous[at]
    }
    return chain.reversed()
  }

  /// The track's own median speed over believable spacings; else a walker's or a driver's.
  private static func assumedSpeed(times: [Timestamp?], anchors: [Int], distances: [Double]) -> Double {
    var speeds: [Double] = []
    for (from, to) in zip(anchors, anchors.dropFirst()) where to == from + 1 {
      guard let first = times[from], let second = times[to] else { continue }
      let span = second.milliseconds(since: first)
      if span <= TrackReplay.longestGap, distances[from] > 0 { speeds.append(distances[from] * 1000 / Double(span)) }
    }
    if let median = median(speeds), speeds.count >= 3 { return min(max(median, 0.3), 100) }
    return (median(distances) ?? 0) <= 25 ? TrackReplay.walkingSpeed : TrackReplay.drivingSpeed
  }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }

  /// At least a second, at most a day.
  private static func gap(distance: Double, speed: Double) -> Int64 {
    Int64(min(max(distance / speed * 1000, 1000), Double(TrackReplay.longestGap)))
  }

  /// Shares a span among the gaps of a range in proportion to distance; each gets at least a millisecond.
  private static func share(
    _ span: Int64, among range: Range<Int>, distances: [Double], _ gaps: inout [Int64]
  ) {
    let total = range.reduce(0.0) { $0 + distances[$1] }
    var spent: Int64 = 0
    var walked = 0.0
    for index in range {
      walked += distances[index]
      let left = Int64(range.upperBound - 1 - index)
      let fraction = total > 0 ? walked / total : Double(index - range.lowerBound + 1) / Double(range.count)
      let ideal = left == 0 ? span : Int64((Double(span) * fraction).rounded())
      let until = min(max(ideal, spent + 1), span - left)
      gaps[index] = until - spent
      spent = until
    }
  }
}
