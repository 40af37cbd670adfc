#include "power_cut.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { sector = 512 };

// SplitMix64.
static uint64_t next_random(uint64_t *state) {
  uint64_t mixed = *state += 0x9E3779B97F4A7C15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return mixed ^ (mixed >> 31);
}

// A number from 0 to count - 1.
static int64_t choose(uint64_t *state, int64_t count) {
  return count <= 0 ? 0 : (int64_t)(next_random(state) % (uint64_t)count);
}

// The file's bytes, at least one allocated; null when it is missing or memory is short.
static unsigned char *load(const char *path, int64_t *size) {
  *size = 0;
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  struct stat status;
  unsigned char *bytes = 0;
  if (fstat(descriptor, &status) == 0) bytes = calloc(1, (size_t)status.st_size + 1);
  while (bytes && *size < status.st_size) {
    ssize_t count = pread(descriptor, bytes + *size, (size_t)(status.st_size - *size), *size);
    if (count <= 0) break;
    *size += count;
  }
  close(descriptor);
  return bytes;
}

static void store(const char *path, const unsigned char *bytes, int64_t size) {
  int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return;
  int64_t done = 0;
  while (done < size) {
    ssize_t count = pwrite(descriptor, bytes + done, (size_t)(size - done), done);
    if (count <= 0) break;
    done += count;
  }
  if (ftruncate(descriptor, size) != 0) unlink(path);
  close(descriptor);
}

static void forget_changes(tracked_file *file) {
  for (change *at = file->first; at;) {
    change *next = at->next;
    free(at);
    at = next;
  }
  file->first = file->last = 0;
  free(file->synced);
  file->synced = 0;
  file->synced_size = 0;
}

// MARK: - Remembering

tracked_file *tracked_open(tracked_file **files, const char *path, int is_new) {
  for (tracked_file *file = *files; file; file = file->next) {
    if (strcmp(file->path, path) != 0) continue;
    if (is_new) {
      forget_changes(file);
      file->is_unsynced_name = 1;
      file->is_ghost = 0;
    }
    return file;
  }
  tracked_file *file = calloc(1, sizeof(*file));
  if (!file) return 0;
  file->path = strdup(path);
  if (!file->path) {
    free(file);
    return 0;
  }
  file->is_unsynced_name = is_new;
  file->next = *files;
  *files = file;
  return file;
}

static int remember(tracked_file *file, const void *bytes, int64_t count, int64_t offset) {
  if (!file->synced) {
    file->synced = load(file->path, &file->synced_size);
    if (!file->synced) return 0;
  }
  size_t payload = count > 0 ? (size_t)count : 0;
  change *added = malloc(sizeof(*added) + payload);
  if (!added) return 0;
  added->next = 0;
  added->offset = offset;
  added->count = count;
  if (payload) memcpy(added->bytes, bytes, payload);
  if (file->last) {
    file->last->next = added;
  } else {
    file->first = added;
  }
  file->last = added;
  return 1;
}

int tracked_write(tracked_file *file, const void *bytes, int64_t count, int64_t offset) {
  return remember(file, bytes, count, offset);
}

int tracked_truncate(tracked_file *file, int64_t size) { return remember(file, 0, -1, size); }

static int same_folder(const char *left, const char *right) {
  const char *end = strrchr(left, '/');
  size_t count = end ? (size_t)(end - left) + 1 : 0;
  return strncmp(left, right, count) == 0 && !strchr(right + count, '/');
}

static void folder_synced(tracked_file *files, const char *path) {
  for (tracked_file *file = files; file; file = file->next) {
    if (!same_folder(path, file->path)) continue;
    file->is_unsynced_name = 0;
    if (file->is_ghost) {
      file->is_ghost = 0;
      forget_changes(file);
    }
  }
}

void tracked_synced(tracked_file *files, tracked_file *file) {
  forget_changes(file);
  // The system's VFS syncs the folder at a new log's first sync.
  if (file->is_unsynced_name) folder_synced(files, file->path);
}

