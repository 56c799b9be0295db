// Water described by JSON.
#ifndef BENCH_WATER_FILE_H
#define BENCH_WATER_FILE_H

#include "buoyancy_water.h"
#include "json_input.h"

struct water_file {
    struct buoy_water water; // density and gravity at sea level, at rest
    struct buoy_patch *patch;
    struct buoy_waves *waves;
    double depth;                       // for waves, metres; 0: deep water
    struct buoy_orbital_motion orbital; // that the water may point to: not to be copied
    json_t *described;                  // what was read; NULL: nothing
};

// Reads the format that WATER_FILE_HELP describes; `path` "-" is standard input. `gravity` is the
// gravity for waves in deep water. Numbers are rounded to the nearest float. Returns 0, or CLI_BAD
// after naming file, line and cause; water_file_free() is allowed either way.
int water_file_read(const char *path, double gravity, struct water_file *file);

// Takes an object within a file, which may have further keys (a list that ends with NULL, or
// NULL), for the caller to read.
int water_file_take(const struct json_at *at, const char *const *more, double gravity,
                    struct water_file *file);
void water_file_free(struct water_file *file);

// The format, for help texts.
#define WATER_FILE_HELP                                                                            \
    "  {\"type\":\"plane\",\"normal\":[nx,ny,nz],\"offset\":d}: the water is where n.x < d; n\n"   \
    "    has any length > 0 and points up: gravity acts along -n\n"                                \
    "  {\"type\":\"grid\",\"origin\":[x,y],\"spacing\":[dx,dy],\"columns\":C,\"rows\":R,\n"        \
    "    \"heights\":[C x R samples, row by row of constant y]}: each cell is split\n"             \
    "    along the diagonal from its lowest (x,y) corner; outside the grid the heights of its\n"   \
    "    border hold\n"                                                                            \
    "  {\"type\":\"waves\",\"time\":t,\"components\":[{\"amplitude\":a,\"wavelength\":l,\n"        \
    "    \"direction_degrees\":D,\"phase\":p,\"period\":T},...]}: the sum of\n"                    \
    "    a sin(k (x cos D + y sin D) - w t + p), k = 2 pi / l; D from +x towards +y, p in\n"       \
    "    radians; w = 2 pi / T, or without a period, as in deep water, w w = g k; t is 0\n"        \
    "    unless given. With \"decay\":true the pressure of waves dies away with depth, as in\n"    \
    "    deep water: without it, small floats overshoot short waves. With \"orbital\":true the\n"  \
    "    water moves as the waves make it, for drag\n"                                             \
    "    With \"depth\" and \"sea\" they are as 'eval water --help' says\n"                        \
    "  The C names are taken, too: kind, d, waves, direction (radians), and patch for grid\n"

// Irregular seas and finite depth.
#define WATER_SEA_HELP                                                                             \
    "  Waves with \"depth\":h, metres, are those of water that deep: w w = g k tanh k h;\n"        \
    "    what dies away with depth does so by cosh\n"                                              \
    "  {\"type\":\"waves\",\"sea\":{\"height\":H,\"period\":T,\"peakedness\":G,\n"                 \
    "    \"direction_degrees\":D,\"spreading\":s,\"waves\":N,\"seed\":n}} has, in place of\n"      \
    "    components, an irregular sea of N waves (100) of JONSWAP's spectrum: significant\n"       \
    "    height, period of the peak, gamma (3.3; 1 is Pierson and Moskowitz's), directions as\n"   \
    "    frequent as cos^2s of half the angle from D (0: all along D); another seed (0) is\n"      \
    "    another sea. Nothing repeats within an hour\n"

#endif
