// The functions for SHA-256 have a plain structure as their state: they allocate nothing and have no
// global state, which OpenSSL's newer interface has. OpenSSL 3 keeps them, and marks them as
// deprecated.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
