#include "CYobanManifest.h"

#ifndef __linux__
// Elsewhere, Apple's modules are Apple's own.
#define YOBAN_MODULES ""
#define YOBAN_LIBRARIES ""
#define YOBAN_APPLE_MODULES ""
#endif

// Package.swift defines the texts. (They are not variables, of which each simulated process would get its own.)
const char *yoban_modules(void) { return YOBAN_MODULES; }
const char *yoban_libraries(void) { return YOBAN_LIBRARIES; }
const char *yoban_apple_modules(void) { return YOBAN_APPLE_MODULES; }
