// `eval` of a mesh at a pose in water of any shape: pressure, surface-drag, triangles, waterline.
#include <stdio.h>
#include <stdlib.h>

#include "buoyancy_pressure.h"
#include "cli.h"
#include "eval.h"
#include "eval_mesh.h"
#include "scratch.h"
#include "water_file.h"

struct immersed {
    // From the arguments.
    const char *mesh_name, *water_name, *kernel_name;
    struct cli_making making;
    unsigned decay; // 1: pressure of waves that dies away
    unsigned hide;  // 1: triangles that others hide
    double density, gravity, pool[6], current[3];
    double inertia[6]; // ixx, iyy, izz, ixy, ixz, iyz
    struct buoy_pose pose;
    struct buoy_surface_motion motion;
    struct buoy_pressure_detail detail;
    // What ask() makes of them.
    const char *family; // the word behind `eval`
    const struct buoy_kernel *kernel;
    struct buoy_mesh *mesh;
    size_t triangle_count;
    struct water_file file;
    struct buoy_region region;
    struct scratch scratch;
    struct buoy_pressure_query query;
    uint8_t *hidden;
    struct buoy_waterline waterline;
    struct buoy_pressure answer;
};

static struct immersed immersed_default(void) {
    return (struct immersed){
        .kernel_name = "pressure/auto/best",
        .density = BUOY_SEA_WATER,
        .gravity = BUOY_GRAVITY,
        .pose = buoy_pose_identity(),
    };
}

#define IMMERSED_OPTIONS(immersed)                                                                 \
    CLI_NUMBERS_OPTION("pool", (immersed)->pool, 6), CLI_NEEDED("mesh", &(immersed)->mesh_name),   \
        CLI_NEEDED("water", &(immersed)->water_name),                                              \
        CLI_REAL_OPTION("density", &(immersed)->density, 1e-12, 1e12),                             \
        CLI_REAL_OPTION("gravity", &(immersed)->gravity, 0.0, 1e12),                               \
        CLI_NUMBERS_OPTION("position", (immersed)->pose.position, 3),                              \
        CLI_NUMBERS_OPTION("rotation", (immersed)->pose.rotation, 4),                              \
        CLI_BIT_OPTION("decay", &(immersed)->decay, 1),                                            \
        CLI_TEXT_OPTION("kernel", &(immersed)->kernel_name),                                       \
        CLI_MAKING_OPTIONS(&(immersed)->making), PLUGINS_OPTION

#define TOLERANCE_OPTION(immersed)                                                                 \
    CLI_REAL_OPTION("tolerance", &(immersed)->detail.tolerance, 1e-12, 1e12)
#define MOTION_OPTIONS(immersed)                                                                   \
    CLI_NUMBERS_OPTION("current", (immersed)->current, 3),                                         \
        CLI_NUMBERS_OPTION("velocity", (immersed)->motion.velocity, 3),                            \
        CLI_NUMBERS_OPTION("spin", (immersed)->motion.angular_velocity, 3),                        \
        CLI_REAL_OPTION("drag", &(immersed)->motion.drag, 0.0, 1e6),                               \
        CLI_REAL_OPTION("lift", &(immersed)->motion.lift, 0.0, 1e6),                               \
        CLI_REAL_OPTION("skin", &(immersed)->motion.skin, 0.0, 1e6)

// ------------------------------------------------------------------------------------ asking

static int prepare(int argc, char **argv, struct cli_option *options, struct immersed *immersed) {
    if (eval_parse(argc, argv, options) != 0 ||
        eval_select_kernel("pressure", immersed->kernel_name, &immersed->kernel) != 0 ||
        water_file_read(immersed->water_name, immersed->gravity, &immersed->file) != 0 ||
        cli_open_mesh(immersed->mesh_name, &immersed->making, &immersed->mesh) != 0 ||
        scratch_make(buoy_pressure_scratch_bytes(immersed->mesh, NULL), &immersed->scratch) != 0) {
        return CLI_BAD;
    }
    struct buoy_mesh_info info;
    buoy_mesh_get_info(immersed->mesh, &info, NULL);
    immersed->triangle_count = info.triangle_count;
    immersed->family = argv[1];
    struct buoy_water *water = &immersed->file.water;
    water->density = immersed->density;
    if (immersed->decay) {
        water->wave_pressure = BUOY_WAVES_DECAY;
    }
    for (int i = 0; i < 3; ++i) {
        water->current[i] = immersed->file.orbital.current[i] = immersed->current[i];
        immersed->region.low[i] = immersed->pool[i];
        immersed->region.high[i] = immersed->pool[3 + i];
    }
    if (cli_given(options, "pool")) {
        water->region = &immersed->region;
    }
    immersed->query = (struct buoy_pressure_query){
        .mesh = immersed->mesh,
        .pose = immersed->pose,
        .water = &immersed->file.water,
        .scratch = immersed->scratch.memory,
        .scratch_bytes = immersed->scratch.bytes,
    };
    return 0;
}

