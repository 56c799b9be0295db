// Looks up entries of a race.
#include "race.h"

#include <string.h>

#include "plugins.h"
#include "shares.h"

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

// -------------------------------------------------------------------------------- plug-ins

static bool has_held(const struct race_subject *subject) {
    for (size_t i = 0; i < subject->entry_count; ++i) {
        if (subject->entries[i].held) {
            return true;
        }
    }
    return false;
}

bool race_hold_plugins(struct race *race) {
    size_t held = 0, others = 0;
    for (size_t i = 0; i < race->subject_count; ++i) {
        for (size_t k = 0; k < race->subjects[i].entry_count; ++k) {
            const struct race_entry *entry = &race->subjects[i].entries[k];
            held += entry->selected && plugins_own(entry->kernel);
            others += entry->selected && !plugins_own(entry->kernel);
        }
    }
    for (size_t i = 0; i < race->subject_count && held > 0 && others > 0; ++i) {
        for (size_t k = 0; k < race->subjects[i].entry_count; ++k) {
            struct race_entry *entry = &race->subjects[i].entries[k];
            entry->held = entry->selected && plugins_own(entry->kernel);
            entry->selected = entry->selected && !entry->held;
        }
    }
    return held > 0 && others > 0;
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
