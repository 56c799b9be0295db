// `buoybench gz`: the righting-arm curve of a floating body.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "commands.h"
#include "floating_options.h"
#include "gz_report.h"
#include "hull_frame.h"
#include "output.h"

enum {
    MOST_ROWS = 100000
};
#define MOST_DEGREES 1e6

struct gz_options {
    struct floating_options floating;
    double from, to, by; // degrees
    bool fixed_trim, kn;
    const char *out; // a folder, or NULL
    size_t count;    // of angles
};

// The number of angles; 0 after complaining.
static size_t count_angles(const struct gz_options *options) {
    if (options->from > options->to) {
        cli_bad("gz: --from %g is beyond --to %g", options->from, options->to);
        return 0;
    }
    if (!(options->by > 0.0)) {
        cli_bad("gz: --by %g is not above 0", options->by);
        return 0;
    }
    // The last angle may miss --to by the rounding of decimals.
    const double steps = (options->to - options->from) / options->by + 1e-9;
    if (!(steps < MOST_ROWS)) {
        cli_bad("gz: more than %d angles from %g to %g by %g", (int)MOST_ROWS, options->from,
                options->to, options->by);
        return 0;
    }
    return (size_t)steps + 1;
}

// The arm of buoyancy about the keel: GZ for a centre of mass at the height of the lowest vertex,
// halfway between the hull's sides.
static double keel_arm(const struct buoy_floating *body, const struct hull_frame *frame,
                       const struct buoy_righting_arm *arm) {
    const double *g = body->centre_of_mass, heel = arm->heel_degrees / DEGREES;
    const double off = buoy_dot(g, frame->s) - 0.5 * (frame->low[0] + frame->high[0]);
    return arm->arm + (buoy_dot(g, frame->k) - frame->low[2]) * sin(heel) - off * cos(heel);
}

static int find_arms(const struct gz_options *options, const struct buoy_floating *body,
                     double *angles, struct buoy_righting_arm *arms, struct listing *rows) {
    const size_t count = options->count;
    struct buoy_heeling heeling = {.fixed_trim = options->fixed_trim};
    for (int i = 0; i < 3; ++i) {
        heeling.up[i] = options->floating.up[i];
        heeling.axis[i] = options->floating.axis[i];
    }
    for (size_t i = 0; i < count; ++i) {
        angles[i] = options->from + (double)i * options->by;
    }
    struct buoy_error error;
    buoy_righting_arms(body, &heeling, angles, count, arms, &error);
    if (floating_check(&options->floating, &error) != 0) {
        return CLI_BAD;
    }
    struct gz_criteria criteria;
    if (options->out &&
        (gz_find_criteria(body, &heeling, &criteria) != 0 || output_prepare(options->out) != 0 ||
         gz_write_report(&criteria, arms, count, options->out) != 0)) {
        return CLI_BAD;
    }
    struct hull_frame frame;
    struct mesh_data hull = {0};
    hull_frame_make(heeling.up, heeling.axis, &frame); // parallel directions have been refused
    int status = options->kn ? cli_copy_mesh(body->mesh, &hull) : CLI_GOOD;
    if (options->kn && status == CLI_GOOD) {
        hull_frame_measure(&frame, &hull);
    }
    mesh_data_free(&hull);
    for (size_t i = 0; i < count && status == CLI_GOOD; ++i) {
        const double kn = options->kn ? keel_arm(body, &frame, &arms[i]) : 0.0;
        double numbers[] = {arms[i].heel_degrees, arms[i].arm,  kn,
                            arms[i].trim_degrees, arms[i].d,    arms[i].up[0],
                            arms[i].up[1],        arms[i].up[2]};
        if (!options->kn) {
            memmove(numbers + 2, numbers + 3, sizeof numbers - 3 * sizeof *numbers);
        }
        status = listing_add(rows, options->floating.mesh, numbers);
    }
    return status;
}

// The axis that the body heels about: x, y or z where it is one of them.
static const char *axis_name(const struct gz_options *options) {
    static const char *const names[] = {"x", "y", "z"};
    const double *e = options->floating.axis;
    for (int i = 0; i < 3; ++i) {
        if (e[(i + 1) % 3] == 0.0 && e[(i + 2) % 3] == 0.0) {
            return names[i];
        }
    }
    return "its axis";
}

