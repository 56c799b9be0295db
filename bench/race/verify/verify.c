// Compares kernels with the truth and with their twins, subject by subject.
#include "verify.h"
#include "buoyancy_kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dispatch/registry.h"
#include "one_query.h"
#include "plugins.h"
#include "trial.h"
#include "twins.h"

// ---------------------------------------------------------------------------------- bits

// Describes where two answers differ, in hexadecimal floats, which show every bit.
static void describe_difference(const struct trial *trial, size_t index, char *text, size_t size) {
    const struct family *family = trial->queries.family;
    const char *first = (const char *)trial->first_answers + index * family->answer_bytes;
    const char *other = (const char *)trial->answers + index * family->answer_bytes;
    size_t field = 0;
    double first_value, other_value;
    while (memcmp(first + field * sizeof first_value, other + field * sizeof first_value,
                  sizeof first_value) == 0) {
        ++field;
    }
    memcpy(&first_value, first + field * sizeof first_value, sizeof first_value);
    memcpy(&other_value, other + field * sizeof other_value, sizeof other_value);
    family->describe(&trial->queries, index, text, size);
    const size_t length = strlen(text);
    snprintf(text + length, size - length, ": %s is %a, the method's first has %a",
             family->fields[field], other_value, first_value);
}

static int compare_bits(struct trial *trial, const struct buoy_kernel *kernel,
                        struct verify_verdict *verdict) {
    const struct buoy_kernel *first = twins_first(kernel);
    if (!first || first == kernel) {
        verdict->bits = !first ? VERIFY_BITS_FREE : VERIFY_BITS_FIRST;
        return 0;
    }
    // Variants of a method are neighbours in the registry, so remembering one is enough.
    if (trial->first_kernel != first && trial_ask(trial, first, trial->first_answers) != 0) {
        return CLI_BAD;
    }
    trial->first_kernel = first;
    const size_t differs = twins_compare(&trial->queries, trial->first_answers, trial->answers);
    const bool same = differs == trial->queries.count;
    verdict->bits = same ? VERIFY_BITS_SAME : VERIFY_BITS_DIFFER;
    if (!same) {
        describe_difference(trial, differs, verdict->difference, sizeof verdict->difference);
    }
    return 0;
}

// ------------------------------------------------------------------------------- verdict

static int name_worst_query(const struct trial *trial, const struct verify_settings *settings,
                            const char *mesh, const struct buoy_kernel *kernel,
                            struct verify_verdict *verdict) {
    const enum accuracy_kind kind = accuracy_worst_kind(&verdict->accuracy);
    const struct accuracy *accuracy = &verdict->accuracy;
    const struct accuracy_worst *worst = &accuracy->worst[kind];
    if (worst->used == 0.0 && accuracy->beyond_certified == 0) {
        return 0;
    }
    const size_t query = accuracy->beyond_certified > 0 ? accuracy->first_beyond : worst->query;
    verdict->worst_query = one_query_command(&trial->queries, settings, mesh, kernel, query);
    return verdict->worst_query ? 0 : CLI_BAD;
}

static int judge_kernel(struct trial *trial, const struct buoy_kernel *kernel, double conditioning,
                        struct verify_verdict *verdict) {
    // A plug-in's kernel answers in a session of its own.
    const bool certifies = trial->certified && !plugins_own(kernel);
    const struct accuracy_case compared = {
        .queries = &trial->queries,
        .kernel = kernel,
        .truth = trial->truth,
        .answers = trial->answers,
        .floors = trial->floors,
        .certified = certifies ? trial->certified : NULL,
        .conditioning = conditioning,
    };
    buoy_kernel_get_info(kernel, &verdict->kernel, NULL);
    if (trial_ask(trial, kernel, trial->answers) != 0) {
        return CLI_BAD;
    }
    memcpy(verdict->failure, trial->failure, sizeof verdict->failure);
    memcpy(verdict->declined, trial->declined, sizeof verdict->declined);
    if (verdict->declined[0] != '\0') {
        accuracy_none(&verdict->accuracy);
        verdict->passed = true;
        return 0;
    }
    if (certifies && trial_certify(trial, kernel) != 0) {
        return CLI_BAD;
    }
    if (accuracy_measure(&compared, &verdict->accuracy) != 0 ||
        compare_bits(trial, kernel, verdict) != 0) {
        return CLI_BAD;
    }
    verdict->passed = verdict->accuracy.within_bounds && verdict->failure[0] == '\0' &&
                      verdict->bits != VERIFY_BITS_DIFFER;
    return 0;
}

static int judge_kernels(const struct verify_settings *settings, struct trial *trial,
                         const struct cli_kernels *kernels, struct verify_subject *subject) {
    const char *mesh = trial->queries.mesh ? subject->name : NULL;
    cli_progress("%s: finding the truth", subject->name);
    if (subject->family->find_truth(&trial->queries, trial->truth) != 0 ||
        (trial->floors && subject->family->find_floors(&trial->queries, trial->floors) != 0)) {
        return CLI_BAD;
    }
    for (size_t k = 0; k < kernels->count; ++k) {
        const struct buoy_kernel *kernel = kernels->items[k];
        if (!family_owns(subject->family, kernel)) {
            continue;
        }
        cli_progress("%s: kernel %zu of %zu", subject->name, k + 1, kernels->count);
        struct verify_verdict *verdict = &subject->verdicts[subject->verdict_count++];
        if (judge_kernel(trial, kernel, subject->info.conditioning, verdict) != 0 ||
            name_worst_query(trial, settings, mesh, kernel, verdict) != 0) {
            return CLI_BAD;
        }
    }
    return 0;
}

int verify_subject_judge(const struct verify_settings *settings, const struct family *family,
                         const char *name, const struct buoy_mesh *mesh,
                         const struct cli_kernels *kernels, struct verify_subject *subject) {
    *subject = (struct verify_subject){
        .family = family,
        .name = name,
        .verdicts = calloc(kernels->count, sizeof *subject->verdicts),
    };
    if (!subject->verdicts) {
        return cli_out_of_memory();
    }
    if (mesh) {
        buoy_mesh_get_info(mesh, &subject->info, NULL);
    }

    struct trial trial;
    int status = trial_make(settings, family, mesh, &trial);
    if (status == 0) {
        subject->query_count = trial.queries.count;
        status = judge_kernels(settings, &trial, kernels, subject);
    }
    trial_free(&trial);
    cli_progress_end();
    return status;
}

void verify_subject_free(struct verify_subject *subject) {
    for (size_t i = 0; subject->verdicts && i < subject->verdict_count; ++i) {
        free(subject->verdicts[i].worst_query);
    }
    free(subject->verdicts);
}
