// `buoybench eval columns`: boxes in any water, on four columns.
#include "buoyancy_forces.h"
#include "eval.h"
#include "options.h"
#include "rows.h"
#include "water_file.h"

static const struct column columns[] = {
    {.kind = &column_vector, .names = "hx,hy,hz"},
    {.kind = &column_vector, .names = "x,y,z", .part = 1},
    {.kind = &column_rotation, .names = "qx,qy,qz,qw", .part = 1},
};

static struct {
    const char *water_name;
    unsigned corners;
    double gravity;
    struct water_file file;
} asked;

static enum buoy_status ask(const struct buoy_kernel *kernel, const struct rows_slice *one,
                            bool checked, void *answer, struct buoy_error *error) {
    const double *h = one->part[0];
    const struct buoy_shape box = {BUOY_SHAPE_BOX, {(float)h[0], (float)h[1], (float)h[2]}};
    (void)kernel;
    (void)checked;
    return buoy_box_on_columns(&box, one->part[1], &asked.file.water, asked.corners != 0, answer,
                               error);
}

static size_t list_options(struct cli_option *options) {
    asked.corners = 0;
    asked.gravity = BUOY_GRAVITY;
    return ROWS_OPTIONS(options, CLI_NEEDED("water", &asked.water_name),
                        CLI_REAL_OPTION("gravity", &asked.gravity, 0.0, 1e12),
                        CLI_BIT_OPTION("corners", &asked.corners, 1));
}

static int open_asked(const struct cli_option *options) {
    (void)options;
    return water_file_read(asked.water_name, asked.gravity, &asked.file);
}

static void close_asked(void) {
    water_file_free(&asked.file);
}

static const char help[] =
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
static const char *const header = "volume,cx,cy,cz";

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

const struct family eval_columns = ROWS_OF_EVAL("columns", &rows, 4);
