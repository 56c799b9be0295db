// Functions of numbers and addresses for the ES module. Those that can fail return 0, or false, and
// message() says why.
#ifndef WEB_MODULE_H
#define WEB_MODULE_H

#include "buoyancy.h"

#define EXPORT(name) __attribute__((export_name(#name)))

extern struct buoy_error error;

#endif