// Asks the kernel, or in detail, which no kernel does.
static int ask(struct immersed *immersed, struct buoy_waterline *waterline, bool in_detail) {
    struct buoy_error error;
    immersed->query.kernel = immersed->kernel;
    enum buoy_status status =
        in_detail ? buoy_pressure_in_detail(&immersed->query, &immersed->detail, &immersed->answer,
                                            &error)
                  : buoy_pressure_compute(&immersed->query, waterline, &immersed->answer, &error);
    return status == BUOY_OK ? 0 : cli_bad("eval %s: %s", immersed->family, error.message);
}

// Answers by the function of a family, which prints last.
static int run(int argc, char **argv, struct cli_option *options, struct immersed *immersed,
               int (*answer)(struct immersed *immersed, const struct cli_option *options)) {
    int status = prepare(argc, argv, options, immersed);
    status = status == 0 ? answer(immersed, options) : status;
    if (status == 0 && !cli_given(options, "rotation") &&
        immersed->file.water.kind != BUOY_WATER_PLANE) {
        cli_note_up(immersed->mesh_name, immersed->family,
                    "--rotation .70710678,0,0,.70710678 (or 0,0,0,1)");
    }
    free(immersed->detail.triangles);
    free(immersed->waterline.points);
    free(immersed->hidden);
    scratch_free(&immersed->scratch);
    buoy_mesh_destroy(immersed->mesh);
    water_file_free(&immersed->file);
    return status;
}

static int refuse_kernel(const struct immersed *immersed, const struct cli_option *options) {
    return cli_given(options, "kernel")
               ? cli_bad("eval %s: no kernel answers in detail; leave out --kernel",
                         immersed->family)
               : 0;
}

// ------------------------------------------------------------------------------------- helps

#define TOLERANCE_HELP                                                                             \
    "  --tolerance T  cut triangles into pieces until the level assumed over each is within T\n"   \
    "                 metres of the water's; without it, levels are linear over triangles\n"

#define IMMERSED_USAGE_HELP                                                                        \
    "--position and --rotation place the mesh's frame in the world; without them it is the\n"      \
    "world's. W.json describes the water. Planes and the time of waves are doubles; the numbers\n" \
    "of grids and of single waves are rounded to 32-bit floats. Only period, time, decay and\n"    \
    "orbital may be left out; other keys are refused:\n" WATER_FILE_HELP "\n"
#define IMMERSED_OPTIONS_HELP                                                                      \
    EVAL_MESH_HELP                                                                                 \
    "  --water W      the JSON file; - reads standard input\n"                                     \
    "  --position P   x,y,z of the mesh's origin in the world (default 0,0,0)\n"                   \
    "  --rotation Q   x,y,z,w: a unit quaternion, from the mesh's frame to the world's\n"          \
    "                 (default 0,0,0,1)\n"                                                         \
    "  --density R    density of the water, kg per cubic metre (default 1025)\n"                   \
    "  --gravity G    gravity, metres per second squared (default 9.81)\n"                         \
    "  --pool B       the part of the world that has water: x,y,z of its lowest corner, then "     \
    "of\n"                                                                                         \
    "                 its highest\n"                                                               \
    "  --decay        the pressure below waves dies away with depth, as in deep water; "           \
    "without\n"                                                                                    \
    "                 it, it is that of still water as high as the wave\n"                         \
    "  --kernel ID    the kernel, or a glob that matches just one (default\n"                      \
    "                 pressure/auto/best)\n" EVAL_PLUGIN_HELP EVAL_OPEN_HELP CLI_CLOSED_HELP
