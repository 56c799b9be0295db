// `buoybench eval pressure`: the force on a mesh in any kind of water.
#include <stdio.h>

#include "cli.h"
#include "eval.h"
#include "eval_immersed.h"

#define HEADER "fx,fy,fz,tx,ty,tz,wetted_area"

static int run(int argc, char **argv) {
    struct eval_immersed immersed = eval_immersed_default("pressure");
    struct buoy_pressure_detail detail = buoy_pressure_detail_default();
    struct cli_option options[] = {
        EVAL_IMMERSED_OPTIONS(&immersed),
        CLI_REAL_OPTION("tolerance", &detail.tolerance, 1e-12, 1e12),
        {0},
    };
    struct buoy_pressure answer;
    int status = eval_immersed_open(argc, argv, options, &immersed);
    if (status == 0) {
        status = detail.tolerance > 0.0
                     ? eval_immersed_ask_in_detail(&immersed, options, &detail, &answer)
                     : eval_immersed_ask(&immersed, NULL, &answer);
    }
    if (status == 0) {
        const double row[7] = {answer.force[0],   answer.force[1],  answer.force[2],
                               answer.torque[0],  answer.torque[1], answer.torque[2],
                               answer.wetted_area};
        puts(HEADER);
        eval_print_row(row, 7);
    }
    eval_immersed_free(&immersed);
    return status;
}

const struct eval_family eval_pressure = {
    .name = "pressure",
    .help = "usage: buoybench eval pressure --mesh M --water W.json [--position P] [--rotation Q]\n"
            "                               [--density R] [--gravity G] [--pool B] [--decay]\n"
            "                               [--kernel ID | --tolerance T] [--plugin X]...\n"
            "                               [MESH OPTION]...\n"
            "\n"
            "Prints the force of the water on the mesh in newtons, its torque about the mesh's\n"
            "origin, and the wetted area: one CSV row with the header " HEADER ",\n"
            "with enough digits to get the same bits back, in the world's frame.\n"
            "\n" EVAL_IMMERSED_USAGE_HELP EVAL_TOLERANCE_HELP EVAL_IMMERSED_OPTIONS_HELP "\n"
            "examples:\n"
            "  printf '{\"type\":\"plane\",\"normal\":[0,0,1],\"offset\":0}' |\n"
            "      buoybench eval pressure --mesh builtin:wigley:1300 --water -\n"
            "  buoybench eval pressure --mesh hull.stl --water sea.json --density 1000\n"
            "  buoybench eval pressure --mesh builtin:box --water sea.json --tolerance 0.001\n",
    .run = run,
};
