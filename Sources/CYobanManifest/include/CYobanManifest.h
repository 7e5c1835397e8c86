#ifndef CYOBAN_MANIFEST_H
#define CYOBAN_MANIFEST_H

// What Package.swift says about the package, for code that must know it. Each text has one entry in a line.

/// The names of all modules, without those of tests.
const char *yoban_modules(void);

/// The names of the library products.
const char *yoban_libraries(void);

/// The modules with Apple's names, and after each name the systems of Apple that have it, such as `MapKit iOS`.
const char *yoban_apple_modules(void);

#endif