#define MOTION_HELP                                                                                \
    "  --velocity V   x,y,z: of the mesh's origin, metres per second (default 0,0,0)\n"            \
    "  --spin W       x,y,z: the angular velocity, radians per second (default 0,0,0)\n"           \
    "  --drag C       the coefficient of drag, 0 to 1e6 (default 0)\n"                             \
    "  --lift C       the coefficient of lift, 0 to 1e6 (default 0)\n"                             \
    "  --skin C       the coefficient of skin friction, 0 to 1e6 (default 0)\n"                    \
    "  --current V    x,y,z: the water's velocity, metres per second (default 0,0,0)\n"

// ---------------------------------------------------------------------------------- pressure

#define PRESSURE_HEADER "fx,fy,fz,tx,ty,tz,wetted_area"

static void print(const char *header, const struct buoy_pressure *answer, size_t columns) {
    double row[13];
    for (int i = 0; i < 3; ++i) {
        row[i] = answer->force[i];
        row[3 + i] = answer->torque[i];
        row[7 + i] = answer->drag_force[i];
        row[10 + i] = answer->drag_torque[i];
    }
    row[6] = answer->wetted_area;
    puts(header);
    eval_print_row(row, columns);
}

static int answer_pressure(struct immersed *immersed, const struct cli_option *options) {
    const bool in_detail = immersed->detail.tolerance > 0.0;
    if ((in_detail && refuse_kernel(immersed, options) != 0) ||
        ask(immersed, NULL, in_detail) != 0) {
        return CLI_BAD;
    }
    print(PRESSURE_HEADER, &immersed->answer, 7);
    return 0;
}

static int run_pressure(int argc, char **argv) {
    struct immersed immersed = immersed_default();
    struct cli_option options[] = {IMMERSED_OPTIONS(&immersed), TOLERANCE_OPTION(&immersed), {0}};
    return run(argc, argv, options, &immersed, answer_pressure);
}

const struct eval_family eval_pressure = {
    .name = "pressure",
    .help = "usage: buoybench eval pressure --mesh M --water W.json [--position P] [--rotation Q]\n"
            "                               [--density R] [--gravity G] [--pool B] [--decay]\n"
            "                               [--kernel ID | --tolerance T] [--plugin X]...\n"
            "                               [MESH OPTION]...\n"
            "\n"
            "Prints the force of the water on the mesh in newtons, its torque about the mesh's\n"
            "origin, and the wetted area: one CSV row with the header " PRESSURE_HEADER ",\n"
            "with enough digits to get the same bits back, in the world's frame.\n"
            "\n" IMMERSED_USAGE_HELP TOLERANCE_HELP IMMERSED_OPTIONS_HELP "\n"
            "examples:\n"
            "  printf '{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0}' |\n"
            "      buoybench eval pressure --mesh builtin:wigley:1300 --water -\n"
            "  buoybench eval pressure --mesh hull.stl --water sea.json --density 1000\n"
            "  buoybench eval pressure --mesh builtin:box --water sea.json --tolerance 0.001\n",
    .run = run_pressure,
};

// ------------------------------------------------------------------------------ surface-drag

#define DRAG_HEADER PRESSURE_HEADER ",drag_fx,drag_fy,drag_fz,drag_tx,drag_ty,drag_tz"

static int find_hidden(struct immersed *immersed) {
    struct buoy_error error;
    immersed->hidden = malloc(immersed->triangle_count + 1);
    if (!immersed->hidden) {
        return cli_out_of_memory();
    }
    immersed->motion.hidden = immersed->hidden;
    return buoy_mesh_find_hidden(immersed->mesh, immersed->hidden, &error) == BUOY_OK
               ? 0
               : cli_bad("%s: %s", immersed->mesh_name, error.message);
}

static int answer_surface_drag(struct immersed *immersed, const struct cli_option *options) {
    struct buoy_surface_motion *motion = &immersed->motion;
    if (motion->dt > 0.0 && !cli_given(options, "mass")) {
        return cli_bad("eval surface-drag: with --step, --mass is missing");
    }
    if (cli_given(options, "inertia") &&
        !eval_invert_inertia(immersed->inertia, motion->inverse_inertia)) {
        return cli_bad("eval surface-drag: --inertia is not positive definite");
    }
    immersed->query.motion = motion;
    if ((immersed->hide && find_hidden(immersed) != 0) || ask(immersed, NULL, false) != 0) {
        return CLI_BAD;
    }
    print(DRAG_HEADER, &immersed->answer, 13);
    return 0;
}

