// The queries that verify one subject, with their true answers.
#include "trial.h"

#include <stdlib.h>

#include "cli.h"

int trial_make(const struct verify_settings *settings, const struct family *family,
               const struct buoy_mesh *mesh, struct trial *trial) {
    *trial = (struct trial){
        .queries = {.family = family,
                    .workload = &workload_trial,
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
    return trial->truth && trial->answers && trial->first_answers ? 0 : cli_out_of_memory();
}

void trial_free(struct trial *trial) {
    queries_free(&trial->queries);
    free(trial->truth);
    free(trial->answers);
    free(trial->first_answers);
}

int trial_ask(const struct trial *trial, const struct buoy_kernel *kernel, void *answers) {
    const struct queries *queries = &trial->queries;
    struct scratch scratch;
    const int status = queries_make_scratch(queries, kernel, &scratch);
    if (status == 0) {
        queries->family->ask(queries, kernel, &scratch, 0, queries->count, answers);
    }
    scratch_free(&scratch);
    return status;
}
