// Looks up entries of a race.
#include "race.h"

#include <stdio.h>
#include <string.h>

#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "families.h"
#include "kernels.h"
#include "plugins.h"
#include "session.h"
#include "sweep.h"
#include "team.h"

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

static void ask_together(const void *context, size_t begin, size_t end) {
    shares_ask(context, begin, end);
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

static bool has_held(const struct race_subject *subject) {
    for (size_t i = 0; i < subject->entry_count; ++i) {
        if (subject->entries[i].held) {
            return true;
        }
    }
    return false;
}

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
        const bool again = has_held(subject);
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

static size_t threads_of(const struct race_subject *subject) {
    return workload_threads(subject->queries.workload);
}

int shares_prepare(struct race_subject *subject) {
    const size_t count = threads_of(subject);
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
    return scratch_make((bytes + 63) / 64 * 64 * threads_of(entry->subject), &entry->scratch);
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

void shares_ask(const struct race_entry *entry, size_t begin, size_t end) {
    const struct race_subject *subject = entry->subject;
    for (size_t i = begin; i < end; i += subject->queries.per_call) {
        struct call call = {entry, i};
        team_run(subject->team, ask_share, &call);
    }
}

// ---------------------------------------------------------------------------------------- plug-ins

static void note_failure(struct race_entry *entry) {
    const struct plugin_session *session = entry->scratch.session;
    if (session) {
        snprintf(entry->failure, sizeof entry->failure, "%.*s", (int)sizeof entry->failure - 1,
                 session_failure(session));
    }
}

void plugin_note_trial(struct race_entry *entry) {
    const struct plugin_session *session = entry->scratch.session;
    note_failure(entry);
    if (session && session_declined(session)[0] != '\0') {
        entry->declined = session_declined(session);
        entry->selected = false;
    }
}

// The next entry from a subject on that a kernel declined, or any kernel if that is NULL.
static const struct race_entry *next_declined(const struct race *race, size_t *subject,
                                              const struct buoy_kernel *kernel) {
    for (; *subject < race->subject_count; ++*subject) {
        const struct race_subject *at = &race->subjects[*subject];
        for (size_t i = 0; i < at->entry_count; ++i) {
            if (at->entries[i].declined && at->entries[i].kernel == kernel) {
                return &at->entries[i];
            }
        }
    }
    return NULL;
}

static void print_declined_by(const struct race *race, const struct buoy_kernel *kernel) {
    size_t subject = 0;
    const struct race_entry *entry = next_declined(race, &subject, kernel);
    if (!entry) {
        return;
    }
    fprintf(stderr, "%s leaves out (%s): %s", entry->info.id, entry->declined,
            entry->subject->name);
    for (++subject; (entry = next_declined(race, &subject, kernel)); ++subject) {
        fprintf(stderr, ", %s", entry->subject->name);
    }
    fputc('\n', stderr);
}

void plugin_print_declined(const struct race *race) {
    for (size_t i = 0; i < kernels_count(); ++i) {
        print_declined_by(race, kernels_at(i));
    }
}
