// Threads that share one job, again and again.
#include "team.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

// Looks at a variable before the processor is given to another thread: there may be more threads
// than processors.
#define LOOKS 4096

struct worker {
    struct team *team;
    size_t share;
    pthread_t thread;
};

struct team {
    size_t count;   // with the caller's
    size_t started; // workers
    // Changed between rounds only: a round is a job, or the end of looking for one.
    team_job *job;
    void *context;
    _Atomic unsigned round;    // workers look at it
    char apart[64];            // in another cache line
    _Atomic size_t unfinished; // workers in this round
    // Guarded by the mutex.
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    unsigned wakes;
    bool ending;
    struct worker workers[];
};

static void wait_a_look(unsigned *looks) {
    if (++*looks % LOOKS == 0) {
        sched_yield();
    }
}

// Sleeps until it is woken once more; returns false if there will be no jobs any more.
static bool sleep_until_woken(struct team *team, unsigned *wakes) {
    pthread_mutex_lock(&team->mutex);
    while (team->wakes == *wakes && !team->ending) {
        pthread_cond_wait(&team->changed, &team->mutex);
    }
    const bool ending = team->ending;
    *wakes = team->wakes;
    pthread_mutex_unlock(&team->mutex);
    return !ending;
}

// A round without a job puts workers to sleep.
static void *work(void *argument) {
    const struct worker *worker = argument;
    struct team *team = worker->team;
    unsigned seen = 0, looks = 0, wakes = 0;
    while (sleep_until_woken(team, &wakes)) {
        bool resting = false;
        while (!resting) {
            const unsigned round = atomic_load_explicit(&team->round, memory_order_acquire);
            if (round == seen) {
                wait_a_look(&looks);
                continue;
            }
            seen = round;
            resting = !team->job;
            if (!resting) {
                team->job(team->context, worker->share, team->count);
            }
            atomic_fetch_sub_explicit(&team->unfinished, 1, memory_order_release);
        }
    }
    return NULL;
}

void team_wake(struct team *team) {
    pthread_mutex_lock(&team->mutex);
    ++team->wakes;
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->mutex);
}

void team_run(struct team *team, team_job *job, void *context) {
    unsigned looks = 0;
    team->job = job;
    team->context = context;
    atomic_store_explicit(&team->unfinished, team->started, memory_order_relaxed);
    atomic_fetch_add_explicit(&team->round, 1, memory_order_release);
    if (job) {
        job(context, 0, team->count);
    }
    while (atomic_load_explicit(&team->unfinished, memory_order_acquire) > 0) {
        wait_a_look(&looks);
    }
}

void team_rest(struct team *team) {
    team_run(team, NULL, NULL);
}

void team_free(struct team *team) {
    if (!team) {
        return;
    }
    pthread_mutex_lock(&team->mutex);
    team->ending = true;
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->mutex);
    for (size_t i = 0; i < team->started; ++i) {
        pthread_join(team->workers[i].thread, NULL);
    }
    pthread_cond_destroy(&team->changed);
    pthread_mutex_destroy(&team->mutex);
    free(team);
}

static bool start(struct team *team) {
    while (team->started + 1 < team->count) {
        struct worker *worker = &team->workers[team->started];
        *worker = (struct worker){.team = team, .share = team->started + 1};
        if (pthread_create(&worker->thread, NULL, work, worker) != 0) {
            return false;
        }
        ++team->started;
    }
    return true;
}

struct team *team_make(size_t count) {
    struct team *team = calloc(1, sizeof *team + count * sizeof team->workers[0]);
    if (!team) {
        return NULL;
    }
    team->count = count;
    pthread_mutex_init(&team->mutex, NULL);
    pthread_cond_init(&team->changed, NULL);
    if (!start(team)) {
        team_free(team);
        return NULL;
    }
    return team;
}
