// What sample lines through a closed soup find: space covered twice, or turned inside out.
#ifndef BUOY_LINES_H
#define BUOY_LINES_H

#include "soup/soup.h"

// The lines per side of the finest grid. They run along z through the middles of its cells.
#define BUOY_MOST_LINES 256

// What the lines found. A line enters a closed surface as often as it leaves it, so a sound mesh is
// never reported. A fault narrower than a cell is found only by chance, and then counts as a whole
// cell. Overlaps thinner than 2⁻¹⁸ of the diagonal along z are ignored, because parts may touch.
struct buoy_sight {
    bool overlap;           // some space is enclosed neither once nor never
    double inverted_volume; // of space enclosed inside out; each line stands for its cell
    double inverted_at[3];  // the middle of the longest such stretch
};

// Looks along per_side × per_side lines; per_side is a power of two. Where many large triangles lie
// on top of each other there are fewer lines, because each would meet too many triangles.
enum buoy_status buoy_lines_look(const struct buoy_soup *soup, uint32_t per_side,
                                 struct buoy_sight *sight);

#endif
