// `buoybench curves`: curves of form, a mesh's hydrostatics at one draft after another.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "charts.h"
#include "commands.h"
#include "eval.h"
#include "floating_options.h"
#include "output.h"

enum {
    COLUMNS = 12,
    MOST_ROWS = 100000
};

static void print_row(const struct buoy_form *row) {
    const struct buoy_hydrostatics *at = &row->at;
    const double numbers[COLUMNS] = {
        row->draft,
        at->volume,
        at->centre[0],
        at->centre[1],
        at->centre[2],
        at->waterplane_area,
        at->waterplane_centroid[0],
        at->waterplane_centroid[1],
        at->waterplane_centroid[2],
        at->wetted_area,
        row->bm_transverse,
        row->bm_longitudinal,
    };
    eval_print_row(numbers, COLUMNS);
}

// Figures as naval architects draw them: the draft upwards.
static const struct {
    const char *file, *label, *lines[2];
    size_t at[2]; // in struct buoy_form
} drawn[] = {
    {"volume.svg", "displaced volume, m³", {"volume"}, {offsetof(struct buoy_form, at.volume)}},
    {"areas.svg",
     "area, m²",
     {"waterplane", "wetted"},
     {offsetof(struct buoy_form, at.waterplane_area), offsetof(struct buoy_form, at.wetted_area)}},
    {"radii.svg",
     "metacentric radius, m",
     {"bm_transverse", "bm_longitudinal"},
     {offsetof(struct buoy_form, bm_transverse), offsetof(struct buoy_form, bm_longitudinal)}},
};

static int write_figures(const struct buoy_form *rows, size_t count, const char *directory) {
    static const char *const figures[] = {"volume.", "areas.", "radii.", NULL};
    const char *told;
    double *numbers = malloc(3 * count * sizeof *numbers);
    if (!numbers) {
        return cli_out_of_memory();
    }
    json_t *charts = json_array();
    for (size_t i = 0; i < count; ++i) {
        numbers[i] = rows[i].draft;
    }
    for (size_t f = 0; f < sizeof drawn / sizeof *drawn; ++f) {
        struct chart_series lines[2];
        size_t line_count = 0;
        for (; line_count < 2 && drawn[f].lines[line_count]; ++line_count) {
            double *x = numbers + (line_count + 1) * count;
            for (size_t i = 0; i < count; ++i) {
                memcpy(&x[i], (const char *)&rows[i] + drawn[f].at[line_count], sizeof *x);
            }
            lines[line_count] = (struct chart_series){
                .name = drawn[f].lines[line_count], .count = count, .x = x, .y = numbers};
        }
        charts_add(charts, &(struct chart){.file = drawn[f].file,
                                           .title = "Curves of form",
                                           .description = drawn[f].label,
                                           .x_label = drawn[f].label,
                                           .y_label = "draft, m",
                                           .no_points = true,
                                           .series = lines,
                                           .count = line_count});
    }
    free(numbers);
    if (charts_write("Curves of form", "The numbers are those that curves prints.", charts, figures,
                     directory, &told) != 0) {
        return CLI_BAD;
    }
    fprintf(stderr, "curves: wrote %s/index.html%s\n", directory, told);
    return 0;
}

static int print_curves(const struct floating_options *options, const struct buoy_mesh *mesh,
                        size_t count, const char *directory) {
    struct buoy_form *rows = malloc(count * sizeof *rows);
    if (!rows) {
        return cli_out_of_memory();
    }
    struct buoy_error error;
    buoy_curves_of_form(mesh, options->up, NULL, count, rows, &error);
    int status = floating_check(options, &error);
    if (status == CLI_GOOD && directory) {
        status = write_figures(rows, count, directory);
    }
    if (status == CLI_GOOD) {
        puts("draft,volume,cx,cy,cz,waterplane_area,wx,wy,wz,wetted_area,bm_transverse,"
             "bm_longitudinal");
        for (size_t i = 0; i < count; ++i) {
            print_row(&rows[i]);
        }
    }
    free(rows);
    return status;
}

static int run(int argc, char **argv) {
    struct floating_options floating = FLOATING_DEFAULTS("curves");
    uint64_t count = 19;
    const char *directory = NULL;
    struct cli_option options[] = {FLOATING_MESH_OPTIONS(&floating),
                                   CLI_COUNT_OPTION("count", &count, 1, MOST_ROWS),
                                   CLI_TEXT_OPTION("out", &directory),
                                   {0}};
    struct buoy_mesh *mesh;
    if (floating_parse(argc, argv, options, &floating) != 0 ||
        cli_open_mesh(floating.mesh, &floating.making, &mesh) != 0) {
        return CLI_BAD;
    }
    const int status = directory && output_prepare(directory) != 0
                           ? CLI_BAD
                           : print_curves(&floating, mesh, (size_t)count, directory);
    buoy_mesh_destroy(mesh);
    return status;
}

const struct command command_curves = {
    .name = "curves",
    .summary = "curves of form: displacement, areas and metacentric radii against draft",
    .help =
        "usage: buoybench curves --mesh M [--up X,Y,Z] [--count N] [--out DIR] [MESH OPTION]...\n"
        "\n"
        "Prints a body's curves of form: its hydrostatics at N drafts that divide the height\n"
        "between keel (the lowest vertex) and top into N + 1 equal parts. The body is upright:\n"
        "the water is level across the direction up. Everything is computed in double. The\n"
        "output is CSV, in the mesh's units and frame, with the header\n"
        "  draft,volume,cx,cy,cz,waterplane_area,wx,wy,wz,wetted_area,bm_transverse,\n"
        "  bm_longitudinal\n"
        "on one line: draft is the height of the water above the keel, c the centre of\n"
        "buoyancy, w the waterplane's centroid (the centre of flotation), and bm the smaller and\n"
        "the larger metacentric radius, I / V.\n"
        "\n"
        "  --mesh M       a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES]\n"
        "  --up X,Y,Z     up, out of the water, in the mesh's frame (default 0,0,1)\n"
        "  --count N      number of rows (default 19: each 5 % of the height)\n"
        "  --out DIR      also draw them, in DIR/index.html and, where Node.js is installed, as\n"
        "                 volume.svg, areas.svg and radii.svg\n"
        "  --open-ok      accept a mesh that is not closed; numbers are nan where an edge that is\n"
        "                 open or wound inconsistently is under water\n" CLI_CLOSED_HELP "\n"
        "examples:\n"
        "  buoybench curves --mesh builtin:wigley:1300 --count 9\n"
        "  buoybench curves --mesh hull.stl --up 0,1,0 --repair\n",
    .run = run,
};
