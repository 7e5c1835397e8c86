#include <archive.h>
#include <archive_entry.h>

/// Makes an entry a regular file. `AE_IFREG` is a macro with a cast, which Swift does not see.
static inline void carchive_set_regular_file(struct archive_entry *entry) {
  archive_entry_set_filetype(entry, AE_IFREG);
}
