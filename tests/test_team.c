// Threads that share jobs: each share is done once in each round, by whatever number of threads,
// however often they are woken and put to sleep.
#include <stdatomic.h>

#include "team.h"
#include "test.h"

#define MOST 9

struct job {
    unsigned done[MOST]; // of each share, by its own thread
    size_t shares;
    _Atomic unsigned wrong;
};

static void count_share(void *context, size_t share, size_t shares) {
    struct job *job = context;
    if (shares != job->shares || share >= shares) {
        atomic_fetch_add(&job->wrong, 1);
    } else {
        ++job->done[share];
    }
}

static void check(const struct job *job, unsigned rounds) {
    assert_int_equal(job->wrong, 0);
    for (size_t i = 0; i < job->shares; ++i) {
        assert_int_equal(job->done[i], rounds);
    }
}

// Results of a round are there when it returns, also with more threads than processors.
TEST(rounds) {
    for (size_t count = 1; count <= MOST; count += 2) {
        struct team *team = team_make(count);
        struct job job = {.shares = count};
        assert_non_null(team);
        team_wake(team);
        for (unsigned round = 1; round <= 200; ++round) {
            team_run(team, count_share, &job);
            check(&job, round);
        }
        team_rest(team);
        team_free(team);
    }
}

// Asleep and awake again, with and without work between; freed asleep, and never woken.
TEST(sleep) {
    struct team *team = team_make(3);
    struct job job = {.shares = 3};
    unsigned rounds = 0;
    assert_non_null(team);
    for (unsigned i = 0; i < 100; ++i) {
        team_wake(team);
        for (unsigned k = 0; k < i % 3; ++k) {
            team_run(team, count_share, &job);
            check(&job, ++rounds);
        }
        team_rest(team);
    }
    team_free(team);
    team_free(team_make(4));
    team_free(NULL);
}
