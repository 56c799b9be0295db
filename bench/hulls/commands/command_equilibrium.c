// `buoybench equilibrium`: the attitudes in which a body floats at rest.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "commands.h"
#include "floating_options.h"
#include "hull_frame.h"

enum {
    COLUMNS = 16,
    MOST_ATTITUDES = 4096
};

struct search {
    struct buoy_equilibria_options options;
    struct hull_frame frame;
};

static double heel_of(const struct hull_frame *frame, const double up[3]) {
    const double heel = DEGREES * atan2(buoy_dot(up, frame->s), buoy_dot(up, frame->k));
    return heel > 1e-9 - 180.0 ? heel : 180.0;
}

static double trim_of(const struct hull_frame *frame, const double up[3]) {
    return DEGREES * asin(fmin(fmax(-buoy_dot(up, frame->e), -1.0), 1.0));
}

// An angle for people: 0 where rounding is all there is.
static double tidy(double degrees) {
    return fabs(degrees) < 1e-9 ? 0.0 : degrees;
}

// Rows are in the order of energy; who launches a boat looks for the one that it has beside a quay.
static void name_upright(const struct floating_options *options, const struct hull_frame *frame,
                         const struct buoy_attitude *attitudes, size_t count) {
    size_t best = count;
    for (size_t i = 0; i < count; ++i) {
        if (attitudes[i].stable && (best == count || buoy_dot(attitudes[i].up, frame->k) >
                                                         buoy_dot(attitudes[best].up, frame->k))) {
            best = i;
        }
    }
    if (best == count) {
        floating_note(options, "no stable attitude among %zu", count);
        return;
    }
    const struct buoy_attitude *a = &attitudes[best];
    const double off = buoy_dot(a->up, frame->k);
    floating_note(options,
                  "the stable attitude nearest to upright is row %zu of %zu, %.3g degrees from it: "
                  "heel %.3g, trim %.3g, least GM %.4g m",
                  best + 1, count, DEGREES * acos(fmin(fmax(off, -1.0), 1.0)),
                  tidy(heel_of(frame, a->up)), tidy(trim_of(frame, a->up)), a->gm_min);
}

static int find(const struct search *search, const struct floating_options *options,
                const struct buoy_floating *body, struct buoy_attitude *attitudes,
                struct listing *rows) {
    struct buoy_error error;
    size_t count = 0;
    buoy_equilibria(body, &search->options, attitudes, MOST_ATTITUDES, &count, &error);
    if (floating_check(options, &error) != 0) {
        return CLI_BAD;
    }
    if (count == 0) {
        return cli_bad("equilibrium: %s: no attitude of rest found%s", options->mesh,
                       options->making.flags & BUOY_MESH_ACCEPT_OPEN ? " with its open edges dry"
                                                                     : "");
    }
    int status = CLI_GOOD;
    for (size_t i = 0; i < count && status == CLI_GOOD; ++i) {
        // `stable` and `family` are whole numbers among reals.
        const double numbers[COLUMNS] = {attitudes[i].up[0],
                                         attitudes[i].up[1],
                                         attitudes[i].up[2],
                                         attitudes[i].d,
                                         attitudes[i].volume,
                                         attitudes[i].centre[0],
                                         attitudes[i].centre[1],
                                         attitudes[i].centre[2],
                                         attitudes[i].gm_min,
                                         attitudes[i].gm_max,
                                         attitudes[i].stable ? 1.0 : 0.0,
                                         attitudes[i].energy,
                                         attitudes[i].family ? 1.0 : 0.0,
                                         attitudes[i].d - hull_keel(body->mesh, attitudes[i].up),
                                         heel_of(&search->frame, attitudes[i].up),
                                         trim_of(&search->frame, attitudes[i].up)};
        status = listing_add(rows, options->mesh, numbers);
    }
    if (status == CLI_GOOD) {
        name_upright(options, &search->frame, attitudes, count);
    }
    return status;
}

static int answer(void *context, const struct floating_options *options,
                  const struct buoy_mesh *mesh, struct listing *rows) {
    struct buoy_floating body;
    if (floating_weigh(options, mesh, &body) != 0) {
        return CLI_BAD;
    }
    struct buoy_attitude *attitudes = malloc(MOST_ATTITUDES * sizeof *attitudes);
    const int status =
        attitudes ? find(context, options, &body, attitudes, rows) : cli_out_of_memory();
    free(attitudes);
    return status;
}

