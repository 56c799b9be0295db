// Looks up entries of a race.
#include "race.h"

#include <string.h>

#include "dispatch/registry.h"
#include "families.h"
#include "plugins.h"
#include "shares.h"
#include "sweep.h"

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
