// `buoybench equilibrium`: the attitudes in which a body floats at rest.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/vector.h"
#include "commands.h"
#include "eval.h"
#include "floating_options.h"

enum {
    MOST_ATTITUDES = 4096
};

// The frame that heel and trim are measured in, as in `gz`: across, along the axis, up.
struct frame {
    double s[3], e[3], k[3];
};

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// False if up and the axis are parallel.
static bool make_frame(const double up[3], const double axis[3], struct frame *frame) {
    for (int i = 0; i < 3; ++i) {
        frame->k[i] = up[i];
        frame->e[i] = axis[i];
    }
    buoy_unit(frame->k);
    buoy_unit(frame->e);
    const double along = dot(frame->e, frame->k);
    for (int i = 0; i < 3; ++i) {
        frame->e[i] -= along * frame->k[i];
    }
    const double length = sqrt(dot(frame->e, frame->e));
    for (int i = 0; i < 3; ++i) {
        frame->e[i] /= length;
    }
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, l = (i + 2) % 3;
        frame->s[i] = frame->k[j] * frame->e[l] - frame->k[l] * frame->e[j];
    }
    return length > 1e-6; // as buoy_righting_arms()
}

// The offset of the water that only touches the lowest vertex.
static double keel_of(const struct buoy_mesh *mesh, const double up[3]) {
    const double at_keel = 0.0;
    struct buoy_form form = {.d = (double)NAN};
    buoy_curves_of_form(mesh, up, &at_keel, 1, &form, NULL);
    return form.d;
}

static void print_attitude(const struct buoy_mesh *mesh, const struct frame *frame,
                           const struct buoy_attitude *a) {
    const double degrees = 57.295779513082321, along = dot(a->up, frame->e);
    const double heel = degrees * atan2(dot(a->up, frame->s), dot(a->up, frame->k));
    // `stable` and `family` are whole numbers among reals.
    const double numbers[] = {a->up[0],
                              a->up[1],
                              a->up[2],
                              a->d,
                              a->volume,
                              a->centre[0],
                              a->centre[1],
                              a->centre[2],
                              a->gm_min,
                              a->gm_max,
                              a->stable ? 1.0 : 0.0,
                              a->energy,
                              a->family ? 1.0 : 0.0,
                              a->d - keel_of(mesh, a->up),
                              heel > 1e-9 - 180.0 ? heel : 180.0,
                              degrees * asin(fmin(fmax(-along, -1.0), 1.0))};
    eval_print_row(numbers, sizeof numbers / sizeof *numbers);
}

static int print_attitudes(const struct floating_options *options,
                           const struct buoy_equilibria_options *search, const struct frame *frame,
                           const struct buoy_floating *body, struct buoy_attitude *attitudes) {
    struct buoy_error error;
    size_t count = 0;
    buoy_equilibria(body, search, attitudes, MOST_ATTITUDES, &count, &error);
    if (floating_check(options, &error) != 0) {
        return CLI_BAD;
    }
    if (count == 0) {
        return cli_bad("equilibrium: %s: no attitude of rest found%s", options->mesh,
                       options->making.flags & BUOY_MESH_ACCEPT_OPEN ? " with its open edges dry"
                                                                     : "");
    }
    puts("nx,ny,nz,d,volume,cx,cy,cz,gm_min,gm_max,stable,energy,family,draft,heel_degrees,"
         "trim_degrees");
    for (size_t i = 0; i < count; ++i) {
        print_attitude(body->mesh, frame, &attitudes[i]);
    }
    return CLI_GOOD;
}

static int answer(const struct floating_options *options,
                  const struct buoy_equilibria_options *search, const struct frame *frame,
                  const struct buoy_mesh *mesh) {
    struct buoy_floating body;
    if (floating_weigh(options, mesh, &body) != 0) {
        return CLI_BAD;
    }
    struct buoy_attitude *attitudes = malloc(MOST_ATTITUDES * sizeof *attitudes);
    const int status =
        attitudes ? print_attitudes(options, search, frame, &body, attitudes) : cli_out_of_memory();
    free(attitudes);
    return status;
}

static int run(int argc, char **argv) {
    struct floating_options floating = FLOATING_DEFAULTS("equilibrium");
    struct frame frame;
    struct buoy_equilibria_options search = {0};
    struct cli_option options[] = {
        FLOATING_MESH_OPTIONS(&floating),
        FLOATING_WEIGHT_OPTIONS(&floating),
        CLI_FLAG_OPTION("all", &search.all),
        CLI_COUNT_OPTION("seed", &search.seed, 0, UINT64_MAX),
        {0},
    };
    if (floating_parse(argc, argv, options, &floating) != 0) {
        return CLI_BAD;
    }
    if (!make_frame(floating.up, floating.axis, &frame)) {
        return cli_bad("equilibrium: --up and --axis are parallel");
    }
    struct buoy_mesh *mesh;
    if (cli_open_mesh(floating.mesh, &floating.making, &mesh) != 0) {
        return CLI_BAD;
    }
    const int status = answer(&floating, &search, &frame, mesh);
    buoy_mesh_destroy(mesh);
    return status;
}

const struct command command_equilibrium = {
    .name = "equilibrium",
    .summary = "the attitudes in which a body floats at rest",
    .help =
        "usage: buoybench equilibrium --mesh M (--mass KG | --density R) [--com X,Y,Z]\n"
        "                             [--water-density R] [--up X,Y,Z] [--axis X,Y,Z] [--all]\n"
        "                             [--seed S] [MESH OPTION]...\n"
        "\n"
        "Finds the stable attitudes in which a body floats, lowest energy first. The output is\n"
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
        "  --mesh M           a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES]\n"
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
