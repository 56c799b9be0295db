// Filling a closed soup.
#ifndef BUOY_FILL_H
#define BUOY_FILL_H

#include "soup/soup.h"

// Drops the triangles of pockets, which are open at the top, and of sealed cavities, if they hold
// more than a hundredth of the body's volume; returns how many in `dropped`. What is left is open
// along the pockets' rims. BUOY_ERROR_MEMORY.
enum buoy_status buoy_soup_fill(struct buoy_soup *soup, size_t *dropped);

#endif
