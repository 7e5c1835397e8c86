// A double of the NDK's sensors for tests on Linux. The sensors deliver in real time, at the rate that was asked for;
// YOBAN_SENSOR_SPEED multiplies the rate, for tests with many samples. A looper is an epoll descriptor of its
// thread, and each queue of events a timer in it.
#ifndef __ANDROID__
#define _GNU_SOURCE

#include "ndk_double.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

struct ALooper {
  int poll;
  int wake;
  _Atomic int references;
};

static _Thread_local ALooper *looper_of_thread;

struct ASensor {
  int type;
};

struct ASensorManager {
  int unused;
};

struct ASensorEventQueue {
  int timer;
  ALooper *looper;
  ALooper_callbackFunc callback;
  void *data;
  pthread_mutex_t lock;
  ASensor const *sensor;
  int64_t period;   // ns between two samples
  int64_t latency;  // ns
  int64_t next;     // the time of the next sample
  ASensorEventQueue *following;
};

/// All queues. The sensor delivers to each as often as the most impatient one wants it.
static ASensorEventQueue *queues;
static pthread_mutex_t queues_lock = PTHREAD_MUTEX_INITIALIZER;

static const ASensor sensors[] = {{ASENSOR_TYPE_ACCELEROMETER}, {ASENSOR_TYPE_GYROSCOPE}};
static ASensorManager manager;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_BOOTTIME, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int64_t number(const char *name, int64_t fallback) {
  const char *text = getenv(name);
  return text && *text ? atoll(text) : fallback;
}

// MARK: Loopers

ALooper *ALooper_prepare(int opts) {
  (void)opts;
  if (looper_of_thread) return looper_of_thread;
  ALooper *looper = calloc(1, sizeof *looper);
  looper->poll = epoll_create1(EPOLL_CLOEXEC);
  looper->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  looper->references = 1;
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
  epoll_ctl(looper->poll, EPOLL_CTL_ADD, looper->wake, &event);
  return looper_of_thread = looper;
}

void ALooper_acquire(ALooper *looper) { looper->references++; }

void ALooper_release(ALooper *looper) {
  if (--looper->references > 0) return;
  close(looper->poll);
  close(looper->wake);
  free(looper);
}

void ALooper_wake(ALooper *looper) {
  uint64_t one = 1;
  if (write(looper->wake, &one, sizeof one) < 0 && errno != EAGAIN) abort();
}

int ALooper_pollOnce(int timeoutMillis, int *outFd, int *outEvents, void **outData) {
  (void)outFd, (void)outEvents, (void)outData;
  ALooper *looper = looper_of_thread;
  struct epoll_event event;
  int count = epoll_wait(looper->poll, &event, 1, timeoutMillis);
  if (count == 0) return ALOOPER_POLL_TIMEOUT;
  if (count < 0) return errno == EINTR ? ALOOPER_POLL_WAKE : ALOOPER_POLL_ERROR;
  ASensorEventQueue *queue = event.data.ptr;
  if (!queue) {
    uint64_t value;
    if (read(looper->wake, &value, sizeof value) < 0) return ALOOPER_POLL_ERROR;
    return ALOOPER_POLL_WAKE;
  }
  uint64_t expirations;
  if (read(queue->timer, &expirations, sizeof expirations) < 0) return ALOOPER_POLL_CALLBACK;
  queue->callback(queue->timer, 1, queue->data);
  return ALOOPER_POLL_CALLBACK;
}

// MARK: Sensors

ASensorManager *ASensorManager_getInstanceForPackage(const char *packageName) {
  return packageName && *packageName ? &manager : NULL;
}

ASensor const *ASensorManager_getDefaultSensor(ASensorManager *unused, int type) {
  (void)unused;
  const char *missing = getenv("YOBAN_SENSOR_MISSING");
  for (size_t i = 0; i < sizeof sensors / sizeof *sensors; i++) {
    if (sensors[i].type == type && !(missing && atoi(missing) == type)) return &sensors[i];
  }
  return NULL;
}

ASensorEventQueue *ASensorManager_createEventQueue(
    ASensorManager *unused, ALooper *looper, int ident, ALooper_callbackFunc callback, void *data) {
  (void)unused, (void)ident;
  ASensorEventQueue *queue = calloc(1, sizeof *queue);
  queue->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  queue->looper = looper;
  queue->callback = callback;
  queue->data = data;
  pthread_mutex_init(&queue->lock, NULL);
  ALooper_acquire(looper);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = queue};
  epoll_ctl(looper->poll, EPOLL_CTL_ADD, queue->timer, &event);
  pthread_mutex_lock(&queues_lock);
  queue->following = queues;
  queues = queue;
  pthread_mutex_unlock(&queues_lock);
  return queue;
}

