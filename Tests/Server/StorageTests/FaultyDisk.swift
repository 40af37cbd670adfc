import CFaultyVFS

/// A disk that can lose power, fill up, or fail to sync; see `CFaultyVFS.h` for what it models.
final class FaultyDisk: @unchecked Sendable {
  // The C side takes its own lock.
  private let handle: OpaquePointer

  init?() {
    guard let handle = muster_faulty_vfs_create() else { return nil }
    self.handle = handle
  }

  deinit { muster_faulty_vfs_destroy(handle) }

  var name: String { String(cString: muster_faulty_vfs_name(handle)) }
  var isCut: Bool { muster_faulty_vfs_is_cut(handle) != 0 }
  var operations: Int64 { muster_faulty_vfs_operations(handle) }
  var syncs: Int64 { muster_faulty_vfs_syncs(handle) }

  func cutPower(seed: UInt64) { muster_faulty_vfs_power_cut(handle, seed) }
  func cutPower(afterOperations count: Int64, seed: UInt64) { muster_faulty_vfs_power_cut_after(handle, count, seed) }
  func setFull(_ isFull: Bool) { muster_faulty_vfs_set_full(handle, isFull ? 1 : 0) }
  func setSyncFailing(_ isFailing: Bool) { muster_faulty_vfs_set_sync_failing(handle, isFailing ? 1 : 0) }
}
