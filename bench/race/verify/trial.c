// The queries that verify one subject, with their true answers.
#include "trial.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "session.h"

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
