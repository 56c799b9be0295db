// Queries that threads share.
#include "shares.h"

#include "team.h"

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