static int run_surface_drag(int argc, char **argv) {
    struct immersed immersed = immersed_default();
    struct buoy_surface_motion *motion = &immersed.motion;
    struct cli_option options[] = {
        IMMERSED_OPTIONS(&immersed),
        MOTION_OPTIONS(&immersed),
        CLI_BIT_OPTION("hide", &immersed.hide, 1),
        CLI_REAL_OPTION("step", &motion->dt, 0.0, 1e30),
        CLI_REAL_OPTION("mass", &motion->mass, 1e-30, 1e30),
        CLI_NUMBERS_OPTION("inertia", immersed.inertia, 6),
        CLI_NUMBERS_OPTION("com", motion->centre_of_mass, 3),
        {0},
    };
    return run(argc, argv, options, &immersed, answer_surface_drag);
}

const struct eval_family eval_surface_drag = {
    .name = "surface-drag",
    .help =
        "usage: buoybench eval surface-drag --mesh M --water W.json [--velocity V] [--spin W]\n"
        "                                   [--drag C] [--lift C] [--skin C] [--hide]\n"
        "                                   [--current V] [--step S --mass M [--com X]\n"
        "                                   [--inertia I]] [--position P] [--rotation Q]\n"
        "                                   [--density R] [--gravity G] [--pool B] [--decay]\n"
        "                                   [--kernel ID] [--plugin X]...\n"
        "                                   [MESH OPTION]...\n"
        "\n"
        "Prints the force of the water's pressure on a mesh that moves, its torque about the\n"
        "mesh's origin, the wetted area, and, beside these, the force and torque of drag, lift\n"
        "and skin friction on the triangles: one CSV row with the header\n"
        "  " DRAG_HEADER "\n"
        "with enough digits to get the same bits back, in the world's frame.\n"
        "\n"
        "--position and --rotation place the mesh's frame in the world; without them it is the\n"
        "world's. W.json describes the water, as for 'eval pressure'.\n"
        "\n" MOTION_HELP "  --hide         leave out triangles that other parts of the mesh hide\n"
        "  --step S       the step in seconds within which drag and lift add no energy (default "
        "0:\n"
        "                 forces as they are now)\n"
        "  --mass M       of the body, kg; needed with --step\n"
        "  --com X        x,y,z: the centre of mass in the mesh's frame (default 0,0,0)\n"
        "  --inertia I    ixx,iyy,izz,ixy,ixz,iyz about the centre of mass, mesh's axes:\n"
        "                 ixx = integral of y^2 + z^2 dm, ixy = -integral of x y dm; without it\n"
        "                 the body cannot be turned\n" IMMERSED_OPTIONS_HELP "\n"
        "examples:\n"
        "  printf '{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0}' |\n"
        "      buoybench eval surface-drag --mesh builtin:box --water - --velocity 2,0,0 --drag 1\n"
        "  buoybench eval surface-drag --mesh hull.stl --water sea.json --velocity 5,0,0 --drag 1\n"
        "      --lift 1 --skin 0.003 --step 0.0167 --mass 800 --inertia 200,400,400,0,0,0\n",
    .run = run_surface_drag,
};

// --------------------------------------------------------------------------------- triangles

#define TRIANGLES_HEADER                                                                           \
    "x,y,z,nx,ny,nz,depth,area,fx,fy,fz,tx,ty,tz,drag_fx,drag_fy,drag_fz,drag_tx,drag_ty,drag_tz"

static int answer_triangles(struct immersed *immersed, const struct cli_option *options) {
    const size_t count = immersed->triangle_count;
    struct buoy_triangle_force *triangles = malloc((count + 1) * sizeof *triangles);
    immersed->query.motion = &immersed->motion;
    immersed->detail.triangles = triangles;
    if (!triangles) {
        return cli_out_of_memory();
    }
    if (refuse_kernel(immersed, options) != 0 || ask(immersed, NULL, true) != 0) {
        return CLI_BAD;
    }
    puts(TRIANGLES_HEADER);
    for (size_t t = 0; t < count; ++t) {
        double row[20];
        for (int i = 0; i < 3; ++i) {
            row[i] = triangles[t].position[i];
            row[3 + i] = triangles[t].normal[i];
            row[8 + i] = triangles[t].force[i];
            row[11 + i] = triangles[t].torque[i];
            row[14 + i] = triangles[t].drag_force[i];
            row[17 + i] = triangles[t].drag_torque[i];
        }
        row[6] = triangles[t].depth;
        row[7] = triangles[t].area;
        eval_print_row(row, 20);
    }
    return 0;
}

