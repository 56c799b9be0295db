#include "climbers.h"

const struct climb_family *const climb_families[] = {
    &climb_volume,
    NULL,
};
