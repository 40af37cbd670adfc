/// The fences of each of many places.
public struct FenceMatches: Sendable {
  private var numbers: [Int32] = []
  private var ends: [Int] = []
  /// Numbers handed over by buffers that were flushed.
  private var flushed = 0

  /// Means nothing: see `TrieBatchSearch`.
  private var fetched: UInt64 = 0

  public init() {}

  /// Places answered.
  public var count: Int { ends.count }
  /// Matches of all places together.
  public var totalCount: Int { numbers.count }

  /// The numbers of the fences that contain place `index`, ascending.
  public subscript(index: Int) -> ArraySlice<Int32> { numbers[(index == 0 ? 0 : ends[index - 1])..<ends[index]] }

  mutating func removeAll(reserving places: Int) {
    numbers.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    ends.reserveCapacity(places)
    flushed = 0
  }

  @inline(__always) mutating func append(_ found: inout FoundNumbers) {
    ends.append(flushed &+ found.count)
    if found.count > 3072 { flush(&found) }
  }

  mutating func noteFetched(_ value: UInt64) { fetched = value }

  mutating func flush(_ found: inout FoundNumbers) {
    numbers.append(contentsOf: UnsafeBufferPointer(start: found.base, count: found.count))
    flushed += found.count
    found.removeAll()
  }
}
