// `buoybench eval water`: heights, slopes and velocities of water of any shape.
#include <math.h>

#include "buoyancy_forces.h"
#include "buoyancy_water.h"
#include "cli.h"
#include "csv.h"
#include "eval.h"
#include "options.h"
#include "rows.h"
#include "turning.h"
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
    ROWS_COLUMNS(columns), .by_line = true,      .help = help,      .reals = true,
    .has_header = true,    .ask = ask,           .header = &header, .list_options = list_options,
    .open = open_asked,    .close = close_asked,
};

const struct family eval_water = ROWS_OF_EVAL("water", &rows, 6);

// --------------------------------------------------------------------------------------------- sea

static enum buoy_status answer_wave(const void *context, size_t index, double *row,
                                    struct buoy_error *error) {
    const struct buoy_wave *wave = (const struct buoy_wave *)context + index;
    const float numbers[] = {wave->amplitude, wave->wavelength, wave->direction, wave->phase,
                             wave->period};
    for (int i = 0; i < 5; ++i) {
        row[i] = (double)numbers[i];
    }
    (void)error;
    return BUOY_OK;
}

static int run(int argc, char **argv) {
    static struct buoy_wave waves[BUOY_MAX_WAVES];
    struct buoy_sea sea = {.significant_height = (double)NAN, .peak_period = (double)NAN};
    struct buoy_error error;
    double gravity = BUOY_GRAVITY, depth = 0.0, degrees = 0.0;
    uint64_t count = 100;
    struct cli_option options[] = {
        CLI_REAL_OPTION("height", &sea.significant_height, 0.0, 1e6),
        CLI_REAL_OPTION("period", &sea.peak_period, 1e-3, 1e6),
        CLI_REAL_OPTION("peakedness", &sea.peakedness, 1.0, 20.0),
        CLI_REAL_OPTION("direction", &degrees, -1e6, 1e6),
        CLI_REAL_OPTION("spreading", &sea.spreading, 0.0, 1e6),
        CLI_COUNT_OPTION("waves", &count, 1, BUOY_MAX_WAVES),
        CLI_COUNT_OPTION("seed", &sea.seed, 0, UINT64_MAX),
        CLI_REAL_OPTION("depth", &depth, 0.0, 1e12),
        CLI_POSITIVE_OPTION("gravity", &gravity, 1e6),
        {0},
    };
    if (eval_parse(argc, argv, options) != 0) {
        return CLI_BAD;
    }
    if (isnan(sea.significant_height) || isnan(sea.peak_period)) {
        return cli_bad("eval sea: --%s is missing",
                       isnan(sea.significant_height) ? "height" : "period");
    }
    sea.direction = turning_direction(degrees);
    if (buoy_sea_state(&sea, gravity, depth, count, waves, &error) != BUOY_OK) {
        return cli_bad("eval sea: %s", error.message);
    }
    return eval_each(
        "", 0, count,
        &(struct eval_questions){.header = "amplitude,wavelength,direction,phase,period",
                                 .columns = 5,
                                 .context = waves,
                                 .answer = answer_wave});
}

const struct eval_family eval_sea = {
    .name = "sea",
    .help =
        "usage: buoybench eval sea --height H --period T [--peakedness G] [--direction D]\n"
        "                          [--spreading S] [--waves N] [--seed N] [--depth h]\n"
        "                          [--gravity G]\n"
        "\n"
        "Prints the waves of an irregular sea of JONSWAP's spectrum, from the longest to the\n"
        "shortest: one CSV row each with the header\n"
        "  amplitude,wavelength,direction,phase,period\n"
        "with enough digits to get the same bits back. Metres, radians, seconds; the surface is\n"
        "the sum of a sin(k (x cos d + y sin d) - w t + phase), as 'eval water' has it of\n"
        "components. These are the waves of the key \"sea\" in files of water, and of\n"
        "buoy_sea_state(): 4 sqrt(sum of a a / 2) is H to 1e-6, their mean period the spectrum's\n"
        "to 1e-4, and nothing repeats within an hour.\n"
        "\n"
        "  --height H      significant height, metres\n"
        "  --period T      of the spectrum's peak, seconds\n"
        "  --peakedness G  gamma, 1 (Pierson and Moskowitz's) to 20 (default 3.3)\n"
        "  --direction D   where the waves run to, degrees from +x towards +y (default 0)\n"
        "  --spreading S   directions are as frequent as cos^2S of half the angle from D; 0: all\n"
        "                  waves run along D (default)\n"
        "  --waves N       how many, 1 to 1024 (default 100)\n"
        "  --seed N        another sea of the same spectrum (default 0)\n"
        "  --depth h       of the water, metres; 0 for deep water (default)\n"
        "  --gravity G     metres per second squared (default 9.81)\n"
        "\n"
        "examples:\n"
        "  buoybench eval sea --height 2.5 --period 8\n"
        "  buoybench eval sea --height 1 --period 6 --spreading 15 --waves 200 --depth 12\n",
    .run = run,
};

