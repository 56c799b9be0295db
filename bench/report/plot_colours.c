// The colours of lines.
#include <string.h>

#include "plot_script.h"

// Okabe and Ito's colours, which readers with any colour vision can tell apart, without their
// yellow, which is hard to see on white, and with two more.
static const char *const colours[] = {"E69F00", "56B4E9", "009E73", "0072B2",
                                      "D55E00", "CC79A7", "882255", "999999"};
#define BASELINE_COLOUR "000000"

// Kernels that differ only in being allowed to fuse multiply and add share a colour; they are
// neighbours in the registry.
const char *plot_colour(const struct race_entry *entry) {
    const struct race_entry *entries = entry->subject->entries;
    size_t index = 0;
    if (strcmp(entry->info.id, FAMILY_BASELINE) == 0) {
        return BASELINE_COLOUR;
    }
    for (const struct race_entry *other = entries; other < entry; ++other) {
        index += other->info.deterministic && strcmp(other->info.id, FAMILY_BASELINE) != 0;
    }
    if (!entry->info.deterministic && index > 0) {
        --index;
    }
    return colours[index % (sizeof colours / sizeof colours[0])];
}