static int run(int argc, char **argv) {
    struct floating_options floating = FLOATING_DEFAULTS("equilibrium");
    struct search search = {.options = {.all = false}};
    struct cli_option options[] = {
        FLOATING_MESH_OPTIONS(&floating),
        FLOATING_WEIGHT_OPTIONS(&floating),
        CLI_FLAG_OPTION("all", &search.options.all),
        CLI_COUNT_OPTION("seed", &search.options.seed, 0, UINT64_MAX),
        {0},
    };
    if (floating_parse(argc, argv, options, &floating) != 0) {
        return CLI_BAD;
    }
    if (!hull_frame_make(floating.up, floating.axis, &search.frame)) {
        hulls_free(&floating.hulls);
        return cli_bad("equilibrium: --up and --axis are parallel");
    }
    struct listing rows = {.header = "nx,ny,nz,d,volume,cx,cy,cz,gm_min,gm_max,stable,energy,"
                                     "family,draft,heel_degrees,trim_degrees",
                           .units = ",,,m,m³,m,m,m,m,m,,m,,m,degrees,degrees",
                           .columns = COLUMNS};
    return floating_answer_all(&floating, &rows, answer, &search);
}

const struct command command_equilibrium = {
    .name = "equilibrium",
    .summary = "the attitudes in which a body floats at rest",
    .help =
        "usage: buoybench equilibrium --mesh M... [--meshes LIST] (--mass KG | --density R)\n"
        "                             [--com X,Y,Z] [--water-density R] [--up X,Y,Z]\n"
        "                             [--axis X,Y,Z] [--all] [--seed S] [MESH OPTION]...\n"
        "\n"
        "Finds the stable attitudes in which a body floats, lowest energy first, and names\n"
        "on stderr the stable one whose n is nearest to up. The output is\n"
        "CSV with the header\n"
        "  nx,ny,nz,d,volume,cx,cy,cz,gm_min,gm_max,stable,energy,family,draft,heel_degrees,\n"
        "  trim_degrees\n"
        "on one line.\n"
        "n points up, out of the water, in the mesh's frame, and has unit length; the water is\n"
        "where n.x < d; c is the centre of buoyancy; gm are the metacentric heights, metres, for\n"
        "the two principal axes of the waterplane; energy is n.(centre of mass - c), metres: the\n"
        "potential energy over the weight; stable is 1 or 0. draft is the height of the water\n"
        "above the lowest vertex. Heel and trim lead from up to n, as in 'buoybench gz'. Where a\n"
        "body stands on its end, the heel means nothing. Everything is computed in double.\n"
        "\n"
        "Attitudes within 0.01 degrees are one. Bodies of revolution float in whole families of\n"
        "attitudes: the lowest of a family stands for all of it, and its family is 1, else 0.\n"
        "\n"
        "  --mesh M           a file (OBJ, STL, PLY, OFF, glTF, GLB) or "
        "builtin:NAME[:TRIANGLES]\n" HULLS_HELP LISTING_FORMAT_HELP
        "  --mass KG          the body's mass\n"
        "  --density R        or its mean density, kg/m3, and so its mass by the mesh's volume\n"
        "  --com X,Y,Z        its centre of mass, in the mesh's frame (default: that of the\n"
        "                     uniform body)\n"
        "  --water-density R  kg/m3 (default 1025)\n"
        "  --up X,Y,Z         up where heel and trim are 0 (default 0,0,1)\n"
        "  --axis X,Y,Z       the axis of heel; only its part across up counts (default 1,0,0)\n"
        "  --all              also attitudes that are not stable\n"
        "  --seed S           search from other directions (default 0)\n"
        "  --open-ok          accept a mesh that is not closed, with --mass and --com; attitudes\n"
        "                     in which an open edge is wet do not count\n" CLI_CLOSED_HELP "\n"
        "examples:\n"
        "  buoybench equilibrium --mesh builtin:box --density 300 --all\n"
        "  buoybench equilibrium --mesh hull.stl --mass 50 --com .25,.25,.1 --repair\n",
    .run = run,
};
