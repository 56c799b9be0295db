// `buoybench verify`: compares every kernel with the truth, and with its twins bit for bit.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buoyancy_kernels.h"
#include "cli.h"
#include "commands.h"
#include "dispatch/registry.h"
#include "figure_immersion.h"
#include "options.h"
#include "output.h"
#include "plugins.h"
#include "poses.h"
#include "query.h"
#include "truth.h"
#include "verify.h"
#include "verify_report.h"

// Small to moderate, smooth and edged, convex and concave, one piece and two.
static const char *const default_meshes[] = {
    "builtin:box",         "builtin:barrel:96",  "builtin:wigley:1300",    "builtin:star:960",
    "builtin:sphere:1280", "builtin:torus:1152", "builtin:catamaran:1300",
};

struct verify_arguments {
    struct cli_strings meshes, kernels;
    uint64_t poses, seed, voxels, query;
    char place[40]; // that the query is of; "": the kernel's first
    struct cli_making making;
    unsigned json;
    bool verbose, one_query, by_immersion;
    const char *directory; // for figures; NULL: none
};

// N, or PLACE:N.
static int take_query(const char *query, struct verify_arguments *arguments) {
    const char *colon = strrchr(query, ':');
    snprintf(arguments->place, sizeof arguments->place, "%.*s", colon ? (int)(colon - query) : 0,
             query);
    return cli_parse_count("--query", colon ? colon + 1 : query, 0, SIZE_MAX, &arguments->query);
}

static int parse_arguments(int argc, char **argv, struct verify_arguments *arguments) {
    const char *query = NULL;
    struct cli_option options[] = {
        CLI_TEXTS_OPTION("mesh", &arguments->meshes),
        CLI_TEXTS_OPTION("kernel", &arguments->kernels),
        CLI_COUNT_OPTION("poses", &arguments->poses, 1, 1000000),
        CLI_COUNT_OPTION("seed", &arguments->seed, 0, INT64_MAX),
        CLI_COUNT_OPTION("voxels", &arguments->voxels, 1, 4096),
        CLI_TEXT_OPTION("query", &query),
        CLI_FLAG_OPTION("verbose", &arguments->verbose),
        CLI_FLAG_OPTION("by-immersion", &arguments->by_immersion),
        CLI_TEXT_OPTION("out", &arguments->directory),
        CLI_FORMAT_OPTION(&arguments->json),
        CLI_CLOSED_OPTIONS(&arguments->making),
        PLUGINS_OPTION,
        {0},
    };
    if (cli_parse("verify", argc, argv, options) != 0) {
        return CLI_BAD;
    }
    arguments->one_query = query;
    if (query && take_query(query, arguments) != 0) {
        return CLI_BAD;
    }
    if (arguments->directory &&
        (!arguments->by_immersion || arguments->json || arguments->one_query)) {
        return cli_bad("verify: --out needs --by-immersion, and the text format, and no --query");
    }
    return 0;
}

