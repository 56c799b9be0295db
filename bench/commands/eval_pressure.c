// `buoybench eval pressure`: the force on a mesh in any kind of water.
#include <float.h>
#include <stdio.h>
#include <string.h>

#include "buoyancy_pressure.h"
#include "cli.h"
#include "eval.h"
#include "plugins.h"
#include "scratch.h"
#include "water_file.h"

#define HEADER "fx,fy,fz,tx,ty,tz,wetted_area"

struct arguments {
    const char *mesh, *water, *kernel;
    unsigned flags; // of enum buoy_mesh_flags
    double density, gravity;
};

static int parse_arguments(int argc, char **argv, struct arguments *arguments) {
    static const struct option options[] = {
        {"mesh", required_argument, NULL, 'm'},
        {"water", required_argument, NULL, 'w'},
        {"density", required_argument, NULL, 'd'},
        {"gravity", required_argument, NULL, 'g'},
        {"kernel", required_argument, NULL, 'k'},
        {"open-ok", no_argument, NULL, 'o'},
        {"repair", no_argument, NULL, 'r'},
        PLUGINS_OPTION,
        {0},
    };
    int status = 0;
    optind = 2; // after the family
    for (int option; status == 0 && (option = cli_next_option(argc, argv, options)) != -1;) {
        switch (option) {
        case 'm':
            status = eval_take_once("pressure", "mesh", &arguments->mesh);
            break;
        case 'w':
            status = eval_take_once("pressure", "water", &arguments->water);
            break;
        case 'd':
            status = cli_parse_real("--density", optarg, 1e-12, 1e12, &arguments->density);
            break;
        case 'g':
            status = cli_parse_real("--gravity", optarg, 0.0, 1e12, &arguments->gravity);
            break;
        case 'k':
            arguments->kernel = optarg;
            break;
        case PLUGINS_OPTION_VALUE:
            status = plugins_load(optarg);
            break;
        case 'o':
            arguments->flags |= BUOY_MESH_ACCEPT_OPEN;
            break;
        case 'r':
            arguments->flags |= BUOY_MESH_REPAIR;
            break;
        default:
            return CLI_BAD;
        }
    }
    if (status != 0 || cli_no_operands(argc, argv) != 0) {
        return CLI_BAD;
    }
    if (!arguments->mesh || !arguments->water) {
        return cli_bad("eval pressure: %s is missing", arguments->mesh ? "--water" : "--mesh");
    }
    return 0;
}

static int ask(const struct buoy_kernel *kernel, const struct buoy_mesh *mesh,
               const struct buoy_water *water, struct buoy_pressure *answer) {
    struct scratch scratch;
    if (scratch_make(buoy_pressure_scratch_bytes(mesh, NULL), &scratch) != 0) {
        return CLI_BAD;
    }
    const struct buoy_pressure_query query = {
        .mesh = mesh,
        .pose = buoy_pose_identity(),
        .water = water,
        .scratch = scratch.memory,
        .scratch_bytes = scratch.bytes,
    };
    const int status =
        eval_check_status(kernel, buoy_pressure_with(kernel, &query, NULL, answer, NULL));
    scratch_free(&scratch);
    return status;
}

static int eval_in_water(const struct arguments *arguments, const struct buoy_kernel *kernel,
                         const struct buoy_water *water) {
    struct buoy_mesh *mesh;
    struct buoy_pressure answer;
    if (cli_open_mesh(arguments->mesh, arguments->flags, &mesh) != 0) {
        return CLI_BAD;
    }
    const int status = ask(kernel, mesh, water, &answer);
    buoy_mesh_destroy(mesh);
    if (status == 0) {
        const double row[7] = {answer.force[0],   answer.force[1],  answer.force[2],
                               answer.torque[0],  answer.torque[1], answer.torque[2],
                               answer.wetted_area};
        puts(HEADER);
        eval_print_row(row, 7);
    }
    return status;
}

static int run(int argc, char **argv) {
    struct arguments arguments = {
        .kernel = "pressure/auto/best",
        .density = BUOY_SEA_WATER,
        .gravity = BUOY_GRAVITY,
    };
    const struct buoy_kernel *kernel;
    struct water_file file = {0};
    if (parse_arguments(argc, argv, &arguments) != 0 ||
        eval_select_kernel("pressure", arguments.kernel, &kernel) != 0) {
        return CLI_BAD;
    }
    int status = water_file_read(arguments.water, arguments.gravity, &file);
    if (status == 0) {
        file.water.density = arguments.density;
        status = eval_in_water(&arguments, kernel, &file.water);
    }
    water_file_free(&file);
    return status;
}

const struct eval_family eval_pressure = {
    .name = "pressure",
    .help =
        "usage: buoybench eval pressure --mesh M --water W.json [--density R] [--gravity G]\n"
        "                               [--kernel ID] [--open-ok] [--repair] [--plugin X]...\n"
        "\n"
        "Prints the force of the water on the mesh in newtons, its torque about the mesh's\n"
        "origin, and the wetted area: one CSV row with the header " HEADER ",\n"
        "with enough digits to get the same bits back. The mesh stays where its file puts it.\n"
        "\n"
        "W.json describes the water. Numbers are rounded to 32-bit floats as read; only a wave's\n"
        "period may be missing, and no other keys are allowed:\n" WATER_FILE_HELP "\n"
        "  --mesh M       a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES]\n"
        "  --water W      the JSON file; - reads standard input\n"
        "  --density R    density of the water, kg per cubic metre (default 1025)\n"
        "  --gravity G    gravity, metres per second squared (default 9.81)\n"
        "  --kernel ID    the kernel, or a glob that matches just one (default\n"
        "                 pressure/auto/best)\n"
        "  --plugin X     a file X.so with further kernels (buoyancy_plugin.h); may be repeated\n"
        "  --open-ok      accept a mesh that is not closed; the answer is nan where an edge that\n"
        "                 is open or wound inconsistently is under water\n"
        "  --repair       weld vertices, drop degenerate triangles, turn inward ones outward\n"
        "\n"
        "examples:\n"
        "  printf '{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0}' |\n"
        "      buoybench eval pressure --mesh builtin:wigley:1300 --water -\n"
        "  buoybench eval pressure --mesh hull.stl --water sea.json --density 1000\n",
    .run = run,
};
