// `buoybench eval triangles`: what the water does to each triangle of a mesh.
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "eval.h"
#include "eval_immersed.h"

#define HEADER                                                                                     \
    "x,y,z,nx,ny,nz,depth,area,fx,fy,fz,tx,ty,tz,drag_fx,drag_fy,drag_fz,drag_tx,drag_ty,drag_tz"

static int ask(struct eval_immersed *immersed, const struct cli_option *options,
               struct buoy_pressure_detail *detail, size_t *count) {
    struct buoy_pressure whole;
    struct buoy_mesh_info info;
    buoy_mesh_get_info(immersed->mesh, &info, NULL);
    *count = info.triangle_count;
    detail->triangles = malloc((*count + 1) * sizeof *detail->triangles);
    return detail->triangles ? eval_immersed_ask_in_detail(immersed, options, detail, &whole)
                             : cli_out_of_memory();
}

static void print(const struct buoy_triangle_force *force) {
    double row[20];
    for (int i = 0; i < 3; ++i) {
        row[i] = force->position[i];
        row[3 + i] = force->normal[i];
        row[8 + i] = force->force[i];
        row[11 + i] = force->torque[i];
        row[14 + i] = force->drag_force[i];
        row[17 + i] = force->drag_torque[i];
    }
    row[6] = force->depth;
    row[7] = force->area;
    eval_print_row(row, 20);
}

static int run(int argc, char **argv) {
    struct eval_immersed immersed = eval_immersed_default("triangles");
    struct buoy_pressure_detail detail = buoy_pressure_detail_default();
    struct buoy_surface_motion motion = buoy_surface_motion_default();
    struct cli_option options[] = {
        EVAL_IMMERSED_OPTIONS(&immersed),
        CLI_REAL_OPTION("tolerance", &detail.tolerance, 1e-12, 1e12),
        CLI_NUMBERS_OPTION("current", immersed.current, 3),
        CLI_NUMBERS_OPTION("velocity", motion.velocity, 3),
        CLI_NUMBERS_OPTION("spin", motion.angular_velocity, 3),
        CLI_REAL_OPTION("drag", &motion.drag, 0.0, 1e6),
        CLI_REAL_OPTION("lift", &motion.lift, 0.0, 1e6),
        CLI_REAL_OPTION("skin", &motion.skin, 0.0, 1e6),
        {0},
    };
    size_t count = 0;
    int status = eval_immersed_open(argc, argv, options, &immersed);
    if (status == 0) {
        immersed.query.motion = &motion;
        status = ask(&immersed, options, &detail, &count);
    }
    if (status == 0) {
        puts(HEADER);
        for (size_t t = 0; t < count; ++t) {
            print(&detail.triangles[t]);
        }
    }
    free(detail.triangles);
    eval_immersed_free(&immersed);
    return status;
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
        "  " HEADER "\n"
        "x,y,z is where the pressure acts, for a dry triangle its centre; then its outward\n"
        "normal, the mean depth of its submerged part, and the area of that; the force of the\n"
        "pressure, and its torque about the mesh's origin; force and torque of drag, lift and\n"
        "friction. All in the world's frame. The rows add up to what 'eval surface-drag' prints.\n"
        "\n" EVAL_IMMERSED_USAGE_HELP "\n"
        "  --velocity V   x,y,z: of the mesh's origin, metres per second (default 0,0,0)\n"
        "  --spin W       x,y,z: the angular velocity, radians per second (default 0,0,0)\n"
        "  --drag C       the coefficient of drag, 0 to 1e6 (default 0)\n"
        "  --lift C       the coefficient of lift, 0 to 1e6 (default 0)\n"
        "  --skin C       the coefficient of skin friction, 0 to 1e6 (default 0)\n"
        "  --current V    x,y,z: the water's velocity, metres per second (default "
        "0,0,0)\n" EVAL_TOLERANCE_HELP EVAL_MESH_HELP
        "  --water W      the JSON file; - reads standard input\n"
        "  --position P, --rotation Q, --density R, --gravity G, --pool B, --decay, --open-ok,\n"
        "  --repair       as for 'eval pressure'\n"
        "\n"
        "examples:\n"
        "  printf '{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0}' |\n"
        "      buoybench eval triangles --mesh builtin:box --water -\n"
        "  buoybench eval triangles --mesh hull.stl --water sea.json --tolerance 0.01\n",
    .run = run,
};
