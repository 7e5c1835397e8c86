#include "library_names.h"

#define NAME(identifier, meaning, where) \
  [library_name_##identifier] = {SYMBOL_OF_##identifier, meaning, where},
static const vt_library_name names[LIBRARY_NAME_COUNT] = {LIBRARY_NAMES(NAME)};
#undef NAME

const vt_library_name *vt_library_names(int *count) {
  *count = LIBRARY_NAME_COUNT;
  return names;
}

int vt_library_has(const vt_library_name *name) { return dlsym(name->where, name->symbol) != 0; }

void *vt_library_address(int number) {
  static void *addresses[LIBRARY_NAME_COUNT];
  return LOOKED_UP_ONCE(addresses[number], dlsym(names[number].where, names[number].symbol));
}
