// Turning whole surfaces outward, or inward where they are cavities.
#ifndef BUOY_ORIENT_H
#define BUOY_ORIENT_H

#include "soup/soup.h"

// Surfaces that are turned as a whole: shells, each wound consistently.
struct buoy_shells {
    const struct buoy_soup *soup;
    uint32_t count;
    const uint32_t *shell_of_triangle;
    const bool *one_sided; // per shell: it has no outside and is left as it is
    const bool *rim;       // triangles at an edge where their shell is open or one-sided
    bool *turn;            // triangles to be wound against the order in the soup
};

// Inverts `turn` for the triangles of each shell that must be turned:
// - A shell wound inward is turned outward, unless it is a cavity: both its ends lie within larger
//   shells.
// - A shell wound outward stays as it is, even within another: an overlap is the caller's decision.
//   Only if the body around it was wound inside out is it that body's cavity, and turned with it.
//
// An open shell counts as closed by a fan. It is turned if its volume is negative for every apex of
// the fan in its bounding box.
//
// Cost: O(n log n) for any number of shells that are nested or apart (around.h). Returns
// BUOY_ERROR_TOO_LARGE, and changes nothing, if far too many shells cross or touch.
enum buoy_status buoy_shells_orient(const struct buoy_shells *shells);

#endif
