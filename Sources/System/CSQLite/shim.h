#ifndef MUSTER_CSQLITE_SHIM_H
#define MUSTER_CSQLITE_SHIM_H
#include <sqlite3.h>

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int muster_sqlite_configure(sqlite3 *database, int option, int on) {
  return sqlite3_db_config(database, option, on, (int *)0);
}
#endif
