// Looks up entries of a race.
#include "race.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accuracy.h"
#include "buoyancy_kernels.h"
#include "cli.h"
#include "dispatch/registry.h"
#include "families.h"
#include "kernels.h"
#include "opening.h"
#include "plugins.h"
#include "progress.h"
#include "session.h"
#include "team.h"
#include "verify.h"

bool race_runs(const struct race_entry *entry) {
    return entry->selected && entry->failure[0] == '\0';
}

size_t race_count_selected(const struct race_subject *subject) {
    size_t selected = 0;
    for (size_t i = 0; i < subject->entry_count; ++i) {
        selected += subject->entries[i].selected;
    }
    return selected;
}

struct race_entry *race_find(const struct race *race, const char *name) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        const struct race_subject *subject = &race->subjects[i];
        for (size_t k = 0; k < subject->entry_count; ++k) {
            if (strcmp(subject->entries[k].name, name) == 0) {
                return &subject->entries[k];
            }
        }
    }
    return NULL;
}

static void ask(const void *context, size_t begin, size_t end) {
    const struct race_entry *entry = context;
    const struct race_subject *subject = entry->subject;
    queries_ask(&subject->queries, entry->kernel, &entry->scratch, begin, end, subject->answers);
}

struct call {
    const struct race_entry *entry;
    size_t begin;
};

static void ask_share(void *context, size_t share, size_t shares) {
    const struct call *call = context;
    const struct race_subject *subject = call->entry->subject;
    const struct scratch *scratch = &call->entry->scratch;
    struct queries queries = subject->queries;
    const size_t first = share * queries.per_call / shares;
    const size_t end = (share + 1) * queries.per_call / shares;
    const struct scratch own = {
        .memory =
            scratch->memory ? (char *)scratch->memory + scratch->bytes / shares * share : NULL,
        .bytes = scratch->bytes / shares,
    };
    queries.per_call = end - first;
    if (end > first) {
        queries_ask(&queries, call->entry->kernel, &own, call->begin + first, call->begin + end,
                    subject->answers);
    }
}

// Whole calls, one after the other, each by all threads together.
static void ask_together(const void *context, size_t begin, size_t end) {
    const struct race_entry *entry = context;
    const struct race_subject *subject = entry->subject;
    for (size_t i = begin; i < end; i += subject->queries.per_call) {
        struct call call = {entry, i};
        team_run(subject->team, ask_share, &call);
    }
}

struct stopwatch_job race_job(const struct race_entry *entry) {
    const struct queries *queries = &entry->subject->queries;
    return (struct stopwatch_job){
        .ask = entry->subject->team ? ask_together : ask,
        .context = entry,
        .count = queries->count,
        .per_call = queries->per_call,
    };
}

// -------------------------------------------------------------------------------- in turns

// Holds what waits, if anything else does not.
static bool hold(struct race *race,
                 bool (*waits)(const struct race *race, const struct race_entry *entry)) {
    size_t held = 0, others = 0;
    for (int pass = 0; pass < 2; ++pass) {
        for (size_t i = 0; i < race->subject_count; ++i) {
            for (size_t k = 0; k < race->subjects[i].entry_count; ++k) {
                struct race_entry *entry = &race->subjects[i].entries[k];
                if (pass == 0) {
                    held += entry->selected && waits(race, entry);
                    others += entry->selected && !waits(race, entry);
                } else {
                    entry->held = entry->selected && waits(race, entry);
                }
            }
        }
        if (held == 0 || others == 0) {
            return false;
        }
    }
    for (size_t i = 0; i < race->subject_count; ++i) {
        for (size_t k = 0; k < race->subjects[i].entry_count; ++k) {
            struct race_entry *entry = &race->subjects[i].entries[k];
            entry->selected = entry->selected && !entry->held;
        }
    }
    return true;
}

static bool is_plugin(const struct race *race, const struct race_entry *entry) {
    (void)race;
    return plugins_own(entry->kernel);
}

bool race_hold_plugins(struct race *race) {
    return hold(race, is_plugin);
}

static bool is_best_of_method(const struct race_entry *entry) {
    const struct race_subject *subject = entry->subject;
    if (!entry->info.deterministic || !sweep_is_for_many_isas(entry->kernel->method)) {
        return false;
    }
    for (const struct race_entry *later = entry + 1;
         later < subject->entries + subject->entry_count; ++later) {
        if (later->selected && later->info.deterministic &&
            later->kernel->method == entry->kernel->method) {
            return false;
        }
    }
    return true;
}

static bool comes_later(const struct race *race, const struct race_entry *entry) {
    const struct race_subject *subject = entry->subject;
    return !(subject->mesh && subject->mesh < race->meshes + RACE_FIRST_MESHES &&
             subject->queries.family == family_at(0) &&
             strcmp(subject->queries.workload->name, WORKLOAD_HOT) == 0 &&
             (strcmp(entry->info.method, "auto") == 0 ||
              strcmp(entry->info.id, subject->queries.family->baseline) == 0 ||
              is_best_of_method(entry)));
}

