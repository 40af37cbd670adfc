public import Geodesy

/// A hierarchy of longitude-latitude grids. A fence lives in the finest grid in which its box is at most eight cells wide;
/// a query looks at one cell of each grid in use. A cell that lies whole inside a fence needs no test; one that a border
/// runs through, a box test and an exact test.
///
/// - Complexity: insert O(81 cells + edges), remove O(81 cells); a query O(grids in use + fences whose border runs
///   through the cells).
public struct GridFenceIndex: FenceIndex {
  /// The fences that touch a cell, by slot.
  private struct Entries {
    var whole: [Int32] = []
    var partial: [Int32] = []

    var isEmpty: Bool { whole.isEmpty && partial.isEmpty }
  }

  private struct Fence {
    let number: Int32
    let box: BoundingBox
    let shape: PreparedShape
  }

  /// Where a cell's entries are.
  private var places: [GridCell: Int32] = [:]
  private var entries: [Entries] = []
  private var freeEntries: [Int32] = []
  /// By slot; nil where a fence was removed.
  private var fences: [Fence?] = []
  private var freeSlots: [Int32] = []
  private var slots: [Int32: Int32] = [:]
  private var fencesOfLevel = [Int](repeating: 0, count: GridCell.finestLevel + 1)

  public init() {}

  public var count: Int { slots.count }

  public mutating func insert(_ shape: PreparedShape, number: Int32) {
    remove(number: number)
    let slot = takeSlot(for: Fence(number: number, box: shape.bounds, shape: shape))
    slots[number] = slot
    let cover = GridCover(shape)
    for cell in cover.whole { entries[place(of: cell)].whole.append(slot) }
    for cell in cover.partial { entries[place(of: cell)].partial.append(slot) }
    fencesOfLevel[cover.level] += 1
  }

  public mutating func remove(number: Int32) {
    guard let slot = slots.removeValue(forKey: number), let fence = fences[Int(slot)] else { return }
    let cover = GridCover(fence.shape)
    for cell in cover.whole + cover.partial {
      guard let place = places[cell] else { continue }
      entries[Int(place)].whole.removeAll { $0 == slot }
      entries[Int(place)].partial.removeAll { $0 == slot }
      if entries[Int(place)].isEmpty {
        places[cell] = nil
        freeEntries.append(place)
      }
    }
    fencesOfLevel[cover.level] -= 1
    fences[Int(slot)] = nil
    freeSlots.append(slot)
  }

  public func fences(containing point: Coordinate) -> [Int32] {
    guard point.isValid else { return [] }
    var found: [Int32] = []
    for level in fencesOfLevel.indices where fencesOfLevel[level] > 0 {
      guard let place = places[GridCell(of: point, level: level)] else { continue }
      appendFences(containing: point, at: Int(place), to: &found)
    }
    if found.count > 1 { found.sort() }
    return found
  }

  /// - Complexity: O(n) in the number of fences.
  public func fences(meeting box: BoundingBox) -> [Int32] {
    fences.compactMap { fence in fence.flatMap { $0.box.meets(box) ? $0.number : nil } }.sorted()
  }

  public func shape(of number: Int32) -> PreparedShape? {
    slots[number].flatMap { fences[Int($0)]?.shape }
  }

  private func appendFences(containing point: Coordinate, at place: Int, to found: inout [Int32]) {
    for slot in entries[place].whole {
      if let number = fences[Int(slot)]?.number { found.append(number) }
    }
    for slot in entries[place].partial {
      guard let fence = fences[Int(slot)], fence.box.contains(point), fence.shape.contains(point) else { continue }
      found.append(fence.number)
    }
  }

  private mutating func takeSlot(for fence: Fence) -> Int32 {
    if let slot = freeSlots.popLast() {
      fences[Int(slot)] = fence
      return slot
    }
    fences.append(fence)
    return Int32(fences.count - 1)
  }

  private mutating func place(of cell: GridCell) -> Int {
    if let place = places[cell] { return Int(place) }
    let place: Int32
    if let free = freeEntries.popLast() {
      place = free
    } else {
      entries.append(Entries())
      place = Int32(entries.count - 1)
    }
    places[cell] = place
    return Int(place)
  }
}
