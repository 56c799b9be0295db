// `buoybench eval surface-drag`: drag, lift and skin friction of a mesh that moves in water of any
// shape.
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "eval.h"
#include "eval_immersed.h"

#define HEADER "fx,fy,fz,tx,ty,tz,wetted_area,drag_fx,drag_fy,drag_fz,drag_tx,drag_ty,drag_tz"

struct moving {
    struct eval_immersed immersed;
    struct buoy_surface_motion motion;
    double inertia[6]; // ixx, iyy, izz, ixy, ixz, iyz
    unsigned hide;
    uint8_t *hidden;
};

static int find_hidden(struct moving *moving) {
    struct buoy_mesh_info info;
    struct buoy_error error;
    buoy_mesh_get_info(moving->immersed.mesh, &info, NULL);
    moving->hidden = malloc(info.triangle_count + 1);
    if (!moving->hidden) {
        return cli_out_of_memory();
    }
    moving->motion.hidden = moving->hidden;
    return buoy_mesh_find_hidden(moving->immersed.mesh, moving->hidden, &error) == BUOY_OK
               ? 0
               : cli_bad("%s: %s", moving->immersed.mesh_name, error.message);
}

static int answer(struct moving *moving, struct buoy_pressure *answer) {
    if (moving->hide && find_hidden(moving) != 0) {
        return CLI_BAD;
    }
    moving->immersed.query.motion = &moving->motion;
    return eval_immersed_ask(&moving->immersed, NULL, answer);
}

static void print(const struct buoy_pressure *answer) {
    double row[13];
    for (int i = 0; i < 3; ++i) {
        row[i] = answer->force[i];
        row[3 + i] = answer->torque[i];
        row[7 + i] = answer->drag_force[i];
        row[10 + i] = answer->drag_torque[i];
    }
    row[6] = answer->wetted_area;
    puts(HEADER);
    eval_print_row(row, 13);
}

// What the step needs.
static int check_step(const struct cli_option *options, struct moving *moving) {
    if (moving->motion.dt > 0.0 && !cli_given(options, "mass")) {
        return cli_bad("eval surface-drag: with --step, --mass is missing");
    }
    return !cli_given(options, "inertia") ||
                   eval_invert_inertia(moving->inertia, moving->motion.inverse_inertia)
               ? 0
               : cli_bad("eval surface-drag: --inertia is not positive definite");
}

static int run(int argc, char **argv) {
    struct moving moving = {.immersed = eval_immersed_default("surface-drag"),
                            .motion = buoy_surface_motion_default()};
    struct buoy_surface_motion *motion = &moving.motion;
    struct buoy_pressure result;
    struct cli_option options[] = {
        EVAL_IMMERSED_OPTIONS(&moving.immersed),
        CLI_NUMBERS_OPTION("current", moving.immersed.current, 3),
        CLI_NUMBERS_OPTION("velocity", motion->velocity, 3),
        CLI_NUMBERS_OPTION("spin", motion->angular_velocity, 3),
        CLI_REAL_OPTION("drag", &motion->drag, 0.0, 1e6),
        CLI_REAL_OPTION("lift", &motion->lift, 0.0, 1e6),
        CLI_REAL_OPTION("skin", &motion->skin, 0.0, 1e6),
        CLI_BIT_OPTION("hide", &moving.hide, 1),
        CLI_REAL_OPTION("step", &motion->dt, 0.0, 1e30),
        CLI_REAL_OPTION("mass", &motion->mass, 1e-30, 1e30),
        CLI_NUMBERS_OPTION("inertia", moving.inertia, 6),
        CLI_NUMBERS_OPTION("com", motion->centre_of_mass, 3),
        {0},
    };
    int status = eval_immersed_open(argc, argv, options, &moving.immersed);
    if (status == 0) {
        status = check_step(options, &moving);
    }
    if (status == 0) {
        status = answer(&moving, &result);
    }
    if (status == 0) {
        print(&result);
    }
    free(moving.hidden);
    eval_immersed_free(&moving.immersed);
    return status;
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
        "  " HEADER "\n"
        "with enough digits to get the same bits back, in the world's frame.\n"
        "\n"
        "--position and --rotation place the mesh's frame in the world; without them it is the\n"
        "world's. W.json describes the water, as for 'eval pressure'.\n"
        "\n"
        "  --velocity V   x,y,z: of the mesh's origin, metres per second (default 0,0,0)\n"
        "  --spin W       x,y,z: the angular velocity, radians per second (default 0,0,0)\n"
        "  --drag C       the coefficient of drag, 0 to 1e6 (default 0)\n"
        "  --lift C       the coefficient of lift, 0 to 1e6 (default 0)\n"
        "  --skin C       the coefficient of skin friction, 0 to 1e6 (default 0)\n"
        "  --current V    x,y,z: the water's velocity, metres per second (default 0,0,0)\n"
        "  --hide         leave out triangles that other parts of the mesh hide\n"
        "  --step S       the step in seconds within which drag and lift add no energy (default "
        "0:\n"
        "                 forces as they are now)\n"
        "  --mass M       of the body, kg; needed with --step\n"
        "  --com X        x,y,z: the centre of mass in the mesh's frame (default 0,0,0)\n"
        "  --inertia I    ixx,iyy,izz,ixy,ixz,iyz about the centre of mass, mesh's axes:\n"
        "                 ixx = integral of y^2 + z^2 dm, ixy = -integral of x y dm; without it\n"
        "                 the body cannot be turned\n" EVAL_IMMERSED_OPTIONS_HELP "\n"
        "examples:\n"
        "  printf '{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0}' |\n"
        "      buoybench eval surface-drag --mesh builtin:box --water - --velocity 2,0,0 --drag 1\n"
        "  buoybench eval surface-drag --mesh hull.stl --water sea.json --velocity 5,0,0 --drag 1\n"
        "      --lift 1 --skin 0.003 --step 0.0167 --mass 800 --inertia 200,400,400,0,0,0\n",
    .run = run,
};
