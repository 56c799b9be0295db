// What becomes of plug-ins' kernels in a race.
#include "plugin_entries.h"

#include <stdio.h>
#include <string.h>

#include "kernels.h"
#include "session.h"

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
