#include "CFaultyVFS.h"

#include "power_cut.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct muster_faulty_vfs {
  sqlite3_vfs vfs;
  sqlite3_vfs *base;
  char name[40];
  // Guards everything below.
  pthread_mutex_t lock;
  tracked_file *files;
  int cut, full, sync_failing;
  // Operations left until the cut; 0 when none is armed.
  int64_t countdown;
  uint64_t seed;
  int64_t operations, syncs;
};

typedef struct {
  sqlite3_file file;
  muster_faulty_vfs *owner;
  // Null for files that need not survive (temporary ones).
  tracked_file *tracked;
  sqlite3_file *real;
} faulty_file;

static muster_faulty_vfs *owner_of(sqlite3_vfs *vfs) { return (muster_faulty_vfs *)vfs->pAppData; }
static sqlite3_file *real_of(sqlite3_file *file) { return ((faulty_file *)file)->real; }

static void cut_locked(muster_faulty_vfs *owner, uint64_t seed) {
  if (owner->cut) return;
  owner->cut = 1;
  power_cut_files(owner->files, seed);
}

// Counts one operation; the power may go off now.
static void tick_locked(muster_faulty_vfs *owner) {
  if (owner->cut) return;
  owner->operations++;
  if (owner->countdown > 0 && --owner->countdown == 0) cut_locked(owner, owner->seed);
}

static int is_cut(muster_faulty_vfs *owner) {
  pthread_mutex_lock(&owner->lock);
  int cut = owner->cut;
  pthread_mutex_unlock(&owner->lock);
  return cut;
}

// MARK: - Files

