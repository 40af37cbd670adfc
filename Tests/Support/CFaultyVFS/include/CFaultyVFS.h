#ifndef MUSTER_FAULTY_VFS_H
#define MUSTER_FAULTY_VFS_H

#include <stdint.h>

// A SQLite VFS over the system's own that can lose power.
//
// What it models. Reads and writes go to the real files at once, as through a page cache. For every file the writes
// and truncations since its last xSync are remembered. At a power cut all later I/O fails, and of each file's
// remembered changes only some are left in the real file, by a seeded choice of one of four behaviours:
//   nothing    none of them reached the disk
//   prefix     they reached it in order up to some point; the last one is torn at a 512-byte sector
//   sectors    every 512-byte sector is at a state of its own between the last sync and the cut (reordered, torn)
//   all        all of them did
// A sector changes whole or not at all, and bytes outside a write never change (power-safe overwrite, which SQLite
// assumes of its default VFS). A gap that an extension leaves reads as zeros. A log or journal that was made through
// this VFS and never synced may vanish; one that was deleted without a folder sync may be back, with its content.
// Shared memory (the -shm file) is the system VFS's: it is rebuilt after a cut.
//
// What it does not model: a sync that lies, bit rot, and main database files whose name is not durable (the store
// under test makes and syncs that name itself).

typedef struct muster_faulty_vfs muster_faulty_vfs;

// Registers a new VFS under a unique name; null when out of memory.
muster_faulty_vfs *muster_faulty_vfs_create(void);
// The name to open databases with; valid until destroyed.
const char *muster_faulty_vfs_name(muster_faulty_vfs *vfs);
// Unregisters it. Every file opened through it must be closed.
void muster_faulty_vfs_destroy(muster_faulty_vfs *vfs);

// Cuts the power now.
void muster_faulty_vfs_power_cut(muster_faulty_vfs *vfs, uint64_t seed);
// Cuts the power at the count-th write, truncation or sync from now, counted from 1, before that takes effect; a
// write is remembered first, so that it may be torn.
void muster_faulty_vfs_power_cut_after(muster_faulty_vfs *vfs, int64_t count, uint64_t seed);
// Nonzero once the power was cut.
int muster_faulty_vfs_is_cut(muster_faulty_vfs *vfs);

// Writes that extend a file fail as on a full disk while this is nonzero.
void muster_faulty_vfs_set_full(muster_faulty_vfs *vfs, int full);
// Syncs fail while this is nonzero.
void muster_faulty_vfs_set_sync_failing(muster_faulty_vfs *vfs, int failing);

// Writes, truncations and syncs so far.
int64_t muster_faulty_vfs_operations(muster_faulty_vfs *vfs);
// Syncs so far.
int64_t muster_faulty_vfs_syncs(muster_faulty_vfs *vfs);

#endif
