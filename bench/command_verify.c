// `buoybench verify`: every kernel against the truth, and against its twins bit for bit.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accuracy.h"
#include "barely_wet.h"
#include "cli.h"
#include "commands.h"
#include "poses.h"
#include "query.h"
#include "verify_report.h"

// Small to moderate, smooth and edged, convex and concave, one piece and two.
static const char *const default_meshes[] = {
    "builtin:box",         "builtin:barrel:96",  "builtin:wigley:1300",    "builtin:star:960",
    "builtin:sphere:1280", "builtin:torus:1152", "builtin:catamaran:1300",
};

// Barely wet planes added to the random ones.
#define BARELY_WET_PLANES ((size_t)4 * BARELY_WET_DECADES)

struct verify_arguments {
    struct cli_strings meshes, kernels;
    uint64_t poses, seed, voxels;
    bool json;
};

static int parse_option(int option, struct verify_arguments *arguments) {
    switch (option) {
    case 'm':
        return cli_strings_add(&arguments->meshes, optarg);
    case 'k':
        return cli_strings_add(&arguments->kernels, optarg);
    case 'p':
        return cli_parse_count("--poses", optarg, 1, 1000000, &arguments->poses);
    case 's':
        return cli_parse_count("--seed", optarg, 0, INT64_MAX, &arguments->seed);
    case 'v':
        return cli_parse_count("--voxels", optarg, 1, 4096, &arguments->voxels);
    case 'f':
        return cli_parse_format(optarg, &arguments->json);
    default:
        return CLI_BAD;
    }
}

static int parse_arguments(int argc, char **argv, struct verify_arguments *arguments) {
    static const struct option options[] = {
        {"mesh", required_argument, NULL, 'm'},
        {"kernel", required_argument, NULL, 'k'},
        {"poses", required_argument, NULL, 'p'},
        {"seed", required_argument, NULL, 's'},
        {"voxels", required_argument, NULL, 'v'},
        {"format", required_argument, NULL, 'f'},
        {0},
    };
    for (int option; (option = cli_next_option(argc, argv, options)) != -1;) {
        if (parse_option(option, arguments) != 0) {
            return CLI_BAD;
        }
    }
    if (cli_no_operands(argc, argv) != 0) {
        return CLI_BAD;
    }
    return 0;
}