bool race_hold_rest(struct race *race) {
    return hold(race, comes_later);
}

void race_take_rest(struct race *race) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        for (size_t k = 0; k < race->subjects[i].entry_count; ++k) {
            struct race_entry *entry = &race->subjects[i].entries[k];
            entry->selected = entry->selected || entry->held;
            entry->held = false;
        }
    }
}

void race_take_plugins(struct race *race) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        struct race_subject *subject = &race->subjects[i];
        bool again = false;
        for (size_t k = 0; k < subject->entry_count; ++k) {
            again = again || subject->entries[k].held;
        }
        for (size_t k = 0; k < subject->entry_count; ++k) {
            struct race_entry *entry = &subject->entries[k];
            entry->selected = again && (entry->selected || entry->held);
            entry->held = false;
        }
    }
}

// -------------------------------------------------------------------------------------- the choice

static bool is_a_workload(const char *name) {
    const struct family *family;
    for (size_t i = 0; (family = family_at(i)); ++i) {
        for (size_t k = 0; k < family->workload_count; ++k) {
            if (workload_is(&family->workloads[k], name)) {
                return true;
            }
        }
    }
    return strcmp(name, "all") == 0;
}

static bool is_a_measurement(const char *name) {
    return strcmp(name, CHOICE_FRAMES) == 0 || strcmp(name, CHOICE_MAKING) == 0;
}

bool choice_names(const struct race_choice *choice, const char *workload) {
    for (size_t i = 0; i < choice->workloads.count; ++i) {
        if (strcmp(choice->workloads.items[i], workload) == 0) {
            return true;
        }
    }
    return false;
}

bool choice_races_nothing(const struct race_choice *choice) {
    size_t races = 0;
    for (size_t i = 0; i < choice->workloads.count; ++i) {
        races += !is_a_measurement(choice->workloads.items[i]);
    }
    return races == 0 && choice->workloads.count > 0;
}

int choice_check(const struct race_choice *choice) {
    for (size_t i = 0; i < choice->workloads.count; ++i) {
        const char *name = choice->workloads.items[i];
        if (!is_a_workload(name) && !is_a_measurement(name)) {
            return cli_bad("--workload '%s': there is no such workload; 'buoybench help run' lists "
                           "them",
                           name);
        }
    }
    return 0;
}

static bool is_wanted(const struct race_choice *choice, const struct family *family,
                      const struct workload *workload, size_t triangles) {
    if (choice->workloads.count > 0) {
        const struct cli_strings *names = &choice->workloads;
        const bool by_all = !(choice->all_kernels && workload->on_request) && !workload->by_name;
        for (size_t i = 0; i < names->count; ++i) {
            if (workload_is(workload, names->items[i]) ||
                (by_all && strcmp(names->items[i], "all") == 0)) {
                return true;
            }
        }
        return false;
    }
    if (workload->by_name ||
        (choice->all_kernels && (workload->on_request || (family->place && !choice->by_size)))) {
        return false;
    }
    const bool has_hot = strcmp(family->workloads[0].name, WORKLOAD_HOT) == 0;
    const bool small = triangles <= workload->most_default;
    return small || (!choice->by_size && (!has_hot || !workload->cold));
}

// The baseline races with a family that says so, whether it was chosen or not.
static void add_baseline(const struct family *family, const struct workload *workload,
                         struct cli_kernels *kernels) {
    if (!workload->with_baseline) {
        return;
    }
    const struct buoy_kernel *baseline = buoy_kernel_find(family->baseline);
    for (size_t i = 0; i < kernels->count; ++i) {
        if (kernels->items[i] == baseline) {
            return;
        }
    }
    kernels->items[kernels->count++] = baseline;
}

void choice_select(const struct race_choice *choice, const struct family *family,
                   const struct workload *workload, size_t triangles, struct cli_kernels *kernels) {
    const bool wanted = is_wanted(choice, family, workload, triangles);
    bool any = false;
    kernels->count = 0;
    for (size_t i = 0; i < choice->kernels.count; ++i) {
        const struct buoy_kernel *kernel = choice->kernels.items[i];
        if (wanted && family_takes(family, workload, kernel)) {
            kernels->items[kernels->count++] = kernel;
            any |= family_owns(family, kernel);
        }
    }
    if (any) {
        add_baseline(family, workload, kernels);
    } else {
        kernels->count = 0; // the baseline of another family would race alone
    }
}

// ------------------------------------------------------------------------------------------ shares

int shares_prepare(struct race_subject *subject) {
    const size_t count = workload_threads(subject->queries.workload);
    if (count < 2) {
        return 0;
    }
    subject->team = team_make(count);
    return subject->team ? 0 : cli_bad("%s: %zu threads cannot be made", subject->name, count);
}

