// How `tune` times a kernel: all poses equally often, and in moments in which nothing disturbs it.
#include "clock.h"
#include "dispatch/registry.h"
#include "poses.h"
#include "test.h"
#include "tune.h"

// What the planted kernels see.
static struct {
    const struct buoy_plane *first;
    size_t asked[STAND_MOST_PLANES]; // by the first plane of a call
} seen;

static double now(void) {
    return clock_wall();
}

static void count_calls(const struct buoy_volume_query *query, struct buoy_volume *results) {
    (void)results;
    ++seen.asked[query->planes - seen.first];
}

// Ten microseconds a call; thirty for three quarters of each millisecond, as beside a neighbour;
// and now and then an interruption.
#define UNDISTURBED 10e-6
static void call_beside_a_neighbour(const struct buoy_volume_query *query,
                                    struct buoy_volume *results) {
    static size_t calls;
    (void)query;
    (void)results;
    const double seconds = ++calls % 10 == 0             ? 1.1e-3
                           : fmod(now(), 1e-3) < 0.75e-3 ? 3.0 * UNDISTURBED
                                                         : UNDISTURBED;
    const double began = now();
    while (now() - began < seconds) {
    }
}

// Some poses cost more than others: every slice has all of them, whatever a call takes.
static void expect_all_poses(struct stand *stand, size_t poses, size_t planes) {
    const struct buoy_kernel counting = {.volume = count_calls};
    size_t queries = 0;
    memset(&seen, 0, sizeof seen);
    seen.first = stand->planes;
    assert_true(stand_time(stand, &counting, planes, false, &queries) > 0.0);
    for (size_t k = 0; k < STAND_MOST_PLANES; ++k) {
        const bool begins = k % planes == 0 && (k == 0 || k + planes <= poses);
        assert_int_equal(seen.asked[k], begins ? seen.asked[0] : 0);
    }
    assert_true(seen.asked[0] >= queries / planes / (poses / planes + 1));
}

TEST(all_poses) {
    static const struct {
        const char *mesh;
        size_t poses;
    } bodies[] = {{"builtin:box", POSES_DEFAULT},
                  {"builtin:barrel:996", POSES_DEFAULT},
                  {"builtin:barrel:1004", 64}};
    static const size_t planes[] = {1, 3, 64, POSES_DEFAULT, STAND_MOST_PLANES};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) {
        struct stand stand;
        assert_int_equal(stand_open(&stand, bodies[i].mesh), 0);
        for (size_t k = 0; k < sizeof planes / sizeof *planes; ++k) {
            expect_all_poses(&stand, bodies[i].poses, planes[k]);
        }
        stand_close(&stand);
    }
}

// Not always, because the machine may be busy indeed; but a mean is never as fast, and few slices
// seldom are.
TEST(neighbour) {
    struct stand stand;
    const struct buoy_kernel disturbed = {.volume = call_beside_a_neighbour};
    const size_t planes = POSES_DEFAULT;
    size_t queries = 0, undisturbed = 0;
    assert_int_equal(stand_open(&stand, "builtin:box"), 0);
    for (int i = 0; i < 30; ++i) {
        const double seconds =
            1e-9 * (double)planes * stand_time(&stand, &disturbed, planes, false, &queries);
        assert_true(seconds >= 0.999 * UNDISTURBED);
        undisturbed += seconds < 1.5 * UNDISTURBED;
    }
    stand_close(&stand);
    assert_in_range(undisturbed, 24, 30);
}
