// One query of `verify`, put to one kernel.
#include "one_query.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accuracy.h"
#include "cli.h"
#include "dispatch/registry.h"
#include "output.h"
#include "plugins.h"

// The first family of a kernel, or of those that share a name the one of that place; NULL: none.
static const struct family *family_of(const struct buoy_kernel *kernel, const char *place) {
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        if (family_owns(family, kernel) &&
            (!place || (family->whole_place && strcmp(family->whole_place, place) == 0))) {
            break;
        }
    }
    return family;
}

static double number_at(const char *numbers, size_t index) {
    double number;
    memcpy(&number, numbers + index * sizeof number, sizeof number);
    return number;
}

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

static bool print_errors(const struct queries *queries, const struct buoy_kernel *kernel,
                         size_t index, const char *truth, const char *answer) {
    const struct family *family = queries->family;
    const struct family_errors errors = family->errors(queries, index, truth, answer);
    const struct family_bounds bounds = queries_bounds(queries, kernel, index);
    bool good = print_error(family->headings->of_total, errors.of_total, bounds.of_total);
    if (errors.immersion >= ACCURACY_CENTROID_IMMERSION) {
        good &= print_error(family->headings->centroid, errors.centroid, bounds.centroid);
    }
    if (family->has_surface) {
        good &= print_error("surface", errors.surface, bounds.surface);
    }
    return good;
}

static int print(const struct trial *trial, const struct buoy_kernel *kernel, size_t index) {
    const struct queries *queries = &trial->queries;
    const struct family *family = queries->family;
    const char *truth = (const char *)trial->truth + index * family->answer_bytes;
    const char *answer = (const char *)trial->answers + index * family->answer_bytes;
    char text[VERIFY_TEXT_BYTES];
    family->describe(queries, index, text, sizeof text);
    printf("%s\n%-16s %-24s %s\n", text, "", kernel->id, family_truth(family));
    for (size_t i = 0; i < family->answer_bytes / sizeof(double); ++i) {
        printf("%-16s %-24.17g %.17g\n", family->fields[i], number_at(answer, i),
               number_at(truth, i));
    }
    return print_errors(queries, kernel, index, truth, answer) ? CLI_GOOD : CLI_FAILED;
}

static int ask_and_print(struct trial *trial, const struct buoy_kernel *kernel, size_t index) {
    const struct queries *queries = &trial->queries;
    if (index >= queries->count) {
        return cli_bad("--query: %zu is not between 0 and %zu", index, queries->count - 1);
    }
    if (queries->family->find_truth(queries, trial->truth) != 0 ||
        trial_ask(trial, kernel, trial->answers) != 0) {
        return CLI_BAD;
    }
    return print(trial, kernel, index);
}

int one_query_print(const struct verify_settings *settings, const struct buoy_kernel *kernel,
                    const struct buoy_mesh *mesh, const char *place, size_t index) {
    const struct family *family = family_of(kernel, place);
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

static void print_command(const struct queries *queries, const struct verify_settings *settings,
                          const char *mesh, const struct buoy_kernel *kernel, size_t query,
                          FILE *to) {
    const char *place = queries->family->whole_place;
    cli_print_word(cli_program(), to);
    fputs(" verify", to);
    print_option("--mesh", mesh, to);
    if (mesh && settings->making) {
        cli_print_making(settings->making, to);
    }
    fprintf(to, " \\\n    --kernel %s --poses %zu --seed %llu --query %s%s%zu", kernel->id,
            settings->poses, (unsigned long long)settings->seed, place ? place : "",
            place ? ":" : "", query);
    if (queries->workload == &workload_by_immersion) {
        fputs(" --by-immersion", to);
    }
    if (strcmp(kernel->method->name, "voxel") == 0 ||
        strcmp(kernel->method->name, "refined") == 0) { // only these have a number of voxels
        fprintf(to, " --voxels %u", queries->voxels);
    }
    print_option("--plugin", plugins_path(kernel), to);
}

char *one_query_command(const struct queries *queries, const struct verify_settings *settings,
                        const char *mesh, const struct buoy_kernel *kernel, size_t query) {
    struct output output;
    if (output_begin(&output) != 0) {
        return NULL;
    }
    print_command(queries, settings, mesh, kernel, query, output.stream);
    return output_end(&output) == 0 ? output.text : NULL;
}