int ASensorManager_destroyEventQueue(ASensorManager *unused, ASensorEventQueue *queue) {
  (void)unused;
  pthread_mutex_lock(&queues_lock);
  ASensorEventQueue **place = &queues;
  while (*place != queue) place = &(*place)->following;
  *place = queue->following;
  pthread_mutex_unlock(&queues_lock);
  epoll_ctl(queue->looper->poll, EPOLL_CTL_DEL, queue->timer, NULL);
  close(queue->timer);
  ALooper_release(queue->looper);
  pthread_mutex_destroy(&queue->lock);
  free(queue);
  return 0;
}

/// A batch arrives when its first sample has waited for the shortest latency of the sensor's queues.
static void arm(ASensor const *sensor) {
  pthread_mutex_lock(&queues_lock);
  int64_t latency = INT64_MAX;
  for (ASensorEventQueue *queue = queues; queue; queue = queue->following) {
    if (queue->sensor == sensor && queue->latency < latency) latency = queue->latency;
  }
  for (ASensorEventQueue *queue = queues; queue; queue = queue->following) {
    if (queue->sensor != sensor) continue;
    int64_t interval = latency > queue->period ? latency : queue->period;
    // Below a millisecond the timer would cost more than the samples.
    if (interval < 1000000) interval = 1000000;
    struct timespec time = {.tv_sec = interval / 1000000000, .tv_nsec = interval % 1000000000};
    struct itimerspec setting = {.it_interval = time, .it_value = time};
    timerfd_settime(queue->timer, 0, &setting, NULL);
  }
  pthread_mutex_unlock(&queues_lock);
}

int ASensorEventQueue_registerSensor(
    ASensorEventQueue *queue, ASensor const *sensor, int32_t samplingPeriodUs, int64_t maxBatchReportLatencyUs) {
  if (!sensor || samplingPeriodUs <= 0 || maxBatchReportLatencyUs < 0) return -EINVAL;
  // The number of an error.
  if (number("YOBAN_SENSOR_REFUSED", 0)) return -(int)number("YOBAN_SENSOR_REFUSED", 0);
  pthread_mutex_lock(&queue->lock);
  queue->period = samplingPeriodUs * 1000LL / number("YOBAN_SENSOR_SPEED", 1);
  if (queue->period < 1) queue->period = 1;
  queue->latency = maxBatchReportLatencyUs * 1000;
  // A queue that is registered again loses its samples in the FIFO, as in AOSP while another app uses the sensor.
  queue->next = now() + queue->period;
  queue->sensor = sensor;
  pthread_mutex_unlock(&queue->lock);
  arm(sensor);
  return 0;
}

int ASensorEventQueue_disableSensor(ASensorEventQueue *queue, ASensor const *sensor) {
  (void)sensor;
  struct itimerspec off = {0};
  timerfd_settime(queue->timer, 0, &off, NULL);
  pthread_mutex_lock(&queue->lock);
  queue->sensor = NULL;
  pthread_mutex_unlock(&queue->lock);
  return 0;
}

ssize_t ASensorEventQueue_getEvents(ASensorEventQueue *queue, ASensorEvent *events, size_t count) {
  pthread_mutex_lock(&queue->lock);
  int64_t time = now();
  size_t found = 0;
  while (queue->sensor && found < count && queue->next <= time) {
    ASensorEvent *event = &events[found++];
    memset(event, 0, sizeof *event);
    event->version = sizeof *event;
    event->type = queue->sensor->type;
    event->timestamp = queue->next;
    // A value that a reader can compute from the time, to compare what arrives.
    event->data[0] = (float)(queue->next / 1000000 % 1000) / 1000;
    event->data[1] = (float)queue->sensor->type;
    event->data[2] = 9.80665f;
    queue->next += queue->period;
  }
  pthread_mutex_unlock(&queue->lock);
  return (ssize_t)found;
}

// MARK: Log

int __android_log_write(int prio, const char *tag, const char *text) {
  return fprintf(stderr, "log %d %s: %s\n", prio, tag, text) > 0 ? 1 : -1;
}

#endif
