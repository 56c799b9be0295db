// `buoybench approximate`: what an approximation costs, in errors of force and torque, beside
// what it costs in time.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "commands.h"
#include "contenders.h"
#include "force_errors.h"
#include "immersed.h"
#include "numbers.h"
#include "options.h"
#include "padding.h"
#include "poses.h"
#include "truth.h"

static const char *const default_meshes[] = {"builtin:box", "builtin:barrel",
                                             "builtin:wigley:1300"};

enum {
    DEPTHS = 3
};

// Shares of the body that are submerged; 0: random depths, those that times are of.
static const double immersions[DEPTHS] = {0.01, 0.5, 0.0};

struct arguments {
    struct cli_strings meshes;
    struct cli_making making;
    uint64_t poses, seed;
};

// ---------------------------------------------------------------------------------- table

// Percentages, in two digits: 95, 4.1, 0.0021, 1.2e-06; large ones as whole numbers.
static void print_percentage(double share, size_t width) {
    char text[32];
    snprintf(text, sizeof text, 100.0 * share < 99.5 ? "%.2g" : "%.0f", 100.0 * share);
    print_right(isnan(share) ? "-" : text, width);
}

static void print_headings(const char *name, uint64_t poses) {
    printf("%s: errors in %%, medians over %llu planes;\n"
           "of the force: of the true force; of the torque: of that times the diagonal\n\n",
           name, (unsigned long long)poses);
    printf("%46s%17s%17s\n", "1 % submerged", "50 % submerged", "any depth");
    printf("%-19s%10s%9s%8s%9s%8s%9s%8s\n", "method", "ns", "force", "torque", "force", "torque",
           "force", "torque");
}

static void print_row(const struct contender *contender, const struct force_errors *errors) {
    print_left(contender->name, 19);
    print_right(number_like(contender->ns, contender->ns).text, 10);
    for (size_t i = 0; i < DEPTHS; ++i) {
        print_percentage(errors[i].force, 9);
        print_percentage(errors[i].torque, 8);
    }
    putchar('\n');
}

// -------------------------------------------------------------------------------- judging

// Planes at one depth, the true answers, and room for others.
struct questions {
    struct buoy_plane *planes;
    struct buoy_volume *truth, *answers;
};

static void free_questions(struct questions *questions) {
    free(questions->planes);
    free(questions->truth);
    free(questions->answers);
}

static int make_questions(const struct buoy_mesh *mesh, double immersion,
                          const struct arguments *arguments, struct questions *made) {
    const size_t count = (size_t)arguments->poses;
    *made = (struct questions){.planes = calloc(count, sizeof *made->planes),
                               .truth = calloc(count, sizeof *made->truth),
                               .answers = calloc(count, sizeof *made->answers)};
    if (!made->planes || !made->truth || !made->answers) {
        return cli_out_of_memory();
    }
    poses_make(mesh, arguments->seed, count, made->planes);
    for (size_t i = 0; i < count && immersion > 0.0; ++i) {
        if (immersed_lower(mesh, immersion, &made->planes[i]) != 0) {
            return CLI_BAD;
        }
    }
    return truth_find_volumes(mesh, made->planes, count, made->truth);
}

static int judge(struct contenders *contenders, const struct arguments *arguments, size_t depth,
                 struct force_errors errors[CONTENDERS_MOST][DEPTHS]) {
    const size_t count = (size_t)arguments->poses;
    struct questions questions;
    int status = make_questions(contenders->mesh, immersions[depth], arguments, &questions);
    for (size_t i = 0; i < contenders->count && status == 0; ++i) {
        contenders_ask(contenders, &contenders->items[i], questions.planes, count,
                       questions.answers);
        status = force_errors_find(contenders->mesh, questions.planes, count, questions.truth,
                                   questions.answers, &errors[i][depth]);
    }
    if (status == 0 && immersions[depth] == 0.0) {
        contenders_time(contenders, questions.planes, count, questions.answers);
    }
    free_questions(&questions);
    return status;
}

