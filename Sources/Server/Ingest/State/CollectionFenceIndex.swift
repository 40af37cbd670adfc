internal import Geodesy
internal import Geofencing

/// The index of a collection's fences, of the kind that the configuration asks for.
enum CollectionFenceIndex: FenceIndex {
  case indexed(TrieFenceIndex)
  /// Looks at every fence: slow, and what the other is compared with.
  case linear(LinearFenceIndex)

  init(_ kind: IngestConfiguration.FenceIndexKind) {
    switch kind {
    case .indexed: self = .indexed(TrieFenceIndex())
    case .linear: self = .linear(LinearFenceIndex())
    }
  }

  mutating func insert(_ shape: PreparedShape, number: Int32) {
    change({ $0.insert(shape, number: number) }, { $0.insert(shape, number: number) })
  }

  mutating func remove(number: Int32) {
    change({ $0.remove(number: number) }, { $0.remove(number: number) })
  }

  func fences(containing point: Coordinate) -> [Int32] {
    switch self {
    case .indexed(let index): index.fences(containing: point)
    case .linear(let index): index.fences(containing: point)
    }
  }

  func fences(meeting box: BoundingBox) -> [Int32] {
    switch self {
    case .indexed(let index): index.fences(meeting: box)
    case .linear(let index): index.fences(meeting: box)
    }
  }

  func shape(of number: Int32) -> PreparedShape? {
    switch self {
    case .indexed(let index): index.shape(of: number)
    case .linear(let index): index.shape(of: number)
    }
  }

  /// Takes the index out while it changes, so that it is not copied.
  private mutating func change(
    _ indexed: (inout TrieFenceIndex) -> Void, _ linear: (inout LinearFenceIndex) -> Void
  ) {
    switch self {
    case .indexed(var index):
      self = .linear(LinearFenceIndex())
      indexed(&index)
      self = .indexed(index)
    case .linear(var index):
      self = .indexed(TrieFenceIndex())
      linear(&index)
      self = .linear(index)
    }
  }
}
