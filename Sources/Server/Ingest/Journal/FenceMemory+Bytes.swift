internal import Geofencing
internal import MusterValues

private enum Flag {
  static let entered: UInt8 = 1
  static let hasDwelt: UInt8 = 2
  static let hasApproached: UInt8 = 4
}

extension ByteWriter {
  mutating func memories(_ memories: [FenceMemory]) {
    unsigned(UInt64(memories.count))
    for memory in memories {
      unsigned(UInt64(memory.fence))
      var flags: UInt8 = memory.entered == nil ? 0 : Flag.entered
      if memory.hasDwelt { flags |= Flag.hasDwelt }
      if memory.hasApproached { flags |= Flag.hasApproached }
      byte(flags)
      if let entered = memory.entered { time(entered) }
    }
  }
}

extension ByteReader {
  mutating func memories() throws(Damage) -> [FenceMemory] {
    var memories: [FenceMemory] = []
    for _ in 0..<(try count(ofAtLeast: 2)) {
      var memory = FenceMemory(fence: try number32())
      let flags = try byte()
      guard flags < 8 else { throw Damage(offset: offset - 1) }
      memory.hasDwelt = flags & Flag.hasDwelt != 0
      memory.hasApproached = flags & Flag.hasApproached != 0
      if flags & Flag.entered != 0 { memory.entered = try time() }
      memories.append(memory)
    }
    return memories
  }
}
