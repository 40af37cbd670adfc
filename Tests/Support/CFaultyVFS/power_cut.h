#ifndef MUSTER_POWER_CUT_H
#define MUSTER_POWER_CUT_H

#include <stdint.h>

// One write or truncation since the file's last sync.
typedef struct change {
  struct change *next;
  int64_t offset;  // A truncation's new size.
  int64_t count;   // -1 for a truncation.
  unsigned char bytes[];
} change;

// What is known of one path's durable state.
typedef struct tracked_file {
  struct tracked_file *next;
  char *path;
  // The content at the last sync, read when the first change after it comes; null while nothing has changed.
  unsigned char *synced;
  int64_t synced_size;
  change *first, *last;
  // Made and never synced: the name may vanish.
  int is_unsynced_name;
  // Deleted without a folder sync: it may be back.
  int is_ghost;
} tracked_file;

tracked_file *tracked_open(tracked_file **files, const char *path, int is_new);
// Remember a change that is about to be made; 0 when out of memory.
int tracked_write(tracked_file *file, const void *bytes, int64_t count, int64_t offset);
int tracked_truncate(tracked_file *file, int64_t size);
void tracked_synced(tracked_file *files, tracked_file *file);
// Call before the real file is deleted.
void tracked_delete(tracked_file *files, const char *path, int sync_folder);
void tracked_free(tracked_file *files);

// Leaves in every real file what a power cut would.
void power_cut_files(tracked_file *files, uint64_t seed);

#endif
