// Turning whole surfaces outward, or inward where they are cavities.
#ifndef BUOY_ORIENT_H
#define BUOY_ORIENT_H

#include "soup/soup.h"

// Surfaces that are turned as a whole: shells, each wound consistently.
struct buoy_shells {
    const struct buoy_soup *soup;
    uint32_t count;
    const uint32_t *shell_of_triangle;
    const bool *one_sided; // of each shell: has no outside, to be left as it is
    const bool *rim;       // triangles at an edge where their shell is open or one-sided
    bool *turn;            // triangles to be wound against the order in the soup
};

// Changes `turn` of the shells to be turned. A shell wound inward is turned outward, unless it is a
// cavity: both its ends lie in the body of larger shells. A shell wound outward stays, wherever it
// lies, because an overlap is the caller's decision; unless it lies in a body that was wound inside
// out: as a cavity of that body, it is turned along with it.
//
// An open shell counts as closed by a fan. It is turned if its volume is negative for every apex of
// the fan in its bounding box.
//
// Cost: O(n log n) for shells in one another or apart, however many: around.h. BUOY_ERROR_TOO_LARGE
// where far more shells cross or touch than there is work for; then nothing is changed.
enum buoy_status buoy_shells_orient(const struct buoy_shells *shells);

#endif
