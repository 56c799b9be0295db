// Compares kernels with the truth and with their twins, subject by subject.
#include "verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accuracy.h"
#include "buoyancy_kernels.h"
#include "cli.h"
#include "dispatch/registry.h"
#include "kernels.h"
#include "output.h"
#include "plugins.h"
#include "session.h"

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

// ------------------------------------------------------------------------------------------ trials

int trial_make(const struct verify_settings *settings, const struct family *family,
               const struct buoy_mesh *mesh, struct trial *trial) {
    const bool by_immersion = settings->by_immersion && family->find_floors;
    *trial = (struct trial){
        .queries = {.family = family,
                    .workload = by_immersion ? &workload_by_immersion : &workload_trial,
                    .mesh = mesh,
                    .count = settings->poses,
                    .seed = settings->seed,
                    .voxels = settings->voxels},
    };
    if (family->make(&trial->queries) != 0) {
        return CLI_BAD;
    }
    const size_t count = trial->queries.count, bytes = family->answer_bytes;
    trial->truth = calloc(count, bytes);
    trial->answers = calloc(count, bytes);
    trial->first_answers = calloc(count, bytes);
    bool all = trial->truth && trial->answers && trial->first_answers;
    if (by_immersion) {
        trial->floors = calloc(count, sizeof *trial->floors);
        trial->certified = calloc(count, sizeof *trial->certified);
        all = all && trial->floors && trial->certified;
    }
    return all ? 0 : cli_out_of_memory();
}

void trial_free(struct trial *trial) {
    queries_free(&trial->queries);
    free(trial->truth);
    free(trial->answers);
    free(trial->first_answers);
    free(trial->floors);
    free(trial->certified);
}

static void note_session(const struct plugin_session *session, struct trial *trial) {
    snprintf(trial->failure, sizeof trial->failure, "%.*s", (int)sizeof trial->failure - 1,
             session ? session_failure(session) : "");
    snprintf(trial->declined, sizeof trial->declined, "%s",
             session ? session_declined(session) : "");
}

int trial_ask(struct trial *trial, const struct buoy_kernel *kernel, void *answers) {
    const struct queries *queries = &trial->queries;
    struct scratch scratch;
    const int status = queries_make_scratch(queries, kernel, &scratch);
    if (status == 0) {
        queries_ask(queries, kernel, &scratch, 0, queries->count, answers);
        note_session(scratch.session, trial);
    }
    scratch_free(&scratch);
    return status;
}

int trial_certify(struct trial *trial, const struct buoy_kernel *kernel) {
    const struct queries *queries = &trial->queries;
    struct scratch scratch;
    const int status = queries_make_scratch(queries, kernel, &scratch);
    if (status == 0) {
        queries->family->certify(queries, kernel, &scratch, trial->answers, trial->certified);
    }
    scratch_free(&scratch);
    return status;
}

// ------------------------------------------------------------------------------------------- twins

const struct buoy_kernel *twins_first(const struct buoy_kernel *kernel) {
    for (size_t i = 0; kernel->deterministic && i < kernels_count(); ++i) {
        const struct buoy_kernel *other = kernels_at(i);
        struct buoy_kernel_info info;
        buoy_kernel_get_info(other, &info, NULL);
        if ((other->method == kernel->method ||
             (strcmp(other->method->family, kernel->method->family) == 0 &&
              strcmp(other->method->name, kernel->method->name) == 0)) &&
            info.deterministic && info.runnable) {
            return other;
        }
    }
    return NULL;
}

size_t twins_compare(const struct queries *queries, const void *a, const void *b) {
    const size_t bytes = queries->family->answer_bytes;
    size_t i = 0;
    while (i < queries->count &&
           memcmp((const char *)a + i * bytes, (const char *)b + i * bytes, bytes) == 0) {
        ++i;
    }
    return i;
}

// --------------------------------------------------------------------------------------- one query

// Returns whether an error is within its bound.
static bool print_error(const char *name, double error, double bound) {
    if (isinf(bound)) {
        printf("%s %.9g, no bound\n", name, error);
        return isfinite(error);
    }
    printf("%s %.9g, %.3g%% of the bound %.9g\n", name, error,
           error > 0.0 ? 100.0 * error / bound : 0.0, bound);
    return error <= bound;
}

