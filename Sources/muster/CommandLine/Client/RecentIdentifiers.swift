internal import MusterValues

/// Remembers the last identifiers seen, to drop repeats of an at-least-once delivery.
struct RecentIdentifiers: Sendable {
  private let capacity: Int
  private var known: Set<Identifier> = []
  private var ring: [Identifier] = []
  private var oldest = 0

  init(capacity: Int) { self.capacity = max(capacity, 1) }

  /// True when this identifier was not among the last ones.
  mutating func insert(_ identifier: Identifier) -> Bool {
    guard known.insert(identifier).inserted else { return false }
    if ring.count < capacity {
      ring.append(identifier)
    } else {
      known.remove(ring[oldest])
      ring[oldest] = identifier
      oldest = (oldest + 1) % capacity
    }
    return true
  }
}
