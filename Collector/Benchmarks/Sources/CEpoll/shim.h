#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sys/epoll.h>

// Swift cannot import a value of an enumeration that needs the sign bit.
static const unsigned int YOBAN_EPOLL_ALL =
    (unsigned int)EPOLLIN | (unsigned int)EPOLLOUT | (unsigned int)EPOLLET;
static const unsigned int YOBAN_EPOLL_IN = (unsigned int)EPOLLIN;
