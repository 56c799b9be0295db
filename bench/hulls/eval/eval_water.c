// `buoybench eval water`: heights, slopes and velocities of water of any shape.
#include "cli.h"
#include "csv.h"
#include "eval.h"
#include "options.h"
#include "rows.h"
#include "water_file.h"

static const struct column columns[] = {{.kind = &column_vector, .names = "x,y,z"}};

static struct {
    const char *water_name, *kernel_name;
    const struct buoy_kernel *kernel; // NULL unless one is named
    double gravity;
    struct water_file file;
} asked;

static enum buoy_status ask(const struct buoy_kernel *kernel, const struct rows_slice *one,
                            bool checked, void *answer, struct buoy_error *error) {
    const struct buoy_water *water = &asked.file.water;
    const double *x = one->part[0];
    double *row = answer;
    float height = 0.0f, slope[2] = {0.0f, 0.0f};
    struct buoy_surface surface = {.x = x,
                                   .y = x + 1,
                                   .count = 1,
                                   .height = &height,
                                   .slope_x = slope,
                                   .slope_y = slope + 1,
                                   .kernel = asked.kernel};
    (void)kernel;
    (void)checked;
    const enum buoy_status status =
        asked.kernel ? buoy_waves_sample(water->waves, water->time, &surface, error)
                     : buoy_water_sample(water, &surface, error);
    row[0] = (double)height;
    row[1] = (double)slope[0];
    row[2] = (double)slope[1];
    row[3] = row[4] = row[5] = 0.0;
    if (status == BUOY_OK && water->kind == BUOY_WATER_WAVES) {
        struct buoy_orbital_motion motion = {0};
        motion.waves = water->waves;
        motion.time = water->time;
        motion.level = water->level;
        buoy_waves_orbital_velocity(&motion, x, 1, row + 3);
    }
    return status;
}

static size_t list_options(struct cli_option *options) {
    asked.kernel_name = NULL;
    asked.kernel = NULL;
    asked.gravity = BUOY_GRAVITY;
    return ROWS_OPTIONS(options, CLI_NEEDED("water", &asked.water_name),
                        CLI_REAL_OPTION("gravity", &asked.gravity, 0.0, 1e12),
                        CLI_TEXT_OPTION("kernel", &asked.kernel_name));
}

static int open_asked(const struct cli_option *options) {
    (void)options;
    if (water_file_read(asked.water_name, asked.gravity, &asked.file) != 0) {
        return CLI_BAD;
    }
    if (asked.kernel_name && asked.file.water.kind != BUOY_WATER_WAVES) {
        return cli_bad("eval water: --kernel is for waves, but %s describes other water",
                       csv_name(asked.water_name));
    }
    return asked.kernel_name ? eval_select_kernel("water", asked.kernel_name, &asked.kernel) : 0;
}

static void close_asked(void) {
    water_file_free(&asked.file);
}

static const char help[] =
    "usage: buoybench eval water --water W.json --input P.csv [--gravity G] [--kernel ID]\n"
    "\n"
    "Prints the water's height above each point in P.csv, its slopes there, and the velocity\n"
    "of the water at the point: one CSV row each with the header\n"
    "  height,slope_x,slope_y,vx,vy,vz\n"
    "with enough digits to get the same bits back. The velocity is that of waves, which\n"
    "dies away with depth; above the surface it is that at the surface, and it is 0 in water\n"
    "without waves.\n"
    "\n"
    "P.csv has the header x,y,z; its numbers are doubles. W.json describes the water. Its\n"
    "numbers are rounded to 32-bit floats as read. Only period, time, decay, orbital and\n"
    "depth may be left out; other keys are refused:\n" WATER_FILE_HELP WATER_SEA_HELP "\n"
    "  --water W      the JSON file; - reads standard input\n"
    "  --input P      the CSV file; - reads standard input\n"
    "  --gravity G    gravity, metres per second squared (default 9.81)\n"
    "  --kernel ID    the kernel for the heights of waves, or a glob that matches just one\n"
    "                 (default water/auto/best)\n"
    "\n"
    "examples:\n"
    "  printf '{\"type\":\"plane\",\"normal\":[0,1,4],\"offset\":2}' >slope.json\n"
    "  printf 'x,y,z\\n0,0,0\\n3,4,-1\\n' |\n"
    "      buoybench eval water --water slope.json --input -\n";
static const char *const header = "height,slope_x,slope_y,vx,vy,vz";

static const struct rows rows = {
    .columns = columns,
    .column_count = sizeof columns / sizeof columns[0],
    .by_line = true,
    .help = help,
    .reals = true,
    .has_header = true,
    .ask = ask,
    .header = &header,
    .list_options = list_options,
    .open = open_asked,
    .close = close_asked,
};

const struct family eval_water = ROWS_OF_EVAL("water", &rows, 6);