static int ask_and_print(struct trial *trial, const struct buoy_kernel *kernel, size_t index) {
    const struct queries *queries = &trial->queries;
    const struct family *family = queries->family;
    if (index >= queries->count) {
        return cli_bad("--query: %zu is not between 0 and %zu", index, queries->count - 1);
    }
    if (family->find_truth(queries, trial->truth) != 0 ||
        trial_ask(trial, kernel, trial->answers) != 0) {
        return CLI_BAD;
    }
    const char *truth = (const char *)trial->truth + index * family->answer_bytes;
    const char *answer = (const char *)trial->answers + index * family->answer_bytes;
    char text[VERIFY_TEXT_BYTES];
    family->describe(queries, index, text, sizeof text);
    printf("%s\n%-16s %-24s %s\n", text, "", kernel->id, family_truth(family));
    for (size_t i = 0; i < family->answer_bytes / sizeof(double); ++i) {
        double answered, true_one;
        memcpy(&answered, answer + i * sizeof answered, sizeof answered);
        memcpy(&true_one, truth + i * sizeof true_one, sizeof true_one);
        printf("%-16s %-24.17g %.17g\n", family->fields[i], answered, true_one);
    }
    const struct family_errors errors = family->errors(queries, index, truth, answer);
    const struct family_bounds bounds = queries_bounds(queries, kernel, index);
    bool good = print_error(family->headings->of_total, errors.of_total, bounds.of_total);
    if (errors.immersion >= ACCURACY_CENTROID_IMMERSION) {
        good &= print_error(family->headings->centroid, errors.centroid, bounds.centroid);
    }
    if (family->has_surface) {
        good &= print_error("surface", errors.surface, bounds.surface);
    }
    return good ? CLI_GOOD : CLI_FAILED;
}

int one_query_print(const struct verify_settings *settings, const struct buoy_kernel *kernel,
                    const struct buoy_mesh *mesh, const char *place, size_t index) {
    // The first family of a kernel, or of those that share a name the one of that place; NULL:
    // none.
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        if (family_owns(family, kernel) &&
            (!place || (family->whole_place && strcmp(family->whole_place, place) == 0))) {
            break;
        }
    }
    struct trial trial;
    if (!family) {
        return cli_bad("--query: %s is not asked about '%s'", kernel->id, place);
    }
    int status = trial_make(settings, family, mesh, &trial);
    if (status == 0) {
        status = ask_and_print(&trial, kernel, index);
    }
    trial_free(&trial);
    return status;
}

// ---------------------------------------------------------------------------- as a command
static void print_option(const char *option, const char *value, FILE *to) {
    if (value) {
        fprintf(to, " %s ", option);
        cli_print_word(value, to);
    }
}

char *one_query_command(const struct queries *queries, const struct verify_settings *settings,
                        const char *mesh, const struct buoy_kernel *kernel, size_t query) {
    struct output output;
    if (output_begin(&output) != 0) {
        return NULL;
    }
    const char *place = queries->family->whole_place;
    cli_print_word(cli_program(), output.stream);
    fputs(" verify", output.stream);
    print_option("--mesh", mesh, output.stream);
    if (mesh && settings->making) {
        cli_print_making(settings->making, output.stream);
    }
    fprintf(output.stream, " \\\n    --kernel %s --poses %zu --seed %llu --query %s%s%zu",
            kernel->id, settings->poses, (unsigned long long)settings->seed, place ? place : "",
            place ? ":" : "", query);
    if (queries->workload == &workload_by_immersion) {
        fputs(" --by-immersion", output.stream);
    }
    if (strcmp(kernel->method->name, "voxel") == 0 ||
        strcmp(kernel->method->name, "refined") == 0) { // only these have a number of voxels
        fprintf(output.stream, " --voxels %u", queries->voxels);
    }
    print_option("--plugin", plugins_path(kernel), output.stream);
    return output_end(&output) == 0 ? output.text : NULL;
}
