/// What a leaf keeps of a fence, or of one polygon of it, whose border runs through the cell.
struct PartialFence {
  let entry: FenceEntryReference
  let number: Int32
  private let bits: UInt32

  /// How many of the leaf's names are its own.
  var nameCount: Int { entry.pointee.keepsNames ? edgeCount : 0 }
  /// Local edges; 0 for a circle.
  @inline(__always) var edgeCount: Int { Int(bits &>> 2) }
  /// Whether the edges can't tell and every place has to be asked about exactly.
  @inline(__always) var isExact: Bool { bits & 2 != 0 }
  /// Whether there are no edges to look at, but perhaps a circle's thresholds.
  @inline(__always) var isExactWithoutEdges: Bool { bits &>> 1 == 1 }
  /// Whether a place is inside that crosses no edge on its way west.
  @inline(__always) var isInsideWestward: Bool { bits & 1 != 0 }

  init(entry: FenceEntryReference, edgeCount: Int, isExact: Bool, isInsideWestward: Bool) {
    self.entry = entry
    number = entry.pointee.number
    bits = UInt32(truncatingIfNeeded: edgeCount) << 2 | (isExact ? 2 : 0) | (isInsideWestward ? 1 : 0)
  }
}

/// A block of memory that says everything about one cell of the trie; never changed once it is made.
///
/// Header, numbers of the fences that cover the cell whole (ascending), partial fences (ascending by number), then what
/// is known of their edges, fence after fence: all `x0`, all `y0`, all `x1`, all `y1`, and the names of
/// the edges of large fences.
struct TrieLeaf {
  let base: UnsafeMutableRawPointer

  struct Header {
    let stamp: UInt64
    let wholeCount: UInt32
    let partialCount: UInt32
    let edgeCount: UInt32
    let nameCount: UInt32

    init(stamp: UInt64, wholes: Int, partials: Int, edges: Int, names: Int) {
      self.stamp = stamp
      wholeCount = UInt32(clamping: wholes)
      partialCount = UInt32(clamping: partials)
      edgeCount = UInt32(clamping: edges)
      nameCount = UInt32(clamping: names)
    }

    @inline(__always) var partialsOffset: Int {
      MemoryLayout<Header>.stride &+ ((Int(wholeCount) &+ 1) & ~1) &* 4
    }
    @inline(__always) var edgesOffset: Int { partialsOffset &+ Int(partialCount) &* 16 }
    /// Reads of eight edges at once may go this far beyond the last.
    var byteCount: Int {
      edgesOffset + Int(edgeCount) * 8 + max(Int(nameCount) * 4, edgeCount == 0 ? 0 : 16)
    }
  }

  init(base: UnsafeMutableRawPointer) { self.base = base }

  @inline(__always) var header: Header { base.load(as: Header.self) }

  @inline(__always) func wholes(_ header: Header) -> UnsafeMutableBufferPointer<Int32> {
    UnsafeMutableBufferPointer(
      start: (base + MemoryLayout<Header>.stride).assumingMemoryBound(to: Int32.self), count: Int(header.wholeCount))
  }

  @inline(__always) func partials(_ header: Header) -> UnsafeMutableBufferPointer<PartialFence> {
    UnsafeMutableBufferPointer(
      start: (base + header.partialsOffset).assumingMemoryBound(to: PartialFence.self),
      count: Int(header.partialCount))
  }

  @inline(__always) func edges(_ header: Header) -> LocalEdges {
    LocalEdges(base: base + header.edgesOffset, count: Int(header.edgeCount))
  }

  func names(_ header: Header) -> UnsafeMutableBufferPointer<UInt32> {
    UnsafeMutableBufferPointer(
      start: (base + header.edgesOffset + Int(header.edgeCount) * 8).assumingMemoryBound(to: UInt32.self),
      count: Int(header.nameCount))
  }

  /// A block of that size, its contents still to be filled in.
  static func allocate(stamp: UInt64, wholes: Int, partials: Int, edges: Int, names: Int) -> TrieLeaf {
    let header = Header(stamp: stamp, wholes: wholes, partials: partials, edges: edges, names: names)
    let base = UnsafeMutableRawPointer.allocate(byteCount: header.byteCount, alignment: 16)
    base.initializeMemory(as: Header.self, to: header)
    return TrieLeaf(base: base)
  }

  func deallocate() { base.deallocate() }
}

/// The local edges of a leaf, each of the four numbers in a row of its own.
struct LocalEdges {
  let base: UnsafeMutableRawPointer
  let count: Int

  @inline(__always) private func number(_ row: Int, _ index: Int) -> Int16 {
    base.load(fromByteOffset: (row &* count &+ index) &* 2, as: Int16.self)
  }

  @inline(__always) private func eight(_ row: Int, _ index: Int) -> SIMD8<Int16> {
    base.loadUnaligned(fromByteOffset: (row &* count &+ index) &* 2, as: SIMD8<Int16>.self)
  }

  subscript(index: Int) -> LocalEdge {
    @inline(__always) get {
      LocalEdge(x0: number(0, index), y0: number(1, index), x1: number(2, index), y1: number(3, index))
    }
    nonmutating set {
      for (row, value) in [newValue.x0, newValue.y0, newValue.x1, newValue.y1].enumerated() {
        base.storeBytes(of: value, toByteOffset: (row * count + index) * 2, as: Int16.self)
      }
    }
  }

  func copy(_ source: LocalEdges, _ range: Range<Int>, to place: Int) {
    guard !range.isEmpty else { return }
    for row in 0..<4 {
      (base + (row * count + place) * 2).copyMemory(
        from: source.base + (row * source.count + range.lowerBound) * 2, byteCount: range.count * 2)
    }
  }

  /// Of eight edges from `index` on, one bit each: whether a ray from the place to the west surely crosses it, and
  /// whether it is too near the place's column to tell so cheaply. Bits beyond the last edge mean nothing.
  @inline(__always) func sides(of place: SIMD8<Int16>, _ y: SIMD8<Int16>, from index: Int) -> (
    crossed: Int, doubtful: Int
  ) {
    let (x0, y0, x1, y1) = (eight(0, index), eight(1, index), eight(2, index), eight(3, index))
    // Local coordinates of places stay within half the range, so that nothing overflows.
    let nearness = SIMD8<Int16>(repeating: Int16(LocalEdge.nearness))
    let (above, below) = (y &+ nearness, y &- nearness)
    let inRows = (above .>= y0) .& (below .<= y1)
    let east = pointwiseMax(x0, x1)
    let west = pointwiseMin(x0, x1)
    let isEastward = (place &- nearness) .> east
    let straddles = (y0 .<= y) .& (y .< y1)
    let isColumn = ((place &+ nearness) .>= west) .& .!isEastward
    // Both answers in one sum of sixteen bits.
    let none = SIMD8<Int16>(repeating: 0)
    let crossed = none.replacing(with: SIMD8(1, 2, 4, 8, 16, 32, 64, 128), where: isEastward .& straddles)
    let doubtful = none.replacing(
      with: SIMD8(1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, .min), where: inRows .& isColumn)
    let bits = UInt16(bitPattern: (crossed | doubtful).wrappedSum())
    return (Int(bits & 255), Int(bits &>> 8))
  }
}
