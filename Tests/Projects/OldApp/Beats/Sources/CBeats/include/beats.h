#ifndef BEATS_H
#define BEATS_H

int beats_zones(void);

#endif