static int print_mesh(const char *name, const struct buoy_mesh *mesh,
                      const struct arguments *arguments) {
    struct force_errors errors[CONTENDERS_MOST][DEPTHS] = {{{0.0, 0.0}}};
    struct contenders contenders;
    cli_stage("%s: asking and timing", name);
    int status = contenders_make(mesh, &contenders);
    for (size_t depth = 0; depth < DEPTHS && status == 0; ++depth) {
        status = judge(&contenders, arguments, depth, errors);
    }
    if (status == 0) {
        print_headings(name, arguments->poses);
        for (size_t i = 0; i < contenders.count; ++i) {
            print_row(&contenders.items[i], errors[i]);
        }
        putchar('\n');
    }
    contenders_free(&contenders);
    return status;
}

// All meshes are opened before the first is judged, so that a bad mesh leaves nothing on stdout.
static int print_all(const struct arguments *arguments) {
    const size_t count = arguments->meshes.count;
    struct buoy_mesh **meshes = calloc(count, sizeof *meshes);
    if (!meshes) {
        return cli_out_of_memory();
    }
    int status = 0;
    for (size_t i = 0; i < count && status == 0; ++i) {
        status = cli_open_mesh(arguments->meshes.items[i], &arguments->making, &meshes[i]);
    }
    for (size_t i = 0; i < count && status == 0; ++i) {
        status = print_mesh(cli_mesh_name(arguments->meshes.items[i]), meshes[i], arguments);
    }
    for (size_t i = 0; i < count; ++i) {
        buoy_mesh_destroy(meshes[i]);
    }
    free(meshes);
    return status;
}

// -------------------------------------------------------------------------------- options

static int parse(int argc, char **argv, struct arguments *arguments) {
    struct cli_option options[] = {CLI_TEXTS_OPTION("mesh", &arguments->meshes),
                                   CLI_COUNT_OPTION("poses", &arguments->poses, 1, 100000),
                                   CLI_COUNT_OPTION("seed", &arguments->seed, 0, INT64_MAX),
                                   CLI_CLOSED_OPTIONS(&arguments->making),
                                   {0}};
    int status = cli_parse("approximate", argc, argv, options);
    const size_t defaults = sizeof default_meshes / sizeof default_meshes[0];
    const bool none = arguments->meshes.count == 0;
    for (size_t i = 0; i < defaults && none && status == 0; ++i) {
        status = cli_strings_add(&arguments->meshes, default_meshes[i]);
    }
    return status;
}

static int run(int argc, char **argv) {
    struct arguments arguments = {.poses = POSES_DEFAULT, .seed = 1};
    int status = parse(argc, argv, &arguments);
    if (status == 0) {
        status = print_all(&arguments);
    }
    cli_strings_free(&arguments.meshes);
    return status;
}

const struct command command_approximate = {
    .name = "approximate",
    .summary = "what approximations cost: errors of force and torque, and time",
    .help =
        "usage: buoybench approximate [--mesh M]... [--poses N] [--seed S] [OPTION]...\n"
        "\n"
        "Prints, for each mesh, how wrong the approximations are that games use in place of exact\n"
        "buoyancy, beside the published algorithm and the library's own choice: the errors of the\n"
        "force and of its torque about the middle of the bounding box, with 1 % and 50 % of the\n"
        "body submerged and at random depths, and the CPU time of a query at random depths. Half\n"
        "of all answers are worse than the numbers printed.\n"
        "\n"
        "  --mesh M   a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES]; may be\n"
        "             repeated (default: a box, a barrel and a ship's hull)\n"
        "  --poses N  random planes for each depth, 1 to 100000 (default 256)\n"
        "  --seed S   seed of the random planes (default 1)\n" CLI_CLOSED_HELP "\n"
        "examples:\n"
        "  buoybench approximate --mesh hull.obj\n",
    .run = run,
};
