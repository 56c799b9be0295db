// A mesh at a pose in water of any shape: what `eval pressure`, `surface-drag` and `waterline`
// share.
#ifndef BENCH_EVAL_IMMERSED_H
#define BENCH_EVAL_IMMERSED_H

#include "buoyancy_pressure.h"
#include "eval_mesh.h"
#include "scratch.h"
#include "water_file.h"

struct eval_immersed {
    const char *family; // the word behind `eval`
    // From the arguments.
    const char *mesh_name, *water_name, *kernel_name;
    struct cli_making making;
    bool turned;    // --rotation was given
    unsigned decay; // 1: pressure of waves that dies away
    double density, gravity, pool[6], current[3];
    struct buoy_pose pose;
    // What eval_immersed_open() makes of them.
    const struct buoy_kernel *kernel;
    struct buoy_mesh *mesh;
    struct water_file file;
    struct buoy_region region;
    struct scratch scratch;
    struct buoy_pressure_query query; // without a motion
};

// The defaults: all that is not given.
struct eval_immersed eval_immersed_default(const char *family);

// The options, for a table.
#define EVAL_IMMERSED_OPTIONS(immersed)                                                            \
    CLI_NUMBERS_OPTION("pool", (immersed)->pool, 6), CLI_NEEDED("mesh", &(immersed)->mesh_name),   \
        CLI_NEEDED("water", &(immersed)->water_name),                                              \
        CLI_REAL_OPTION("density", &(immersed)->density, 1e-12, 1e12),                             \
        CLI_REAL_OPTION("gravity", &(immersed)->gravity, 0.0, 1e12),                               \
        CLI_NUMBERS_OPTION("position", (immersed)->pose.position, 3),                              \
        CLI_NUMBERS_OPTION("rotation", (immersed)->pose.rotation, 4),                              \
        CLI_BIT_OPTION("decay", &(immersed)->decay, 1),                                            \
        CLI_TEXT_OPTION("kernel", &(immersed)->kernel_name),                                       \
        CLI_MAKING_OPTIONS(&(immersed)->making), PLUGINS_OPTION

// Reads the arguments, then the water and the mesh, and makes the query. Returns 0, or CLI_BAD
// after complaining; eval_immersed_free() is allowed either way.
int eval_immersed_open(int argc, char **argv, struct cli_option *options,
                       struct eval_immersed *immersed);
void eval_immersed_free(struct eval_immersed *immersed);

// Asks the kernel. `waterline` may be NULL. Returns 0, or CLI_BAD after complaining.
int eval_immersed_ask(const struct eval_immersed *immersed, struct buoy_waterline *waterline,
                      struct buoy_pressure *answer);

// Asks for the answer in detail, which no kernel gives: --kernel is refused.
int eval_immersed_ask_in_detail(const struct eval_immersed *immersed,
                                const struct cli_option *options,
                                struct buoy_pressure_detail *detail, struct buoy_pressure *answer);

#define EVAL_TOLERANCE_HELP                                                                        \
    "  --tolerance T  cut triangles into pieces until the level assumed over each is within T\n"   \
    "                 metres of the water's; without it, levels are linear over triangles\n"

// The options in help texts.
#define EVAL_IMMERSED_USAGE_HELP                                                                   \
    "--position and --rotation place the mesh's frame in the world; without them it is the\n"      \
    "world's. W.json describes the water. Planes and the time of waves are doubles; the numbers\n" \
    "of grids and of single waves are rounded to 32-bit floats. Only period, time, decay and\n"    \
    "orbital may be left out; other keys are refused:\n" WATER_FILE_HELP "\n"
#define EVAL_IMMERSED_OPTIONS_HELP                                                                 \
    EVAL_MESH_HELP                                                                                 \
    "  --water W      the JSON file; - reads standard input\n"                                     \
    "  --position P   x,y,z of the mesh's origin in the world (default 0,0,0)\n"                   \
    "  --rotation Q   x,y,z,w: a unit quaternion, from the mesh's frame to the world's\n"          \
    "                 (default 0,0,0,1)\n"                                                         \
    "  --density R    density of the water, kg per cubic metre (default 1025)\n"                   \
    "  --gravity G    gravity, metres per second squared (default 9.81)\n"                         \
    "  --pool B       the part of the world that has water: x,y,z of its lowest corner, then "     \
    "of\n"                                                                                         \
    "                 its highest\n"                                                               \
    "  --decay        the pressure below waves dies away with depth, as in deep water; "           \
    "without\n"                                                                                    \
    "                 it, it is that of still water as high as the wave\n"                         \
    "  --kernel ID    the kernel, or a glob that matches just one (default\n"                      \
    "                 pressure/auto/best)\n" EVAL_PLUGIN_HELP EVAL_OPEN_HELP CLI_CLOSED_HELP

#endif
