// A double of the NDK's functions that the runtime uses, for tests on Linux. Names, types and values are those of
// android/sensor.h, android/looper.h and android/log.h of the NDK r27.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct ALooper ALooper;
typedef int (*ALooper_callbackFunc)(int fd, int events, void *data);

enum { ALOOPER_POLL_WAKE = -1, ALOOPER_POLL_CALLBACK = -2, ALOOPER_POLL_TIMEOUT = -3, ALOOPER_POLL_ERROR = -4 };

ALooper *ALooper_prepare(int opts);
void ALooper_acquire(ALooper *looper);
void ALooper_release(ALooper *looper);
int ALooper_pollOnce(int timeoutMillis, int *outFd, int *outEvents, void **outData);
void ALooper_wake(ALooper *looper);

typedef struct ASensorManager ASensorManager;
typedef struct ASensorEventQueue ASensorEventQueue;
typedef struct ASensor ASensor;
typedef ASensor const *ASensorRef;

enum { ASENSOR_TYPE_ACCELEROMETER = 1, ASENSOR_TYPE_GYROSCOPE = 4 };

typedef struct ASensorEvent {
  int32_t version;
  int32_t sensor;
  int32_t type;
  int32_t reserved0;
  int64_t timestamp;
  union {
    float data[16];
    uint64_t u64[8];
  };
  uint32_t flags;
  int32_t reserved1[3];
} ASensorEvent;

ASensorManager *ASensorManager_getInstanceForPackage(const char *packageName);
ASensor const *ASensorManager_getDefaultSensor(ASensorManager *manager, int type);
ASensorEventQueue *ASensorManager_createEventQueue(
    ASensorManager *manager, ALooper *looper, int ident, ALooper_callbackFunc callback, void *data);
int ASensorManager_destroyEventQueue(ASensorManager *manager, ASensorEventQueue *queue);
int ASensorEventQueue_registerSensor(
    ASensorEventQueue *queue, ASensor const *sensor, int32_t samplingPeriodUs, int64_t maxBatchReportLatencyUs);
int ASensorEventQueue_disableSensor(ASensorEventQueue *queue, ASensor const *sensor);
ssize_t ASensorEventQueue_getEvents(ASensorEventQueue *queue, ASensorEvent *events, size_t count);

enum { ANDROID_LOG_INFO = 4, ANDROID_LOG_WARN = 5, ANDROID_LOG_ERROR = 6 };
int __android_log_write(int prio, const char *tag, const char *text);
