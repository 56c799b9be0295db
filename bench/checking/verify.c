// Holds kernels to the truth and to their twins, mesh by mesh.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "barely_wet.h"
#include "poses.h"
#include "query.h"
#include "twins.h"
#include "verify.h"

// The planes a mesh is verified with, and room for answers.
struct trial {
    const struct buoy_mesh *mesh;
    unsigned voxels;
    size_t count;
    struct buoy_plane *planes;
    struct buoy_volume *truth, *answers;
    struct buoy_volume *first_answers;      // of the kernel below
    const struct buoy_kernel *first_kernel; // first of its method
};

static int trial_make(const struct verify_settings *settings, const struct buoy_mesh *mesh,
                      struct trial *trial) {
    const size_t count = settings->poses + VERIFY_BARELY_WET;
    *trial = (struct trial){
        .mesh = mesh,
        .voxels = settings->voxels,
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
    poses_make(mesh, settings->seed, settings->poses, trial->planes);
    return barely_wet_make(mesh, settings->seed + 1, VERIFY_BARELY_WET,
                           trial->planes + settings->poses);
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

// ---------------------------------------------------------------------------------- bits

// Two answers differ: says where, as hexadecimal floats, which show every bit.
static void describe_difference(const struct trial *trial, size_t index, char *text, size_t size) {
    const struct buoy_volume *first = &trial->first_answers[index];
    const struct buoy_volume *other = &trial->answers[index];
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
    const struct buoy_plane *plane = &trial->planes[index];
    snprintf(text, size, "plane %zu (%.9g,%.9g,%.9g,%.9g): %s is %a, the method's first has %a",
             index, (double)plane->nx, (double)plane->ny, (double)plane->nz, (double)plane->d,
             fields[field].name, fields[field].other, fields[field].first);
}

static int compare_bits(struct trial *trial, const struct buoy_kernel *kernel,
                        struct verify_verdict *verdict) {
    const struct buoy_kernel *first = twins_first(kernel);
    if (first == NULL || first == kernel) {
        verdict->bits = first == NULL ? VERIFY_BITS_FREE : VERIFY_BITS_FIRST;
        return 0;
    }
    // Variants of a method are neighbours in the registry, so remembering one is enough.
    if (trial->first_kernel != first && ask(trial, first, trial->first_answers) != 0) {
        return CLI_BAD;
    }
    trial->first_kernel = first;
    const size_t differs = twins_compare(trial->first_answers, trial->answers, trial->count);
    verdict->bits = differs < trial->count ? VERIFY_BITS_DIFFER : VERIFY_BITS_SAME;
    if (differs < trial->count) {
        describe_difference(trial, differs, verdict->difference, sizeof verdict->difference);
    }
    return 0;
}

// ------------------------------------------------------------------------------- verdict

static int judge_kernel(struct trial *trial, const struct buoy_kernel *kernel,
                        struct verify_verdict *verdict) {
    const struct accuracy_case compared = {
        .mesh = trial->mesh,
        .kernel = kernel,
        .voxels = trial->voxels,
        .truth = trial->truth,
        .answers = trial->answers,
        .count = trial->count,
    };
    buoy_kernel_get_info(kernel, &verdict->kernel);
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
    cli_progress("%s: finding the truth", subject->name);
    if (accuracy_find_truth(source, trial->mesh, trial->planes, trial->count, trial->truth) != 0) {
        return CLI_BAD;
    }
    for (size_t k = 0; k < kernels->count; k++) {
        cli_progress("%s: kernel %zu of %zu", subject->name, k + 1, kernels->count);
        if (judge_kernel(trial, kernels->items[k], &subject->verdicts[k]) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

int verify_mesh(const struct verify_settings *settings, const char *name,
                const struct buoy_mesh *mesh, const struct cli_kernels *kernels,
                struct verify_subject *subject) {
    *subject = (struct verify_subject){
        .name = name,
        .verdicts = calloc(kernels->count, sizeof *subject->verdicts),
    };
    if (subject->verdicts == NULL) {
        return cli_out_of_memory();
    }
    buoy_mesh_get_info(mesh, &subject->info);

    struct trial trial;
    int status = trial_make(settings, mesh, &trial);
    if (status == 0) {
        status = judge_kernels(&trial, settings->source, kernels, subject);
    }
    trial_free(&trial);
    cli_progress_end();
    return status;
}

void verify_subject_free(struct verify_subject *subject) {
    free(subject->verdicts);
}