static int run_triangles(int argc, char **argv) {
    struct immersed immersed = immersed_default();
    struct cli_option options[] = {
        IMMERSED_OPTIONS(&immersed), TOLERANCE_OPTION(&immersed), MOTION_OPTIONS(&immersed), {0}};
    return run(argc, argv, options, &immersed, answer_triangles);
}

const struct eval_family eval_triangles = {
    .name = "triangles",
    .help =
        "usage: buoybench eval triangles --mesh M --water W.json [--tolerance T] [--velocity V]\n"
        "                                [--spin W] [--drag C] [--lift C] [--skin C]\n"
        "                                [--current V] [--position P] [--rotation Q]\n"
        "                                [--density R] [--gravity G] [--pool B] [--decay]\n"
        "                                [MESH OPTION]...\n"
        "\n"
        "Prints what the water does to each triangle of the mesh: one CSV row for each, in the\n"
        "mesh's order, with the header\n"
        "  " TRIANGLES_HEADER "\n"
        "x,y,z is where the pressure acts, for a dry triangle its centre; then its outward\n"
        "normal, the mean depth of its submerged part, and the area of that; the force of the\n"
        "pressure, and its torque about the mesh's origin; force and torque of drag, lift and\n"
        "friction. All in the world's frame. The rows add up to what 'eval surface-drag' prints.\n"
        "\n" IMMERSED_USAGE_HELP "\n" MOTION_HELP TOLERANCE_HELP EVAL_MESH_HELP
        "  --water W      the JSON file; - reads standard input\n"
        "  --position P, --rotation Q, --density R, --gravity G, --pool B, --decay, --open-ok,\n"
        "  --repair       as for 'eval pressure'\n"
        "\n"
        "examples:\n"
        "  printf '{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0}' |\n"
        "      buoybench eval triangles --mesh builtin:box --water -\n"
        "  buoybench eval triangles --mesh hull.stl --water sea.json --tolerance 0.01\n",
    .run = run_triangles,
};

// --------------------------------------------------------------------------------- waterline

#define WATERLINE_HEADER "x0,y0,z0,x1,y1,z1"

// The first answer says how many segments there are.
static int answer_waterline(struct immersed *immersed, const struct cli_option *options) {
    struct buoy_waterline *waterline = &immersed->waterline;
    (void)options;
    int status = ask(immersed, waterline, false);
    if (status == 0 && waterline->count > 0) {
        waterline->capacity = waterline->count;
        waterline->points = malloc(waterline->capacity * 6 * sizeof *waterline->points);
        status = waterline->points ? ask(immersed, waterline, false) : cli_out_of_memory();
    }
    if (status == 0) {
        puts(WATERLINE_HEADER);
        for (size_t i = 0; i < waterline->count; ++i) {
            eval_print_row(waterline->points + 6 * i, 6);
        }
    }
    return status;
}

static int run_waterline(int argc, char **argv) {
    struct immersed immersed = immersed_default();
    struct cli_option options[] = {IMMERSED_OPTIONS(&immersed), {0}};
    return run(argc, argv, options, &immersed, answer_waterline);
}

const struct eval_family eval_waterline = {
    .name = "waterline",
    .help =
        "usage: buoybench eval waterline --mesh M --water W.json [--position P] [--rotation Q]\n"
        "                                [--density R] [--gravity G] [--pool B] [--decay]\n"
        "                                [--kernel ID] [--plugin X]... [MESH OPTION]...\n"
        "\n"
        "Prints where the water meets the mesh: one CSV row for the segment on each triangle that\n"
        "has corners above and below the water, with the header " WATERLINE_HEADER ":\n"
        "where it starts and where it ends, in the world's frame. Seen from above, the body is on\n"
        "the left, so that the waterline runs counter-clockwise around it. Segments come in the\n"
        "order of the mesh's triangles; neighbours share their ends to the bit. If there is no\n"
        "waterline, there is the header alone.\n"
        "\n" IMMERSED_USAGE_HELP IMMERSED_OPTIONS_HELP "\n"
        "examples:\n"
        "  printf '{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0}' |\n"
        "      buoybench eval waterline --mesh builtin:wigley:1300 --water -\n"
        "  buoybench eval waterline --mesh hull.stl --water sea.json --position 0,0,-0.5\n",
    .run = run_waterline,
};