static int file_close(sqlite3_file *file) {
  int result = real_of(file)->pMethods->xClose(real_of(file));
  free(real_of(file));
  return result;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  if (is_cut(((faulty_file *)file)->owner)) return SQLITE_IOERR_READ;
  return real_of(file)->pMethods->xRead(real_of(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  faulty_file *self = (faulty_file *)file;
  muster_faulty_vfs *owner = self->owner;
  int result = SQLITE_IOERR_WRITE;
  pthread_mutex_lock(&owner->lock);
  sqlite3_int64 size = 0;
  if (!owner->cut && self->real->pMethods->xFileSize(self->real, &size) == SQLITE_OK) {
    if (owner->full && offset + count > size) {
      result = SQLITE_FULL;
    } else if (!self->tracked || tracked_write(self->tracked, bytes, count, offset)) {
      tick_locked(owner);
      if (!owner->cut) result = self->real->pMethods->xWrite(self->real, bytes, count, offset);
    }
  }
  pthread_mutex_unlock(&owner->lock);
  return result;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  faulty_file *self = (faulty_file *)file;
  muster_faulty_vfs *owner = self->owner;
  int result = SQLITE_IOERR_TRUNCATE;
  pthread_mutex_lock(&owner->lock);
  if (!owner->cut && (!self->tracked || tracked_truncate(self->tracked, size))) {
    tick_locked(owner);
    if (!owner->cut) result = self->real->pMethods->xTruncate(self->real, size);
  }
  pthread_mutex_unlock(&owner->lock);
  return result;
}

static int file_sync(sqlite3_file *file, int flags) {
  faulty_file *self = (faulty_file *)file;
  muster_faulty_vfs *owner = self->owner;
  int result = SQLITE_IOERR_FSYNC;
  pthread_mutex_lock(&owner->lock);
  tick_locked(owner);
  if (!owner->cut && !owner->sync_failing) {
    // The real sync is left out: a power cut here is only played.
    owner->syncs++;
    if (self->tracked) tracked_synced(owner->files, self->tracked);
    result = SQLITE_OK;
  }
  pthread_mutex_unlock(&owner->lock);
  (void)flags;
  return result;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  if (is_cut(((faulty_file *)file)->owner)) return SQLITE_IOERR_FSTAT;
  return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int file_lock(sqlite3_file *file, int level) {
  if (is_cut(((faulty_file *)file)->owner)) return SQLITE_IOERR_LOCK;
  return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int file_unlock(sqlite3_file *file, int level) {
  return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int file_check_lock(sqlite3_file *file, int *out) {
  return real_of(file)->pMethods->xCheckReservedLock(real_of(file), out);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return real_of(file)->pMethods->xFileControl(real_of(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) { return real_of(file)->pMethods->xSectorSize(real_of(file)); }

static int file_characteristics(sqlite3_file *file) {
  return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int file_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **out) {
  if (is_cut(((faulty_file *)file)->owner)) return SQLITE_IOERR_SHMMAP;
  return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, out);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) { real_of(file)->pMethods->xShmBarrier(real_of(file)); }

static int file_shm_unmap(sqlite3_file *file, int delete_it) {
  return real_of(file)->pMethods->xShmUnmap(real_of(file), delete_it);
}

// Version 2: shared memory, but no memory-mapped reads, which would go past this VFS.
static const sqlite3_io_methods methods = {
    2,           file_close,      file_read,       file_write,           file_truncate, file_sync,
    file_size,   file_lock,       file_unlock,     file_check_lock,      file_control,  file_sector_size,
    file_characteristics, file_shm_map, file_shm_lock, file_shm_barrier, file_shm_unmap, 0, 0};

// MARK: - The VFS

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
  muster_faulty_vfs *owner = owner_of(vfs);
  faulty_file *self = (faulty_file *)file;
  memset(self, 0, sizeof(*self));
  int result = SQLITE_CANTOPEN;
  pthread_mutex_lock(&owner->lock);
  if (!owner->cut) {
    self->owner = owner;
    self->real = calloc(1, (size_t)owner->base->szOsFile);
    int logs = flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL | SQLITE_OPEN_SUPER_JOURNAL);
    int existed = path && access(path, F_OK) == 0;
    result = self->real ? owner->base->xOpen(owner->base, path, self->real, flags, out) : SQLITE_NOMEM;
    if (result == SQLITE_OK && path && (logs || flags & SQLITE_OPEN_MAIN_DB)) {
      self->tracked = tracked_open(&owner->files, path, logs && !existed);
      if (!self->tracked) {
        self->real->pMethods->xClose(self->real);
        result = SQLITE_NOMEM;
      }
    }
    if (result == SQLITE_OK) {
      file->pMethods = &methods;
    } else {
      free(self->real);
    }
  }
  pthread_mutex_unlock(&owner->lock);
  return result;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync_folder) {
  muster_faulty_vfs *owner = owner_of(vfs);
  int result = SQLITE_IOERR_DELETE;
  pthread_mutex_lock(&owner->lock);
  tick_locked(owner);
  if (!owner->cut) {
    tracked_delete(owner->files, path, sync_folder);
    result = owner->base->xDelete(owner->base, path, sync_folder);
  }
  pthread_mutex_unlock(&owner->lock);
  return result;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *out) {
  if (is_cut(owner_of(vfs))) return SQLITE_IOERR_ACCESS;
  return owner_of(vfs)->base->xAccess(owner_of(vfs)->base, path, flags, out);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int count, char *out) {
  return owner_of(vfs)->base->xFullPathname(owner_of(vfs)->base, path, count, out);
}

static int vfs_randomness(sqlite3_vfs *vfs, int count, char *out) {
  return owner_of(vfs)->base->xRandomness(owner_of(vfs)->base, count, out);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
  return owner_of(vfs)->base->xSleep(owner_of(vfs)->base, microseconds);
}

static int vfs_time(sqlite3_vfs *vfs, double *out) {
  return owner_of(vfs)->base->xCurrentTime(owner_of(vfs)->base, out);
}

static int vfs_last_error(sqlite3_vfs *vfs, int count, char *out) {
  return owner_of(vfs)->base->xGetLastError(owner_of(vfs)->base, count, out);
}

static int vfs_time64(sqlite3_vfs *vfs, sqlite3_int64 *out) {
  return owner_of(vfs)->base->xCurrentTimeInt64(owner_of(vfs)->base, out);
}

// MARK: - What tests call

muster_faulty_vfs *muster_faulty_vfs_create(void) {
  static pthread_mutex_t counter_lock = PTHREAD_MUTEX_INITIALIZER;
  static int counter = 0;
  if (sqlite3_initialize() != SQLITE_OK) return 0;
  muster_faulty_vfs *self = calloc(1, sizeof(*self));
  if (!self) return 0;
  pthread_mutex_lock(&counter_lock);
  snprintf(self->name, sizeof(self->name), "muster-faulty-%d", ++counter);
  pthread_mutex_unlock(&counter_lock);
  pthread_mutex_init(&self->lock, 0);
  self->base = sqlite3_vfs_find(0);
  self->vfs.iVersion = 2;
  self->vfs.szOsFile = (int)sizeof(faulty_file);
  self->vfs.mxPathname = self->base->mxPathname;
  self->vfs.zName = self->name;
  self->vfs.pAppData = self;
  self->vfs.xOpen = vfs_open;
  self->vfs.xDelete = vfs_delete;
  self->vfs.xAccess = vfs_access;
  self->vfs.xFullPathname = vfs_full_path;
  self->vfs.xRandomness = vfs_randomness;
  self->vfs.xSleep = vfs_sleep;
  self->vfs.xCurrentTime = vfs_time;
  self->vfs.xGetLastError = vfs_last_error;
  self->vfs.xCurrentTimeInt64 = vfs_time64;
  if (sqlite3_vfs_register(&self->vfs, 0) != SQLITE_OK) {
    free(self);
    return 0;
  }
  return self;
}

const char *muster_faulty_vfs_name(muster_faulty_vfs *self) { return self->name; }

void muster_faulty_vfs_destroy(muster_faulty_vfs *self) {
  sqlite3_vfs_unregister(&self->vfs);
  tracked_free(self->files);
  pthread_mutex_destroy(&self->lock);
  free(self);
}

void muster_faulty_vfs_power_cut(muster_faulty_vfs *self, uint64_t seed) {
  pthread_mutex_lock(&self->lock);
  cut_locked(self, seed);
  pthread_mutex_unlock(&self->lock);
}

void muster_faulty_vfs_power_cut_after(muster_faulty_vfs *self, int64_t count, uint64_t seed) {
  pthread_mutex_lock(&self->lock);
  self->countdown = count;
  self->seed = seed;
  pthread_mutex_unlock(&self->lock);
}

int muster_faulty_vfs_is_cut(muster_faulty_vfs *self) { return is_cut(self); }

void muster_faulty_vfs_set_full(muster_faulty_vfs *self, int full) {
  pthread_mutex_lock(&self->lock);
  self->full = full;
  pthread_mutex_unlock(&self->lock);
}

void muster_faulty_vfs_set_sync_failing(muster_faulty_vfs *self, int failing) {
  pthread_mutex_lock(&self->lock);
  self->sync_failing = failing;
  pthread_mutex_unlock(&self->lock);
}

int64_t muster_faulty_vfs_operations(muster_faulty_vfs *self) {
  pthread_mutex_lock(&self->lock);
  int64_t operations = self->operations;
  pthread_mutex_unlock(&self->lock);
  return operations;
}

int64_t muster_faulty_vfs_syncs(muster_faulty_vfs *self) {
  pthread_mutex_lock(&self->lock);
  int64_t syncs = self->syncs;
  pthread_mutex_unlock(&self->lock);
  return syncs;
}
