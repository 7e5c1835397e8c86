#include "CYobanJNI.h"
