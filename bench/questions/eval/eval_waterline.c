// `buoybench eval waterline`: where the water meets a mesh.
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "eval.h"
#include "eval_immersed.h"

#define HEADER "x0,y0,z0,x1,y1,z1"

// Sets `waterline` to all segments; the caller frees its points. The first answer says how many
// there are.
static int find(const struct eval_immersed *immersed, struct buoy_waterline *waterline) {
    struct buoy_pressure answer;
    *waterline = buoy_waterline_default();
    int status = eval_immersed_ask(immersed, waterline, &answer);
    if (status == 0 && waterline->count > 0) {
        waterline->capacity = waterline->count;
        waterline->points = malloc(waterline->capacity * 6 * sizeof *waterline->points);
        status = waterline->points ? eval_immersed_ask(immersed, waterline, &answer)
                                   : cli_out_of_memory();
    }
    return status;
}

static int run(int argc, char **argv) {
    struct eval_immersed immersed = eval_immersed_default("waterline");
    struct cli_option options[] = {EVAL_IMMERSED_OPTIONS(&immersed), {0}};
    struct buoy_waterline waterline = {.points = NULL};
    int status = eval_immersed_open(argc, argv, options, &immersed);
    if (status == 0) {
        status = find(&immersed, &waterline);
    }
    if (status == 0) {
        puts(HEADER);
        for (size_t i = 0; i < waterline.count; ++i) {
            eval_print_row(waterline.points + 6 * i, 6);
        }
    }
    free(waterline.points);
    eval_immersed_free(&immersed);
    return status;
}

const struct eval_family eval_waterline = {
    .name = "waterline",
    .help =
        "usage: buoybench eval waterline --mesh M --water W.json [--position P] [--rotation Q]\n"
        "                                [--density R] [--gravity G] [--pool B] [--decay]\n"
        "                                [--kernel ID] [--plugin X]... [MESH OPTION]...\n"
        "\n"
        "Prints where the water meets the mesh: one CSV row for the segment on each triangle that\n"
        "has corners above and below the water, with the header " HEADER ":\n"
        "where it starts and where it ends, in the world's frame. Seen from above, the body is on\n"
        "the left, so that the waterline runs counter-clockwise around it. Segments come in the\n"
        "order of the mesh's triangles; neighbours share their ends to the bit. If there is no\n"
        "waterline, there is the header alone.\n"
        "\n" EVAL_IMMERSED_USAGE_HELP EVAL_IMMERSED_OPTIONS_HELP "\n"
        "examples:\n"
        "  printf '{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0}' |\n"
        "      buoybench eval waterline --mesh builtin:wigley:1300 --water -\n"
        "  buoybench eval waterline --mesh hull.stl --water sea.json --position 0,0,-0.5\n",
    .run = run,
};
