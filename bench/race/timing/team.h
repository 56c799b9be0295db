// Threads that share one job, again and again: what a program does that steps its bodies on all
// processors. They are made once; while the job is timed they wait for it in a loop, which costs a
// fraction of a microsecond where waking a thread costs many.
#ifndef BENCH_TEAM_H
#define BENCH_TEAM_H

#include <stddef.h>

struct team;

// Does one of `shares` shares of a job.
typedef void team_job(void *context, size_t share, size_t shares);

// Makes a team of `count` threads, of which the caller's is one; NULL if the system refuses a
// thread.
struct team *team_make(size_t count);
void team_free(struct team *team);

// The threads wait in a loop between these two calls, and sleep at other times.
void team_wake(struct team *team);
void team_rest(struct team *team);

// Does all shares of a job, one per thread, the caller's the first of them. Needs team_wake().
void team_run(struct team *team, team_job *job, void *context);

#endif
