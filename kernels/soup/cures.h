// Why meshes are refused, and what helps: one table, from which all refusals take their last words,
// and the guide its table. Programs in other languages put their own words for flags.
#ifndef BUOY_CURES_H
#define BUOY_CURES_H

#include "base/status.h"

enum buoy_cause {
    BUOY_CAUSE_SPLIT,
    BUOY_CAUSE_APART,
    BUOY_CAUSE_WOUND,
    BUOY_CAUSE_TWICE,
    BUOY_CAUSE_OPEN,
    BUOY_CAUSE_INSIDE_OUT,
    BUOY_CAUSE_FLAT,
    BUOY_CAUSE_NUMBER,
    BUOY_CAUSE_FAR,
    BUOY_CAUSE_INDEX,
    BUOY_CAUSE_LARGE,
    BUOY_CAUSE_TANGLED,
    BUOY_CAUSES
};

struct buoy_cure {
    const char *cause; // as the guide names it
    const char *words; // the end of a refusal
};
extern const struct buoy_cure buoy_cures[BUOY_CAUSES];

// Refuses a mesh: as buoy_fail(), and says what helps. If not all fits, what is wrong is cut.
enum buoy_status buoy_refuse_for(struct buoy_error *error, enum buoy_status status,
                                 enum buoy_cause cause, const char *format, ...) BUOY_PRINTF(4, 5);
#ifdef __clang_analyzer__ // as buoy_fail()
#define buoy_refuse_for(error, status, cause, ...)                                                 \
    ((void)(buoy_refuse_for)(error, status, cause, __VA_ARGS__), (status))
#endif

#endif