void tracked_delete(tracked_file *files, const char *path, int sync_folder) {
  for (tracked_file *file = files; file; file = file->next) {
    if (strcmp(file->path, path) != 0) continue;
    if (!file->synced) file->synced = load(path, &file->synced_size);
    file->is_ghost = file->synced != 0;
  }
  if (sync_folder) folder_synced(files, path);
}

void tracked_free(tracked_file *files) {
  while (files) {
    tracked_file *next = files->next;
    forget_changes(files);
    free(files->path);
    free(files);
    files = next;
  }
}

// MARK: - The cut

typedef struct {
  unsigned char *bytes;
  int64_t size, capacity;
} content;

// Applies the part of a change that lies in [from, to).
static void apply(content *image, const change *what, int64_t from, int64_t to) {
  if (what->count < 0) {
    int64_t size = what->offset < image->capacity ? what->offset : image->capacity;
    if (size < image->size) memset(image->bytes + size, 0, (size_t)(image->size - size));
    image->size = size;
    return;
  }
  if (from < what->offset) from = what->offset;
  if (to > what->offset + what->count) to = what->offset + what->count;
  if (from >= to) return;
  memcpy(image->bytes + from, what->bytes + (from - what->offset), (size_t)(to - from));
  if (to > image->size) image->size = to;
}

static void apply_prefix(content *image, const tracked_file *file, int64_t changes, uint64_t *state) {
  int64_t whole = choose(state, changes + 1);
  const change *at = file->first;
  for (int64_t index = 0; index < whole; index++, at = at->next) apply(image, at, 0, INT64_MAX);
  if (!at || at->count < 0) return;
  int64_t first = at->offset / sector;
  int64_t sectors = (at->offset + at->count + sector - 1) / sector - first;
  apply(image, at, 0, (first + choose(state, sectors)) * sector);
}

static void apply_sectors(content *image, const tracked_file *file, int64_t changes, uint64_t *state) {
  int64_t sectors = image->capacity / sector + 1;
  // How many of the changes have reached each sector.
  int64_t *reached = malloc((size_t)sectors * sizeof(*reached));
  if (!reached) return;
  for (int64_t index = 0; index < sectors; index++) {
    reached[index] = choose(state, 2) ? changes : choose(state, changes + 1);
  }
  int64_t index = 0;
  for (const change *at = file->first; at; at = at->next, index++) {
    if (at->count < 0) {
      if (choose(state, 2)) apply(image, at, 0, INT64_MAX);
      continue;
    }
    for (int64_t place = at->offset / sector; place * sector < at->offset + at->count; place++) {
      if (index < reached[place]) apply(image, at, place * sector, (place + 1) * sector);
    }
  }
  free(reached);
}

static void cut_file(tracked_file *file, uint64_t *state) {
  if (file->is_unsynced_name && choose(state, 2)) {
    if (!file->is_ghost) unlink(file->path);
    return;
  }
  if (file->is_ghost && choose(state, 2)) return;
  if (!file->synced || (!file->first && !file->is_ghost)) return;
  content image = {0, file->synced_size, file->synced_size};
  int64_t changes = 0;
  for (const change *at = file->first; at; at = at->next) {
    int64_t end = at->offset + (at->count > 0 ? at->count : 0);
    if (end > image.capacity) image.capacity = end;
    changes++;
  }
  image.bytes = calloc(1, (size_t)image.capacity + 1);
  if (!image.bytes) return;
  memcpy(image.bytes, file->synced, (size_t)file->synced_size);
  switch (choose(state, 4)) {
    case 0: break;
    case 1: apply_prefix(&image, file, changes, state); break;
    case 2: apply_sectors(&image, file, changes, state); break;
    default:
      for (const change *at = file->first; at; at = at->next) apply(&image, at, 0, INT64_MAX);
  }
  store(file->path, image.bytes, image.size);
  free(image.bytes);
}

void power_cut_files(tracked_file *files, uint64_t seed) {
  uint64_t state = seed;
  for (tracked_file *file = files; file; file = file->next) cut_file(file, &state);
}
