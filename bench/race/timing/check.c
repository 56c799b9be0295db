// Checks that every kernel is right before anything is timed.
#include <stdio.h>
#include <stdlib.h>

#include "accuracy.h"
#include "buoyancy_kernels.h"
#include "cli.h"
#include "progress.h"
#include "race.h"
#include "verify.h"

// A check asks about this many triangles at most, but makes so many queries at least: with the
// truth and the bounds, all queries about a large mesh would take longer than their timing.
#define MOST_TRIANGLES ((size_t)1 << 23)
#define FEWEST_QUERIES 16

size_t race_check_count(const struct race_subject *subject) {
    const struct queries *queries = &subject->queries;
    const size_t triangles = subject->mesh ? subject->mesh->info.triangle_count : 1;
    const size_t most = MOST_TRIANGLES / triangles;
    const size_t wanted = most > FEWEST_QUERIES ? most : FEWEST_QUERIES;
    const size_t calls = (wanted + queries->per_call - 1) / queries->per_call;
    const size_t count = calls * queries->per_call;
    return count < queries->count ? count : queries->count;
}

// The answers to a subject's queries, and those of the entry in check.
struct references {
    struct queries queries;
    void *truth;
    void *twin;                      // answers of the kernel whose bits an entry promises
    const struct buoy_kernel *asked; // that kernel, for the latest entry
};

static void ask(const struct queries *queries, const struct buoy_kernel *kernel,
                const struct scratch *scratch, void *answers) {
    queries_ask(queries, kernel, scratch, 0, queries->count, answers);
}

// Variants of a method are neighbours, so remembering one's answers is enough.
static int ask_twin(const struct buoy_kernel *twin, struct references *references) {
    struct scratch scratch;
    if (references->asked == twin) {
        return 0;
    }
    if (queries_make_scratch(&references->queries, twin, &scratch) != 0) {
        return CLI_BAD;
    }
    ask(&references->queries, twin, &scratch, references->twin);
    scratch_free(&scratch);
    references->asked = twin;
    return 0;
}

static int check_bits(struct references *references, struct race_entry *entry) {
    const struct race_subject *subject = entry->subject;
    const struct buoy_kernel *first = twins_first(entry->kernel);
    if (!first || first == entry->kernel) {
        return 0;
    }
    if (ask_twin(first, references) != 0) {
        return CLI_BAD;
    }
    const size_t different =
        twins_compare(&references->queries, subject->answers, references->twin);
    if (different < references->queries.count) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(first, &info, NULL);
        snprintf(entry->failure, sizeof entry->failure,
                 "its bits differ from those of %s, first at query %zu", info.id, different);
    }
    return 0;
}

static int check_entry(struct references *references, struct race_entry *entry) {
    const struct race_subject *subject = entry->subject;
    ask(&references->queries, entry->kernel, &entry->scratch, subject->answers);
    plugin_note_trial(entry);
    if (!entry->selected || entry->failure[0] != '\0') {
        return 0;
    }
    const struct accuracy_case compared = {
        .queries = &references->queries,
        .kernel = entry->kernel,
        .truth = references->truth,
        .answers = entry->subject->answers,
    };
    const struct family_headings *headings = entry->subject->queries.family->headings;
    struct accuracy accuracy;
    if (accuracy_measure(&compared, &accuracy) != 0) {
        return CLI_BAD;
    }
    entry->max_error_volume = accuracy.of_total.maximum;
    entry->max_error_centroid = accuracy.centroid.maximum;
    if (accuracy.worst[ACCURACY_OF_TOTAL].used > 1.0) {
        snprintf(entry->failure, sizeof entry->failure, "%s is %.1e, its bound is %.1e",
                 headings->of_total, accuracy.of_total.maximum, accuracy.bounds.of_total);
    } else if (accuracy.worst[ACCURACY_SURFACE].used > 1.0) {
        snprintf(entry->failure, sizeof entry->failure,
                 "the error of areas or waterplane is %.1e of the surface, its bound is %.1e",
                 accuracy.surface, accuracy.bounds.surface);
    } else if (!accuracy.within_bounds) {
        snprintf(entry->failure, sizeof entry->failure, "%s is %.1e, its bound is %.1e",
                 headings->centroid, accuracy.centroid.maximum, accuracy.bounds.centroid);
    }
    const struct queries *queries = &references->queries;
    entry->clipped_triangles = queries->family->examined(queries, entry->kernel);
    return entry->failure[0] != '\0' ? 0 : check_bits(references, entry);
}

static int check_entries(struct race_subject *subject, struct references *references,
                         struct progress *progress) {
    const struct queries *queries = &references->queries;
    if (queries->family->find_truth(queries, references->truth) != 0) {
        return CLI_BAD;
    }
    for (size_t i = 0; i < subject->entry_count; ++i) {
        struct race_entry *entry = &subject->entries[i];
        if (!race_runs(entry) || entry->checked) {
            continue; // a plug-in's kernel may have failed already
        }
        entry->checked = true;
        progress_show(progress, entry->name);
        if (check_entry(references, entry) != 0) {
            return CLI_BAD;
        }
        progress_step(progress);
    }
    return 0;
}

static size_t count_unchecked(const struct race_subject *subject) {
    size_t count = 0;
    for (size_t i = 0; i < subject->entry_count; ++i) {
        count += subject->entries[i].selected && !subject->entries[i].checked;
    }
    return count;
}

static int check_subject(struct race_subject *subject, struct progress *progress) {
    if (count_unchecked(subject) == 0) {
        return 0;
    }
    progress_show(progress, subject->name);
    const size_t count = race_check_count(subject);
    const size_t bytes = subject->queries.family->answer_bytes;
    struct references references = {
        .queries = subject->queries,
        .truth = calloc(count, bytes),
        .twin = calloc(count, bytes),
    };
    references.queries.count = count;
    const int status = references.truth && references.twin
                           ? check_entries(subject, &references, progress)
                           : cli_out_of_memory();
    free(references.truth);
    free(references.twin);
    return status;
}

int race_check(struct race *race) {
    struct progress progress;
    size_t selected = 0;
    for (size_t i = 0; i < race->subject_count; ++i) {
        selected += count_unchecked(&race->subjects[i]);
    }
    if (selected > 0) {
        cli_stage("checking %zu kernels", selected);
    }
    progress_begin(&progress, "checking", selected);
    int status = 0;
    for (size_t i = 0; i < race->subject_count && status == 0; ++i) {
        status = check_subject(&race->subjects[i], &progress);
    }
    cli_progress_end();
    return status;
}
