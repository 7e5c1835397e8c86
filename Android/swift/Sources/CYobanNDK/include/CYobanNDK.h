#pragma once

#ifdef __ANDROID__

#include <android/log.h>
#include <android/looper.h>
#include <android/sensor.h>

#else

#include "ndk_double.h"

#endif