// Only the library's own kernels race in threads, so that there is no session to open.
int shares_make_scratch(struct race_entry *entry) {
    const struct queries *queries = &entry->subject->queries;
    if (!entry->subject->team) {
        return queries_make_scratch(queries, entry->kernel, &entry->scratch);
    }
    const size_t bytes = queries->family->scratch_bytes(queries, entry->kernel);
    return scratch_make((bytes + 63) / 64 * 64 * workload_threads(queries->workload),
                        &entry->scratch);
}

void shares_begin(const struct race_entry *entry) {
    if (entry->subject->team) {
        team_wake(entry->subject->team);
    }
}

void shares_end(const struct race_entry *entry) {
    if (entry->subject->team) {
        team_rest(entry->subject->team);
    }
}

// ---------------------------------------------------------------------------------------- plug-ins

void plugin_note_trial(struct race_entry *entry) {
    const struct plugin_session *session = entry->scratch.session;
    if (!session) {
        return;
    }
    snprintf(entry->failure, sizeof entry->failure, "%.*s", (int)sizeof entry->failure - 1,
             session_failure(session));
    if (session_declined(session)[0] != '\0') {
        entry->declined = session_declined(session);
        entry->selected = false;
    }
}

void plugin_print_declined(const struct race *race) {
    for (size_t n = 0; n < kernels_count(); ++n) {
        bool any = false;
        for (size_t i = 0; i < race->subject_count; ++i) {
            const struct race_subject *subject = &race->subjects[i];
            const struct race_entry *entry = subject->entries, *end = entry + subject->entry_count;
            while (entry < end && !(entry->declined && entry->kernel == kernels_at(n))) {
                ++entry;
            }
            if (entry < end && any) {
                fprintf(stderr, ", %s", subject->name);
            } else if (entry < end) {
                fprintf(stderr, "%s leaves out (%s): %s", entry->info.id, entry->declined,
                        subject->name);
                any = true;
            }
        }
        fputs(any ? "\n" : "", stderr);
    }
}

// ------------------------------------------------------------------------------------------ checks

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

// Variants of a method are neighbours, so remembering one's answers is enough.
static int ask_twin(const struct buoy_kernel *twin, struct references *references) {
    struct scratch scratch;
    if (references->asked == twin) {
        return 0;
    }
    if (queries_make_scratch(&references->queries, twin, &scratch) != 0) {
        return CLI_BAD;
    }
    queries_ask(&references->queries, twin, &scratch, 0, references->queries.count,
                references->twin);
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
    const struct queries *queries = &references->queries;
    queries_ask(queries, entry->kernel, &entry->scratch, 0, queries->count, subject->answers);
    plugin_note_trial(entry);
    if (!entry->selected || entry->failure[0] != '\0') {
        return 0;
    }
    const struct accuracy_case compared = {
        .queries = queries,
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

// --------------------------------------------------------------------------------------- rooflines

#define PEAKS_SECONDS 1.0

// Timing that takes less is a look at one or two kernels, which need no roofline.
#define LEAST_TIMING_SECONDS 2.0

// An earlier entry of the subject whose work is the same, or NULL.
static const struct race_entry *find_counted(const struct race_subject *subject, size_t end) {
    for (size_t i = 0; i < end; ++i) {
        const struct race_entry *entry = &subject->entries[i];
        if (race_runs(entry) && entry->kernel->method == subject->entries[end].kernel->method) {
            return entry;
        }
    }
    return NULL;
}

void roofline_count_work(struct race *race) {
    for (size_t i = 0; i < race->subject_count; ++i) {
        struct race_subject *subject = &race->subjects[i];
        cli_progress("counting %s", subject->name);
        for (size_t k = 0; k < subject->entry_count; ++k) {
            struct race_entry *entry = &subject->entries[k];
            const struct race_entry *same = find_counted(subject, k);
            if (same) {
                entry->work = same->work;
            } else if (race_runs(entry)) {
                work_count(&subject->queries, entry->kernel, &entry->scratch, subject->answers,
                           &entry->work);
            }
        }
    }
    cli_progress_end();
}

int roofline_measure_peaks(struct race *race, enum roofline_peaks when, double timing_seconds) {
    const bool enough = timing_seconds >= LEAST_TIMING_SECONDS;
    if (when == ROOFLINE_PEAKS_NEVER || (when == ROOFLINE_PEAKS_AUTO && !enough)) {
        return 0;
    }
    cli_stage("measuring what this core can do at most");
    cli_progress("measuring what this core can do at most");
    const bool measured = peaks_measure(PEAKS_SECONDS, &race->peaks);
    cli_progress_end();
    return measured ? 0 : cli_out_of_memory();
}
