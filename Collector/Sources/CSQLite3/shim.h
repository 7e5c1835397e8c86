#include <sqlite3.h>

/// Binds a text, which SQLite copies. `SQLITE_TRANSIENT` is a macro with a cast, which Swift does not see.
static inline int csqlite3_bind_text(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 bytes) {
  return sqlite3_bind_text64(statement, index, text, bytes, SQLITE_TRANSIENT, SQLITE_UTF8);
}
