/// What stands in a slot of the trie: nothing, a leaf, or a node; in one machine word.
struct TrieWord: Equatable {
  let bits: UInt

  static let empty = TrieWord(bits: 0)
  private static let leafBit: UInt = 1
  /// Marks nodes with fences that cover their whole cell, so that a search need not look for it in the others.
  private static let wholeBit: UInt = 2

  init(bits: UInt) { self.bits = bits }
  init(_ leaf: TrieLeaf) { bits = UInt(bitPattern: leaf.base) | Self.leafBit }
  init(_ node: TrieNode) { bits = UInt(bitPattern: node.base) | (node.wholes == nil ? 0 : Self.wholeBit) }

  @inline(__always) var isEmpty: Bool { bits == 0 }
  @inline(__always) var isLeaf: Bool { bits & Self.leafBit != 0 }
  @inline(__always) var isNode: Bool { bits & Self.leafBit == 0 && bits != 0 }
  @inline(__always) var hasWholes: Bool { bits & Self.wholeBit != 0 }

  /// The address of what is not empty.
  @inline(__always) private var pointer: UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(bitPattern: bits & ~3).unsafelyUnwrapped
  }

  @inline(__always) var leaf: TrieLeaf { TrieLeaf(base: pointer) }
  @inline(__always) var node: TrieNode { TrieNode(base: pointer) }

  var asLeaf: TrieLeaf? { isLeaf ? leaf : nil }
}

/// A block of memory with the sixteen quarters of a quarter of a cell.
struct TrieNode {
  let base: UnsafeMutableRawPointer

  static let fanOut = 16
  private static let wholesOffset = fanOut * MemoryLayout<UInt>.stride
  private static let stampOffset = wholesOffset + MemoryLayout<UInt>.stride

  init(base: UnsafeMutableRawPointer) { self.base = base }

  @inline(__always) subscript(index: Int) -> TrieWord {
    get { TrieWord(bits: base.load(fromByteOffset: index &* 8, as: UInt.self)) }
    nonmutating set { base.storeBytes(of: newValue.bits, toByteOffset: index &* 8, as: UInt.self) }
  }

  /// A leaf without partial fences that lists the fences that cover the node's cell.
  @inline(__always) var wholes: TrieLeaf? {
    get {
      UnsafeMutableRawPointer(bitPattern: base.load(fromByteOffset: Self.wholesOffset, as: UInt.self))
        .map { TrieLeaf(base: $0) }
    }
    nonmutating set {
      base.storeBytes(
        of: newValue.map { UInt(bitPattern: $0.base) } ?? 0, toByteOffset: Self.wholesOffset, as: UInt.self)
    }
  }

  var stamp: UInt64 { base.load(fromByteOffset: Self.stampOffset, as: UInt64.self) }

  static let byteCount = stampOffset + MemoryLayout<UInt64>.stride

  static func allocate(stamp: UInt64, copying old: TrieNode? = nil) -> TrieNode {
    let node = TrieNode(base: .allocate(byteCount: byteCount, alignment: 16))
    if let old {
      node.base.copyMemory(from: old.base, byteCount: stampOffset)
    } else {
      node.base.initializeMemory(as: UInt8.self, repeating: 0, count: stampOffset)
    }
    node.base.storeBytes(of: stamp, toByteOffset: stampOffset, as: UInt64.self)
    return node
  }

  func deallocate() { base.deallocate() }
}
