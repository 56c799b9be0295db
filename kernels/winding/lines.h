// What sample lines through a closed soup find: space covered twice, or turned inside out.
#ifndef BUOY_LINES_H
#define BUOY_LINES_H

#include "soup/soup.h"

// The finest grid of lines, along z, at the middles of its cells.
#define BUOY_MOST_LINES 256

// What the lines found. Each line enters a closed surface as often as it leaves it, so that no
// fault is found where there is none. Whatever is thinner than a cell is found by chance, and then
// counts as a whole cell. Overlaps thinner along z than 2⁻¹⁸ of the diagonal are ignored, because
// parts may touch.
struct buoy_sight {
    bool overlap;           // somewhere the surface winds around space other than once or never
    double inverted_volume; // where it winds around it backwards: each line stands for its cell
    double inverted_at[3];  // the middle of the longest such stretch
};

// Looks along per_side × per_side lines, a power of two; fewer where many large triangles lie on
// top of each other, lest each line meet too many.
enum buoy_status buoy_lines_look(const struct buoy_soup *soup, uint32_t per_side,
                                 struct buoy_sight *sight);

#endif