static int add_default_meshes(struct cli_strings *meshes) {
    for (size_t i = 0; i < sizeof default_meshes / sizeof default_meshes[0]; i++) {
        if (cli_strings_add(meshes, default_meshes[i]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

// ---------------------------------------------------------------------------------- bits

// The variant whose bits a deterministic kernel promises to return.
static const struct buoy_kernel *first_of_method(const struct buoy_kernel_info *of) {
    for (size_t i = 0; i < buoy_kernel_count(); i++) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(buoy_kernel_at(i), &info);
        if (info.runnable && info.deterministic && strcmp(info.family, of->family) == 0 &&
            strcmp(info.method, of->method) == 0) {
            return buoy_kernel_at(i);
        }
    }
    return NULL;
}

static void describe_difference(const struct buoy_plane *plane, size_t index,
                                const struct buoy_volume *first, const struct buoy_volume *other,
                                char *text, size_t size) {
    const struct {
        const char *name;
        double first, other;
    } fields[] = {
        {"volume", first->volume, other->volume},
        {"cx", first->cx, other->cx},
        {"cy", first->cy, other->cy},
        {"cz", first->cz, other->cz},
    };
    size_t field = 0;
    while (memcmp(&fields[field].first, &fields[field].other, sizeof(double)) == 0) {
        field++;
    }
    snprintf(text, size, "plane %zu (%.9g,%.9g,%.9g,%.9g): %s is %a, the method's first has %a",
             index, (double)plane->nx, (double)plane->ny, (double)plane->nz, (double)plane->d,
             fields[field].name, fields[field].other, fields[field].first);
}

// ------------------------------------------------------------------------------ one mesh

// The planes one mesh is verified with, and room for answers.
struct trial {
    const struct buoy_mesh *mesh;
    unsigned voxels;
    size_t count;
    struct buoy_plane *planes;
    struct buoy_volume *truth, *answers;
    struct buoy_volume *first_answers;      // of the kernel below
    const struct buoy_kernel *first_kernel; // first of its method
};

static int trial_make(const struct verify_arguments *arguments, const struct buoy_mesh *mesh,
                      struct trial *trial) {
    const size_t poses = (size_t)arguments->poses, count = poses + BARELY_WET_PLANES;
    *trial = (struct trial){
        .mesh = mesh,
        .voxels = (unsigned)arguments->voxels,
        .count = count,
        .planes = malloc(count * sizeof *trial->planes),
        .truth = malloc(count * sizeof *trial->truth),
        .answers = malloc(count * sizeof *trial->answers),
        .first_answers = malloc(count * sizeof *trial->first_answers),
    };
    if (trial->planes == NULL || trial->truth == NULL || trial->answers == NULL ||
        trial->first_answers == NULL) {
        return cli_out_of_memory();
    }
    poses_make(mesh, arguments->seed, poses, trial->planes);
    return barely_wet_make(mesh, arguments->seed + 1, BARELY_WET_PLANES, trial->planes + poses);
}

static void trial_free(struct trial *trial) {
    free(trial->planes);
    free(trial->truth);
    free(trial->answers);
    free(trial->first_answers);
}

static int ask(const struct trial *trial, const struct buoy_kernel *kernel,
               struct buoy_volume *answers) {
    return query_volume(kernel, trial->mesh, trial->voxels, trial->planes, trial->count, answers);
}

static int compare_bits(struct trial *trial, const struct buoy_kernel *kernel,
                        struct verify_verdict *verdict) {
    const struct buoy_kernel *first = first_of_method(&verdict->kernel);
    if (!verdict->kernel.deterministic || first == kernel) {
        verdict->bits = first == kernel ? VERIFY_BITS_FIRST : VERIFY_BITS_FREE;
        return 0;
    }
    // Variants of a method are neighbours in the registry, so one memory is enough.
    if (trial->first_kernel != first && ask(trial, first, trial->first_answers) != 0) {
        return CLI_BAD;
    }
    trial->first_kernel = first;
    verdict->bits = VERIFY_BITS_SAME;
    for (size_t i = 0; i < trial->count && verdict->bits == VERIFY_BITS_SAME; i++) {
        const struct buoy_volume *a = &trial->first_answers[i], *b = &trial->answers[i];
        if (memcmp(a, b, sizeof *a) != 0) {
            verdict->bits = VERIFY_BITS_DIFFER;
            describe_difference(&trial->planes[i], i, a, b, verdict->difference,
                                sizeof verdict->difference);
        }
    }
    return 0;
}

static int judge_kernel(struct trial *trial, const struct buoy_kernel *kernel,
                        struct verify_verdict *verdict) {
    buoy_kernel_get_info(kernel, &verdict->kernel);
    const struct accuracy_case compared = {
        .mesh = trial->mesh,
        .kernel = kernel,
        .voxels = trial->voxels,
        .truth = trial->truth,
        .answers = trial->answers,
        .count = trial->count,
    };
    if (ask(trial, kernel, trial->answers) != 0 ||
        accuracy_measure(&compared, &verdict->accuracy) != 0 ||
        compare_bits(trial, kernel, verdict) != 0) {
        return CLI_BAD;
    }
    verdict->passed = verdict->accuracy.within_bounds && verdict->bits != VERIFY_BITS_DIFFER;
    return 0;
}

static int judge_kernels(struct trial *trial, enum accuracy_source source,
                         const struct cli_kernels *kernels, struct verify_subject *subject) {
    cli_progress("%s: finding the truth", subject->mesh);
    if (accuracy_find_truth(source, trial->mesh, trial->planes, trial->count, trial->truth) != 0) {
        return CLI_BAD;
    }
    for (size_t k = 0; k < kernels->count; k++) {
        cli_progress("%s: kernel %zu of %zu", subject->mesh, k + 1, kernels->count);
        if (judge_kernel(trial, kernels->items[k], &subject->verdicts[k]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

static int judge_mesh(const struct verify_arguments *arguments, const struct buoy_mesh *mesh,
                      const struct cli_kernels *kernels, struct verify_findings *findings) {
    struct verify_subject *subject = &findings->subjects[findings->subject_count];
    subject->mesh = arguments->meshes.items[findings->subject_count];
    subject->verdicts = calloc(kernels->count, sizeof *subject->verdicts);
    if (subject->verdicts == NULL) {
        return cli_out_of_memory();
    }
    findings->subject_count++;
    buoy_mesh_get_info(mesh, &subject->info);

    struct trial trial;
    int status = trial_make(arguments, mesh, &trial);
    if (status == 0) {
        findings->plane_count = trial.count;
        status = judge_kernels(&trial, findings->source, kernels, subject);
    }
    trial_free(&trial);
    cli_progress_end();
    return status;
}

// ------------------------------------------------------------------------------- command

static int open_meshes(const struct cli_strings *names, struct buoy_mesh **meshes) {
    for (size_t i = 0; i < names->count; i++) {
        if (cli_open_mesh(names->items[i], 0, &meshes[i]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

// Tables appear mesh by mesh, JSON when all is known.
static int judge_meshes(const struct verify_arguments *arguments, struct buoy_mesh *const *meshes,
                        const struct cli_kernels *kernels, struct verify_findings *findings) {
    for (size_t i = 0; i < arguments->meshes.count; i++) {
        if (judge_mesh(arguments, meshes[i], kernels, findings) != 0) {
            return CLI_BAD;
        }
        if (!arguments->json) {
            verify_print_subject(findings, &findings->subjects[i]);
            fflush(stdout);
        }
    }
    if (arguments->json) {
        verify_print_json(findings);
    } else {
        verify_print_summary(findings);
    }
    return verify_count_failures(findings) == 0 ? CLI_GOOD : CLI_FAILED;
}

static int verify(const struct verify_arguments *arguments, const struct cli_kernels *kernels) {
    const size_t count = arguments->meshes.count;
    struct buoy_mesh **meshes = calloc(count, sizeof *meshes);
    struct verify_findings findings = {
        .source = accuracy_best_source(),
        .seed = arguments->seed,
        .kernel_count = kernels->count,
        .subjects = calloc(count, sizeof *findings.subjects),
    };
    int status = CLI_BAD;
    if (meshes == NULL || findings.subjects == NULL) {
        cli_out_of_memory();
    } else if (open_meshes(&arguments->meshes, meshes) == 0) {
        status = judge_meshes(arguments, meshes, kernels, &findings);
    }
    for (size_t i = 0; meshes != NULL && i < count; i++) {
        buoy_mesh_destroy(meshes[i]);
    }
    for (size_t i = 0; i < findings.subject_count; i++) {
        free(findings.subjects[i].verdicts);
    }
    free(meshes);
    free(findings.subjects);
    return status;
}

static int run_verify(int argc, char **argv) {
    struct verify_arguments arguments = {.poses = POSES_DEFAULT, .seed = 1, .voxels = 64};
    struct cli_kernels kernels = {0};
    int status = parse_arguments(argc, argv, &arguments);
    if (status == 0 && arguments.meshes.count == 0) {
        status = add_default_meshes(&arguments.meshes);
    }
    if (status == 0) {
        status = cli_select_kernels("volume", &arguments.kernels, &kernels);
    }
    if (status == 0) {
        status = verify(&arguments, &kernels);
    }
    cli_kernels_free(&kernels);
    cli_strings_free(&arguments.kernels);
    cli_strings_free(&arguments.meshes);
    return status;
}

const struct command command_verify = {
    .name = "verify",
    .summary = "how wrong each kernel is, and whether twins return the same bits",
    .help =
        "usage: buoybench verify [--mesh M]... [--kernel GLOB]... [--poses N] [--seed S]\n"
        "                        [--voxels N] [--format text|json]\n"
        "\n"
        "Compares each kernel's volumes and centres of buoyancy with exact arithmetic, for random\n"
        "water planes and for planes that wet only 1e-1 to 1e-6 of the body, and compares the\n"
        "deterministic variants of each method with each other, bit for bit.\n"
        "\n"
        "  --mesh M         a file (OBJ, STL, PLY, OFF, glTF, GLB) or builtin:NAME[:TRIANGLES];\n"
        "                   may be repeated (default: seven built-ins)\n"
        "  --kernel GLOB    kernels by id, * crosses slashes; may be repeated (default: all that\n"
        "                   can run)\n"
        "  --poses N        random planes for each mesh (default 256); 24 barely wet ones are "
        "added\n"
        "  --seed S         of the random planes (default 1)\n"
        "  --voxels N       cells per axis for volume/voxel/scalar, 1 to 4096 (default 64)\n"
        "  --format FORMAT  text (default) or json\n"
        "\n"
        "Exit code: 1 if a kernel leaves its documented bounds or bits differ where they must "
        "not.\n"
        "\n"
        "examples:\n"
        "  buoybench verify\n"
        "  buoybench verify --mesh builtin:star --kernel 'volume/blocks/*'\n"
        "  buoybench verify --mesh hull.obj --kernel '*/avx2' --poses 2000 --format json\n",
    .run = run_verify,
};