// ----------------------------------------------------------------------------------------- columns

static const struct column columns_columns[] = {
    {.kind = &column_vector, .names = "hx,hy,hz"},
    {.kind = &column_vector, .names = "x,y,z", .part = 1},
    {.kind = &column_rotation, .names = "qx,qy,qz,qw", .part = 1},
};

static struct {
    const char *water_name;
    unsigned corners;
    double gravity;
    struct water_file file;
} columns_asked;

static enum buoy_status columns_ask(const struct buoy_kernel *kernel, const struct rows_slice *one,
                                    bool checked, void *answer, struct buoy_error *error) {
    const double *h = one->part[0];
    const struct buoy_shape box = {BUOY_SHAPE_BOX, {(float)h[0], (float)h[1], (float)h[2]}};
    (void)kernel;
    (void)checked;
    return buoy_box_on_columns(&box, one->part[1], &columns_asked.file.water,
                               columns_asked.corners != 0, answer, error);
}

static size_t columns_list_options(struct cli_option *options) {
    columns_asked.corners = 0;
    columns_asked.gravity = BUOY_GRAVITY;
    return ROWS_OPTIONS(options, CLI_NEEDED("water", &columns_asked.water_name),
                        CLI_REAL_OPTION("gravity", &columns_asked.gravity, 0.0, 1e12),
                        CLI_BIT_OPTION("corners", &columns_asked.corners, 1));
}

static int columns_open_asked(const struct cli_option *options) {
    (void)options;
    return water_file_read(columns_asked.water_name, columns_asked.gravity, &columns_asked.file);
}

static void columns_close_asked(void) {
    water_file_free(&columns_asked.file);
}

static const char columns_help[] =
    "usage: buoybench eval columns --water W.json --input B.csv [--corners] [--gravity G]\n"
    "\n"
    "Prints how much of each box in B.csv is submerged in water of any shape, from four\n"
    "columns, an approximation: one CSV row each with the header volume,cx,cy,cz, in the\n"
    "world's frame. The centre of a dry box is its middle. Columns are the upright quarters\n"
    "of the box; with --corners they stand at its four lower corners, as Deeter's cube in\n"
    "waves has them, each submerged by its corner's depth.\n"
    "\n"
    "B.csv has the header hx,hy,hz,x,y,z,qx,qy,qz,qw: half extents, where the box's\n"
    "middle is in the world, and the unit quaternion that turns the box's frame into the\n"
    "world's. Half extents are rounded to 32-bit floats, the others are doubles. W.json\n"
    "describes the water, as for 'eval water'.\n"
    "\n"
    "  --water W      the JSON file; - reads standard input\n"
    "  --input B      the CSV file; - reads standard input\n"
    "  --corners      columns at the four lower corners\n"
    "  --gravity G    gravity, metres per second squared (default 9.81)\n"
    "\n"
    "examples:\n"
    "  printf '{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0}' >calm.json\n"
    "  printf 'hx,hy,hz,x,y,z,qx,qy,qz,qw\\n1,1,1,0,0,0.5,0,0,0,1\\n' |\n"
    "      buoybench eval columns --water calm.json --input -\n";
static const char *const columns_header = "volume,cx,cy,cz";

static const struct rows columns_rows = {
    ROWS_COLUMNS(columns_columns),
    .by_line = true,
    .help = columns_help,
    .reals = true,
    .has_header = true,
    .ask = columns_ask,
    .header = &columns_header,
    .list_options = columns_list_options,
    .open = columns_open_asked,
    .close = columns_close_asked,
};

const struct family eval_columns = ROWS_OF_EVAL("columns", &columns_rows, 4);
