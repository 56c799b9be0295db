// `buoybench eval draft`: the offset of the water plane at which a mesh displaces a given volume.
#include <math.h>
#include <stdio.h>

#include "buoyancy_hydrostatics.h"
#include "eval.h"
#include "eval_mesh.h"

static const struct column columns[] = {
    {.kind = &column_normal, .names = "nx,ny,nz"},
    {.kind = &column_number, .names = "volume"},
};

// NaN if no offset keeps the mesh's open edges dry.
static enum buoy_status ask(const struct buoy_kernel *kernel, const struct rows_slice *one,
                            bool checked, void *answer, struct buoy_error *error) {
    const double *numbers = one->part[0];
    double *d = answer;
    const enum buoy_status status = buoy_draft(one->mesh, numbers, numbers[3], d, NULL, error);
    (void)kernel;
    (void)checked;
    if (status == BUOY_ERROR_OPEN) {
        *d = (double)NAN;
        return BUOY_OK;
    }
    if (status == BUOY_ERROR_RANGE) {
        struct buoy_mesh_info info;
        buoy_mesh_get_info(one->mesh, &info, NULL);
        snprintf(error->message, sizeof error->message,
                 "column 4 (volume): %.9g is not between 0 and the mesh's, %.9g", numbers[3],
                 info.volume);
    }
    return status;
}

static const char help[] =
    "usage: buoybench eval draft --mesh M --input D.csv [MESH OPTION]...\n"
    "\n"
    "Finds how deep a mesh floats: for each row of D.csv, the offset d of the water plane\n"
    "below which the mesh displaces the given volume, to one millionth of the mesh's own\n"
    "volume. It uses Newton's method on hydrostatics/auto/best.\n"
    "\n"
    "D.csv has the header nx,ny,nz,volume. The normal points up, out of the water, and may\n"
    "have any length > 0; d is in units of that length: the water is where\n"
    "nx x + ny y + nz z < d. Numbers are doubles. The output has the header d.\n"
    "\n" EVAL_MESH_HELP "  --input D      the CSV file; - reads standard input\n"
    "  --open-ok      accept a mesh that is not closed; the answer is nan where it cannot\n"
    "                 displace that much with its open edges dry\n" CLI_CLOSED_HELP "\n"
    "examples:\n"
    "  printf 'nx,ny,nz,volume\\n0,0,1,0.25\\n' |\n"
    "      buoybench eval draft --mesh builtin:box --input -\n"
    "  buoybench eval draft --mesh hull.stl --input drafts.csv --repair\n";
static const char *const header = "d";

static const struct rows rows = {
    .columns = columns,
    .column_count = sizeof columns / sizeof columns[0],
    .by_line = true,
    .has_mesh = true,
    .help = help,
    .reals = true,
    .has_header = true,
    .ask = ask,
    .header = &header,
};

const struct family eval_draft = ROWS_OF_EVAL("draft", &rows, 1);