static int add_default_meshes(struct cli_strings *meshes) {
    for (size_t i = 0; i < sizeof default_meshes / sizeof default_meshes[0]; ++i) {
        if (cli_strings_add(meshes, default_meshes[i]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

static int open_meshes(const struct verify_arguments *arguments, struct buoy_mesh **meshes) {
    for (size_t i = 0; i < arguments->meshes.count; ++i) {
        if (cli_open_mesh(arguments->meshes.items[i], &arguments->making, &meshes[i]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

// Everything that a run of the command holds in memory.
struct store {
    struct buoy_mesh **meshes;
    struct verify_subject *subjects; // room for every family on every mesh, and without
    size_t subject_count;
};

// Planes that a mesh of doubles is examined below.
#define ROUNDED_PLANES 64

// Where positions were doubles that are no floats, what rounding them costs: the errors of
// volume/auto/best against the mesh as rounded and as given, below planes in double, beside the
// bounds that answers come with. Clears `holds` if those do not hold. Returns 0, or CLI_BAD after
// complaining.
static int check_rounded(const struct verify_settings *settings, const char *name,
                         const struct buoy_mesh *mesh, bool print, bool *holds) {
    struct buoy_plane64 planes[ROUNDED_PLANES];
    struct buoy_volume answers[ROUNDED_PLANES];
    struct buoy_volume_error errors[ROUNDED_PLANES];
    double rounded[ROUNDED_PLANES], given[ROUNDED_PLANES], worst[3] = {0.0};
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    if (info.rounding == 0.0 || !info.closed || !truth_library()) {
        return 0;
    }
    for (size_t i = 0; i < ROUNDED_PLANES; ++i) {
        poses_make64(mesh, settings->seed, i, &planes[i]);
    }
    const struct buoy_volume_query query = {
        .mesh = mesh, .planes64 = planes, .count = ROUNDED_PLANES, .errors = errors};
    if (truth_find_both(mesh, planes, ROUNDED_PLANES, rounded, given) != 0 ||
        query_volume(buoy_kernel_find("volume/auto/best"), query, answers) != 0) {
        return CLI_BAD;
    }
    bool within = true;
    for (size_t i = 0; i < ROUNDED_PLANES; ++i) {
        const double off = fabs(answers[i].volume - given[i]);
        worst[0] = fmax(worst[0], fabs(answers[i].volume - rounded[i]));
        worst[1] = fmax(worst[1], off);
        worst[2] = fmax(worst[2], errors[i].volume);
        within = within && off <= errors[i].volume;
    }
    if (print) {
        printf("%-5s%s: rounding moves vertices by up to %.2g of the diagonal; of the volume,\n"
               "     volume/auto/best errs by %.2g against the rounded mesh, by %.2g against the "
               "numbers\n"
               "     given, and its bounds (eval volume --errors) are up to %.2g\n",
               within ? "ok" : "FAIL", name, info.rounding / info.diagonal, worst[0] / info.volume,
               worst[1] / info.volume, worst[2] / info.volume);
    }
    *holds = *holds && within;
    return 0;
}

// Judges a family's kernels on every mesh, or on the family's substitute for one.
static int judge_family(const struct verify_arguments *arguments,
                        const struct verify_settings *settings, const struct family *family,
                        const struct cli_kernels *kernels, struct store *store) {
    const size_t count = family->place ? 1 : arguments->meshes.count;
    for (size_t i = 0; i < count; ++i) {
        struct verify_subject *subject = &store->subjects[store->subject_count++];
        const char *name = family->whole_place ? family->whole_place
                           : family->place     ? family->place
                                               : arguments->meshes.items[i];
        const struct buoy_mesh *mesh = family->place ? NULL : store->meshes[i];
        if (verify_subject_judge(settings, family, name, mesh, kernels, subject) != 0) {
            return CLI_BAD;
        }
        if (arguments->verbose && !arguments->json) {
            verify_print_details(subject);
        } else if (!arguments->json) {
            verify_print_summary_row(subject);
        }
        fflush(stdout);
    }
    return 0;
}

// JSON is printed when everything is known; the summary follows the details.
static int print_findings(const struct verify_arguments *arguments,
                          const struct verify_findings *findings) {
    if (arguments->json) {
        return verify_print_json(findings);
    }
    if (arguments->verbose) {
        verify_print_by_immersion(findings);
        verify_print_summary_headings();
        for (size_t i = 0; i < findings->subject_count; ++i) {
            verify_print_summary_row(&findings->subjects[i]);
        }
    }
    for (size_t i = 0; arguments->by_immersion && i < findings->subject_count; ++i) {
        verify_print_immersion(&findings->subjects[i]);
    }
    if (arguments->directory && figure_immersion(findings, arguments->directory) != 0) {
        return CLI_BAD;
    }
    verify_print_conclusion(findings);
    return CLI_GOOD;
}

// All meshes are opened before the first is judged, so that a bad mesh leaves nothing on stdout.
static int judge_all(const struct verify_arguments *arguments,
                     const struct verify_settings *settings, const struct cli_kernels *kernels,
                     struct store *store) {
    if (open_meshes(arguments, store->meshes) != 0 ||
        (arguments->directory && output_prepare(arguments->directory) != 0)) {
        return CLI_BAD;
    }
    if (!arguments->json && !arguments->verbose) {
        verify_print_summary_headings();
    }
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        if (family_owns_any(family, kernels) &&
            judge_family(arguments, settings, family, kernels, store) != 0) {
            return CLI_BAD;
        }
    }
    struct verify_findings findings = {
        .settings = settings,
        .subjects = store->subjects,
        .subject_count = store->subject_count,
        .bounds_hold = true,
    };
    for (size_t i = 0; i < arguments->meshes.count; ++i) {
        if (check_rounded(settings, arguments->meshes.items[i], store->meshes[i], !arguments->json,
                          &findings.bounds_hold) != 0) {
            return CLI_BAD;
        }
    }
    if (print_findings(arguments, &findings) != CLI_GOOD) {
        return CLI_BAD;
    }
    return findings.bounds_hold && verify_count_failures(&findings) == 0 ? CLI_GOOD : CLI_FAILED;
}

static size_t count_families(void) {
    size_t count = 0;
    while (family_at(count)) {
        ++count;
    }
    return count;
}

// Puts one query to one kernel.
static int verify_query(const struct verify_arguments *arguments,
                        const struct verify_settings *settings, const struct cli_kernels *kernels) {
    const bool needs_mesh = families_need_meshes(kernels);
    struct buoy_mesh *mesh = NULL;
    if (kernels->count != 1 || arguments->meshes.count > 1 || arguments->json) {
        return cli_bad("verify: --query takes one kernel, one mesh and no --format json");
    }
    if (needs_mesh && arguments->meshes.count == 0) {
        return cli_bad("verify: --query needs --mesh for %s", kernels->items[0]->id);
    }
    if (needs_mesh && cli_open_mesh(arguments->meshes.items[0], &arguments->making, &mesh) != 0) {
        return CLI_BAD;
    }
    const int status = one_query_print(settings, kernels->items[0], mesh,
                                       arguments->place[0] != '\0' ? arguments->place : NULL,
                                       (size_t)arguments->query);
    buoy_mesh_destroy(mesh);
    return status;
}

static int verify_all(struct verify_arguments *arguments, const struct cli_kernels *kernels) {
    const struct verify_settings settings = {
        .poses = (size_t)arguments->poses,
        .seed = arguments->seed,
        .voxels = (unsigned)arguments->voxels,
        .making = &arguments->making,
        .by_immersion = arguments->by_immersion,
    };
    if (arguments->one_query) {
        return verify_query(arguments, &settings, kernels);
    }
    if (arguments->meshes.count == 0 && families_need_meshes(kernels) &&
        add_default_meshes(&arguments->meshes) != 0) {
        return CLI_BAD;
    }
    const size_t count = arguments->meshes.count;
    struct store store = {
        .meshes = calloc(count + 1, sizeof(struct buoy_mesh *)),
        .subjects = calloc((count + 1) * count_families(), sizeof *store.subjects),
    };
    const int status = store.meshes && store.subjects
                           ? judge_all(arguments, &settings, kernels, &store)
                           : cli_out_of_memory();
    for (size_t i = 0; store.meshes && i < count; ++i) {
        buoy_mesh_destroy(store.meshes[i]);
    }
    for (size_t i = 0; i < store.subject_count; ++i) {
        verify_subject_free(&store.subjects[i]);
    }
    free(store.meshes);
    free(store.subjects);
    return status;
}

static int run_verify(int argc, char **argv) {
    struct verify_arguments arguments = {.poses = POSES_DEFAULT, .seed = 1, .voxels = 64};
    struct cli_kernels kernels = {0};
    int status = parse_arguments(argc, argv, &arguments);
    if (status == 0) {
        status = cli_select_kernels(NULL, &arguments.kernels, &kernels);
    }
    if (status == 0) {
        status = verify_all(&arguments, &kernels);
    }
    cli_kernels_free(&kernels);
    cli_strings_free(&arguments.kernels);
    cli_strings_free(&arguments.meshes);
    return status;
}

const struct command command_verify = {
    .name = "verify",
    .summary = "measure each kernel's errors, and compare the bits of its variants",
    .help =
        "usage: buoybench verify [--mesh M]... [--kernel GLOB]... [OPTION]...\n"
        "\n"
        "Compares each kernel's answers with a reference, and the deterministic variants of\n"
        "each method with each other, bit for bit. Errors of forces, slopes and heights stand in\n"
        "the columns for the volume, those of torques in the columns for the centroid.\n"
        "\n"
        "Volume is compared with exact arithmetic, for random water planes and for planes that\n"
        "wet only 1e-1 to 1e-6 of the mesh. So is hydrostatics; its areas and waterplanes are\n"
        "compared with integrals around the waterline in numbers of 704 bits. Pressure is\n"
        "compared with exact arithmetic below planes, and in other water with integrals over\n"
        "clipped triangles in long double.\n"
        "\n"
        "Box gets random boxes, and cubes, plates and needles of 1:1000 close to an axis, and is\n"
        "compared with exact arithmetic. Shapes gets spheres, ellipsoids, capsules, cylinders,\n"
        "cones and boxes of the same proportions, each kind by itself and all mixed, and is\n"
        "compared with integrals in long double. Polygon gets random polygons, and\n"
        "stars, squares and planks of 1:1000.\n"
        "\n"
        "Water is compared with the sines of libm, 500 m and 1e6 m away; its errors are shares of\n"
        "the amplitudes. Forces is compared with the same formulas in long double, for floating\n"
        "bodies and for bodies that one step stops; its errors are shares of the forces. Step\n"
        "gets bodies of shapes and meshes in still, flowing and wavy water, and is compared with\n"
        "integrals in long double; its errors are shares of the buoyancy of the whole body, and\n"
        "for torques of that times the diagonal.\n"
        "\n"
        "  --mesh M         a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES];\n"
        "                   may be repeated (default: seven built-ins)\n"
        "  --kernel GLOB    kernels by id, * matches / too; may be repeated (default: all that\n"
        "                   can run)\n"
        "  --poses N        random planes for each mesh (default 256); 24 barely wet ones are "
        "added\n"
        "  --seed S         seed of the random planes (default 1)\n"
        "  --voxels N       cells per axis for volume/voxel and refined, 1 to 4096 (default 64)\n"
        "  --verbose        every kernel's errors, bounds, bits and worst query, then the summary\n"
        "  --by-immersion   volume's worst errors on each mesh by decades of the share that is\n"
        "                   submerged, beside the conditioning floor: what half a float's step in\n"
        "                   every vertex's height does to V; and how tight the bounds are that\n"
        "                   kernels give with their answers (eval volume --errors): fails if one\n"
        "                   does not hold. 120 barely wet planes are added, not 24\n"
        "  --out DIR        with --by-immersion: draws that: DIR/index.html, SVG\n"
        "  --query N        one of the queries, from 0 on, put to one kernel: its answer, the "
        "truth,\n"
        "                   its errors and their bounds. Of shapes each kind has its own, as in\n"
        "                   shapes/sphere:N\n"
        "  --format FORMAT  text (default) or json\n"
        "  --plugin X       a file X.so of kernels (buoyancy_plugin.h), held to the accuracy that\n"
        "                   they state; may be repeated\n"
        "\n"
        "The summary says for each family and mesh how near errors come to documented bounds, and\n"
        "ends with the command that asks the worst query of all again: copy it into a shell.\n"
        "--verbose and JSON have one for each kernel. The question stands in it as a row of "
        "eval's\n"
        "files.\n"
        "\n"
        "Exit code: 1 if a bound does not hold, documented or given with an answer, or if bits\n"
        "that are promised to be the same differ.\n" CLI_CLOSED_HELP "\n"
        "examples:\n"
        "  buoybench verify\n"
        "  buoybench verify --mesh builtin:star --kernel 'volume/blocks/*'\n"
        "  buoybench verify --mesh builtin:torus --kernel pressure/kerner/best --query 2\n"
        "  buoybench verify --mesh hull.obj --poses 2000 --seed 3 --format json\n",
    .run = run_verify,
};
