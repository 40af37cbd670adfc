#ifndef MUSTER_CSQLITE_SHIM_H
#define MUSTER_CSQLITE_SHIM_H
#include <sqlite3.h>
#endif
