// The progress of a long job and its remaining time, on one line of the terminal.
#include "progress.h"

#include "cli.h"
#include "clock.h"

#define SECONDS_BETWEEN 0.02
#define SECONDS_BEFORE_STAGE 2.0

// Before this time and this share, an estimate of the remaining time would mean nothing.
#define SECONDS_BEFORE_ESTIMATE 3.0
#define SHARE_BEFORE_ESTIMATE 0.05

void progress_begin(struct progress *progress, const char *job, size_t total) {
    const double began = clock_wall();
    *progress = (struct progress){
        .job = job, .total = total, .began = began, .shown = began - SECONDS_BETWEEN};
}

void progress_begin_silently(struct progress *progress, const char *job, size_t total) {
    progress_begin(progress, job, total);
    progress->silent = true;
}

void progress_show(struct progress *progress, const char *what) {
    const double time = clock_wall();
    const double percent = 100.0 * (double)progress->done / (double)progress->total;
    if (progress->silent && time - progress->began >= SECONDS_BEFORE_STAGE) {
        progress->silent = false;
        cli_stage("%s %.0f %%", progress->job, percent);
    }
    if (time - progress->shown < SECONDS_BETWEEN) {
        return;
    }
    progress->shown = time;
    const double spent = time - progress->began;
    if ((double)progress->done < SHARE_BEFORE_ESTIMATE * (double)progress->total ||
        progress->done == 0 || spent < SECONDS_BEFORE_ESTIMATE) {
        cli_progress("%s %.0f %%  %.50s", progress->job, percent, what);
        return;
    }
    const size_t left = progress->total - progress->done;
    cli_progress("%s %.0f %%, %.0f s left  %.50s", progress->job, percent,
                 spent * (double)left / (double)progress->done, what);
}

void progress_step(struct progress *progress) {
    if (progress->done < progress->total) {
        ++progress->done;
    }
}
