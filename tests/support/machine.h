// The instruction sets that this machine can run, found independently of dispatch.
#ifndef TESTS_MACHINE_H
#define TESTS_MACHINE_H

#include "dispatch/cpu.h"

// Whether this machine can run an instruction set and this build has it.
bool machine_can_run(const struct buoy_isa *isa);

// The name of the best of those.
const char *machine_best(void);

#endif
