/// Finds the known word that a mistyped one was probably meant to be.
enum Suggestion {
  /// The nearest candidate: at most 2 edits away and less than half of the word, or the only one it begins.
  static func nearest(to word: some StringProtocol, among candidates: [String]) -> String? {
    let typed = Array(word.lowercased().utf8.prefix(64))
    guard !typed.isEmpty else { return nil }
    let completions = candidates.filter { $0.utf8.starts(with: typed) }
    if typed.count >= 2, completions.count == 1 { return completions.first }
    let ranked = candidates.map { (name: $0, distance: distance(typed, Array($0.utf8.prefix(64)))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= 2 && best.distance * 2 < max(typed.count, 2) ? best.name : nil
  }

  /// Edits (insert, delete, replace, swap of neighbours) from one to the other: optimal string alignment.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for i in left.indices {
      var current = [i + 1]
      current.reserveCapacity(right.count + 1)
      for j in right.indices {
        let replaced = previous[j] + (left[i] == right[j] ? 0 : 1)
        var best = min(replaced, previous[j + 1] + 1, current[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          best = min(best, beforePrevious[j - 1] + 1)
        }
        current.append(best)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[right.count]
  }
}