// A row of nan is no answer: says how many there are, and what may help. So may it where the hull
// lies across the axis that nobody chose.
static int judge(const struct gz_options *options, const struct buoy_mesh *mesh,
                 const struct buoy_righting_arm *arms, size_t count) {
    static const char *const axes[3] = {"1,0,0", "0,1,0", "0,0,1"};
    size_t unknown = 0;
    for (size_t i = 0; i < count; ++i) {
        unknown += isnan(arms[i].arm);
    }
    // The mesh's longest side that is not upright, if the body heels about another one, and that is
    // shorter by a factor: 0 to 2, or −1.
    const double *e = options->floating.axis, *up = options->floating.up;
    struct buoy_mesh_info info;
    int longest = -1;
    buoy_mesh_get_info(mesh, &info, NULL);
    for (int i = 0; i < 3; ++i) {
        const bool upright = up[(i + 1) % 3] == 0.0 && up[(i + 2) % 3] == 0.0;
        if (!upright && (longest < 0 || info.half_extent[i] > info.half_extent[longest])) {
            longest = i;
        }
    }
    const double *half = info.half_extent;
    double along = 0.0; // the axis, of that length
    for (int i = 0; i < 3; ++i) {
        along += fabs(e[i]) * half[i] / hypot(hypot(e[0], e[1]), e[2]);
    }
    const int side = half[longest] > (unknown > 0 ? 1.0 + 1e-9 : 1.5) * along ? longest : -1;
    if (unknown == 0) {
        if (side >= 0 && !options->floating.axis_given) {
            floating_note(&options->floating,
                          "heels about x, though the hull is longest along %c: --axis %s heels it "
                          "about that",
                          "xyz"[side], axes[side]);
        }
        return CLI_GOOD;
    }
    if (side >= 0) {
        floating_note(
            &options->floating,
            "%zu of %zu rows are nan: does not float upright about %s: try --axis %s (the "
            "hull is longest along %c)",
            unknown, count, axis_name(options), axes[side], "xyz"[side]);
    } else {
        floating_note(
            &options->floating,
            "%zu of %zu rows are nan: the body trims until it stands on its end%s", unknown, count,
            options->floating.making.flags & BUOY_MESH_ACCEPT_OPEN ? ", or wets open edges" : "");
    }
    return CLI_FAILED;
}

static int answer(void *context, const struct floating_options *floating,
                  const struct buoy_mesh *mesh, struct listing *rows) {
    const struct gz_options *options = context;
    struct buoy_floating body;
    if (floating_weigh(floating, mesh, &body) != 0) {
        return CLI_BAD;
    }
    double *angles = malloc(options->count * sizeof *angles);
    struct buoy_righting_arm *arms = malloc(options->count * sizeof *arms);
    int status =
        angles && arms ? find_arms(options, &body, angles, arms, rows) : cli_out_of_memory();
    if (status == CLI_GOOD) {
        status = judge(options, mesh, arms, options->count);
    }
    free(arms);
    free(angles);
    return status;
}

static int run(int argc, char **argv) {
    struct gz_options gz = {.floating = FLOATING_DEFAULTS("gz"), .to = 90.0, .by = 5.0};
    struct cli_option options[] = {
        FLOATING_MESH_OPTIONS(&gz.floating),
        FLOATING_WEIGHT_OPTIONS(&gz.floating),
        CLI_REAL_OPTION("from", &gz.from, -MOST_DEGREES, MOST_DEGREES),
        CLI_REAL_OPTION("to", &gz.to, -MOST_DEGREES, MOST_DEGREES),
        CLI_REAL_OPTION("by", &gz.by, -MOST_DEGREES, MOST_DEGREES),
        CLI_FLAG_OPTION("fixed-trim", &gz.fixed_trim),
        CLI_FLAG_OPTION("kn", &gz.kn),
        CLI_TEXT_OPTION("out", &gz.out),
        {0},
    };
    if (floating_parse(argc, argv, options, &gz.floating) != 0) {
        return CLI_BAD;
    }
    if (!gz.floating.com_given) {
        cli_bad("gz: --com is missing: the arm depends on the centre of mass");
    } else if (hulls_refuse_several(&gz.floating.hulls, "gz: --out", gz.out) == 0) {
        gz.count = count_angles(&gz);
    }
    if (gz.count == 0) {
        hulls_free(&gz.floating.hulls);
        return CLI_BAD;
    }
    struct listing rows = {.header = gz.kn ? "heel_degrees,gz,kn,trim_degrees,d,nx,ny,nz"
                                           : "heel_degrees,gz,trim_degrees,d,nx,ny,nz",
                           .units = gz.kn ? "degrees,m,m,degrees,m,,," : "degrees,m,degrees,m,,,",
                           .columns = gz.kn ? 8 : 7};
    return floating_answer_all(&gz.floating, &rows, answer, &gz);
}

