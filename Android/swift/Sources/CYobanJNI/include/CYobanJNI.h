#pragma once

#include <jni.h>
#include <stddef.h>

/// Attaches the thread to the virtual machine as a daemon. The JDK and the NDK declare the parameter differently.
static inline jint yoban_attach(JavaVM *machine, JNIEnv **environment) {
  return (*machine)->AttachCurrentThreadAsDaemon(machine, (void *)environment, NULL);
}

/// The environment of the thread; NULL if the thread is not attached.
static inline JNIEnv * yoban_environment(JavaVM *machine) {
  void *environment = NULL;
  return (*machine)->GetEnv(machine, &environment, JNI_VERSION_1_6) == JNI_OK ? environment : NULL;
}
