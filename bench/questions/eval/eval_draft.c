// `buoybench eval draft`: the offset of the water plane at which a mesh displaces a given volume.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "buoyancy_hydrostatics.h"
#include "cli.h"
#include "eval.h"
#include "eval_mesh.h"
#include "eval_options.h"

// The offset for a row; NaN if no offset keeps the mesh's open edges dry.
static int solve(const struct eval_mesh_arguments *arguments, const struct buoy_mesh *mesh,
                 const struct csv_table *table, size_t row, double *d) {
    const double *query = table->reals + table->columns * row;
    struct buoy_error error;
    const enum buoy_status status = buoy_draft64(mesh, query, query[3], d, NULL, &error);
    if (status == BUOY_ERROR_OPEN) {
        *d = (double)NAN;
        return 0;
    }
    if (status == BUOY_ERROR_RANGE) {
        struct buoy_mesh_info info;
        buoy_mesh_get_info(mesh, &info, NULL);
        return cli_bad("%s: line %zu, column 4 (volume): %.9g is not between 0 and the volume of %s"
                       ", %.9g",
                       csv_name(arguments->queries), csv_line_of_row(row), query[3],
                       arguments->mesh, info.volume);
    }
    return status == BUOY_OK ? 0
                             : cli_bad("%s: line %zu: %s", csv_name(arguments->queries),
                                       csv_line_of_row(row), error.message);
}

// All rows are answered before the first is printed: the last row may have a volume that is too
// large.
static int answer_table(const struct eval_mesh_arguments *arguments,
                        const struct buoy_kernel *kernel, struct buoy_mesh *mesh,
                        const struct csv_table *table) {
    (void)kernel;
    double *d = malloc((table->rows + 1) * sizeof *d);
    if (!d) {
        return cli_out_of_memory();
    }
    int status = CLI_GOOD;
    for (size_t i = 0; i < table->rows && status == CLI_GOOD; ++i) {
        status = solve(arguments, mesh, table, i, &d[i]);
    }
    if (status == CLI_GOOD) {
        puts("d");
        for (size_t i = 0; i < table->rows; ++i) {
            eval_print_row(&d[i], 1);
        }
    }
    free(d);
    return status;
}

static int run(int argc, char **argv) {
    struct eval_mesh_arguments arguments = {0};
    struct eval_option options[] = {
        EVAL_MESH_OPTION(&arguments.mesh),
        EVAL_FILE_OPTION("input", &arguments.queries),
        EVAL_MAKING_OPTIONS(&arguments.making),
        {0},
    };
    return eval_parse(argc, argv, options) != 0
               ? CLI_BAD
               : eval_mesh_run(&arguments, NULL, "nx,ny,nz,volume", answer_table);
}

const struct eval_family eval_draft = {
    .name = "draft",
    .help =
        "usage: buoybench eval draft --mesh M --input D.csv [MESH OPTION]...\n"
        "\n"
        "Finds how deep a mesh floats: for each row of D.csv, the offset d of the water plane\n"
        "below which the mesh displaces the given volume, to one millionth of the mesh's own\n"
        "volume. It uses Newton's method on hydrostatics/auto/best.\n"
        "\n"
        "D.csv has the header nx,ny,nz,volume. The normal points up, out of the water, and may\n"
        "have any length > 0; d is in units of that length: the water is where\n"
        "nx x + ny y + nz z < d. Numbers are doubles. The output has the header d.\n"
        "\n"
        "  --mesh M       a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES]\n"
        "  --input D      the CSV file; - reads standard input\n"
        "  --open-ok      accept a mesh that is not closed; the answer is nan where it cannot\n"
        "                 displace that much with its open edges dry\n" CLI_CLOSED_HELP "\n"
        "examples:\n"
        "  printf 'nx,ny,nz,volume\\n0,0,1,0.25\\n' |\n"
        "      buoybench eval draft --mesh builtin:box --input -\n"
        "  buoybench eval draft --mesh hull.stl --input drafts.csv --repair\n",
    .run = run,
};