const struct command command_gz = {
    .name = "gz",
    .summary = "the righting-arm curve (GZ) of a body that heels and trims",
    .help =
        "usage: buoybench gz --mesh M... [--meshes LIST] (--mass KG | --density R) --com X,Y,Z\n"
        "                    [--water-density R] [--up X,Y,Z] [--axis X,Y,Z] [--from A] [--to B]\n"
        "                    [--by C] [--fixed-trim] [--kn] [--out DIR] [MESH OPTION]...\n"
        "\n"
        "Prints righting arms: for each angle of heel the horizontal arm of the couple of weight\n"
        "and buoyancy, positive where, at an angle above 0, it rights the body. The output is\n"
        "CSV with the header\n"
        "  heel_degrees,gz,trim_degrees,d,nx,ny,nz\n"
        "The body heels right-handed about the axis e: with s = up x e, the water's upward normal\n"
        "n is s sin(heel) + up cos(heel), in the mesh's frame, before it trims. It trims freely,\n"
        "from level downhill, until no moment acts across, and keeps the ratio n.s : n.up.\n"
        "trim_degrees is asin(-n.e), positive where the end towards +e is down. The water is\n"
        "where n.x < d; a row is nan where the body trims until it stands on its end. Everything "
        "is\n"
        "computed in double. Exit code: 0 if all arms are known, 1 if not.\n"
        "\n"
        "  --mesh M           a file (OBJ, STL, PLY, OFF, glTF, GLB) or "
        "builtin:NAME[:TRIANGLES]\n" HULLS_HELP LISTING_FORMAT_HELP
        "  --mass KG          the body's mass\n"
        "  --density R        or its mean density, kg/m3, and so its mass by the mesh's volume\n"
        "  --com X,Y,Z        its centre of mass, in the mesh's frame\n"
        "  --water-density R  kg/m3 (default 1025)\n"
        "  --up X,Y,Z         up when the body does not heel (default 0,0,1)\n"
        "  --axis X,Y,Z       the axis e; only its part across up counts (default 1,0,0)\n"
        "  --from A           first angle, degrees (default 0)\n"
        "  --to B             last angle (default 90)\n"
        "  --by C             step (default 5)\n"
        "  --fixed-trim       hold the body level along the axis\n"
        "  --kn               add a column kn behind gz: the arm of buoyancy about the keel, "
        "which\n"
        "                     is GZ for a centre of mass at the lowest vertex's height, halfway\n"
        "                     between the hull's sides: gz = kn - KG sin(heel) + TCG cos(heel)\n"
        "  --out DIR          write DIR/criteria.txt, with GM, areas to 30 and 40 degrees, the\n"
        "                     largest arm and the range of positive stability beside IMO's\n"
        "                     limits, and DIR/index.html, which draws the rows; where Node.js is\n"
        "                     installed, also gz.svg and trim.svg; for one mesh\n"
        "  --open-ok          accept a mesh that is not closed, with --mass; a row is nan where\n"
        "                     the body cannot float with its open edges dry\n" CLI_CLOSED_HELP "\n"
        "examples:\n"
        "  buoybench gz --mesh builtin:wigley:1300 --density 500 --com 0,0,-0.25\n"
        "  buoybench gz --mesh hull.stl --mass 50 --com .25,.25,.1 --from -60 --to 60 --repair\n",
    .run = run,
};
