// Frames timed one by one: tails are those of the frames, and of nothing else.
#include "child.h"
#include "clock.h"
#include "frames.h"
#include "reals.h"
#include "scenes.h"
#include "test.h"

// Nearest rank: of each share, the longest; and in any order.
TEST(tails) {
    double times[1000];
    for (size_t i = 0; i < 1000; ++i) {
        times[i] = (double)((i * 7 + 3) % 1000 + 1);
    }
    struct frames_tail tail = frames_tail(times, 1000);
    assert_true(tail.p50 == 500.0 && tail.p99 == 990.0 && tail.p999 == 999.0 &&
                tail.most == 1000.0);
    tail = frames_tail(times, 1);
    assert_true(tail.p50 == 1.0 && tail.p999 == 1.0 && tail.most == 1.0);
    tail = frames_tail(times, 101); // 1 to 101
    assert_true(tail.p50 == 51.0 && tail.p99 == 100.0 && tail.p999 == 101.0);
}

// ---------------------------------------------------------------------- planted steps

struct planted {
    size_t prepared, stepped;
    bool spins;
};

static void prepare(void *context, size_t frame) {
    struct planted *planted = context;
    (void)frame;
    ++planted->prepared;
}

#define SPIN 1e-3 // seconds

static void work(void *context, size_t frame) {
    static volatile unsigned state = 1;
    struct planted *planted = context;
    assert_int_equal(++planted->stepped, planted->prepared);
    for (int i = 0; i < 10000; ++i) {
        state = state * 1664525u + 1013904223u;
    }
    const double began = clock_wall();
    while (planted->spins && frame % 50 == 0 && clock_wall() - began < SPIN) {
    }
}

static void time_planted(bool spins, size_t count, struct frames_tail *step,
                         struct frames_tail *control) {
    struct planted planted = {.spins = spins};
    const struct frames_job job = {.prepare = prepare, .step = work, .context = &planted};
    struct frames frames;
    assert_int_equal(frames_make(&job, count, &frames), 0);
    frames_time(&job, count / 2, &frames);
    frames_time(&job, count - count / 2, &frames);
    assert_int_equal(frames.count, count);
    *step = frames_tail(frames.step, count);
    *control = frames_tail(frames.control, count);
    frames_free(&frames);
}

// One frame in fifty moves the tail, and neither the median nor the loop beside it.
TEST(spinning) {
    struct frames_tail constant, spinning, control;
    time_planted(false, 2000, &constant, &control);
    time_planted(true, 2000, &spinning, &control);
    assert_true(spinning.p99 >= 1e9 * SPIN && spinning.p50 < 0.5e9 * SPIN);
    assert_true(spinning.p50 < 3.0 * constant.p50);
    assert_true(control.p50 < 0.5e9 * SPIN);
}

// Threads that share a call, and calls by kind, leave the bits that one call leaves.
TEST(shared) {
    struct voyage voyage;
    assert_int_equal(voyage_open("harbour", &voyage), 0);
    const size_t bytes = voyage.scene.count * sizeof *voyage.bodies;
    struct voyage_body *alone = test_alloc(bytes);
    for (size_t threads = 1; threads <= 3; ++threads) {
        struct voyage_frames frames;
        assert_int_equal(voyage_begin_frames(&voyage, 1 << 16, threads, &frames), 0);
        const struct frames_job whole = voyage_whole(&frames), kinds = voyage_by_kind(&frames);
        memset(voyage.bodies, 0, bytes);
        whole.prepare(&frames, 700); // the voyage's frame 100 once more
        assert_true(frames.water.time ==
                    voyage.scene.water.water.time + 100.0 * voyage.scene.motion.step);
        for (size_t i = 0; i < 1 << 16; i += 64) { // every line of the other memory was used
            assert_int_equal(frames.memory[i], 1);
        }
        whole.step(&frames, 700);
        if (threads == 1) {
            memcpy(alone, voyage.bodies, bytes);
            assert_true(alone[740].push[2] != 0.0f);
            memset(voyage.bodies, 0, bytes);
            for (size_t k = 0; k < voyage.scene.kind_count; ++k) {
                kinds.prepare(&frames, 100 * voyage.scene.kind_count + k);
                kinds.step(&frames, 100 * voyage.scene.kind_count + k);
            }
        }
        assert_memory_equal(voyage.bodies, alone, bytes);
        voyage_end_frames(&frames);
    }
    voyage_close(&voyage);
}

// What is wrong with a scene is said, and nobody waits for threads that had no frame.
TEST(refused) {
    struct voyage voyage;
    struct voyage_frames frames;
    const char *path = scratch_write_text(
        "long.json",
        "{\"models\": {\"m\": {\"parts\": [{\"mesh\": \"builtin:box\"}]}}, \"bodies\": "
        "[{}], \"motion\": {\"seconds\": 1e9, \"step\": 1e-3}}");
    assert_int_equal(voyage_open(path, &voyage), 0);
    assert_int_equal(voyage_begin_frames(&voyage, 0, 2, &frames), 2);
    voyage_end_frames(&frames);
    voyage_close(&voyage);
}

#ifndef TEST_EMULATED // there is no time of one's own

#define ATTEMPTS 8
#define STEADY 1.2

// A constant step has no tail but the machine's, which the loop has, too.
TEST(constant) {
    for (int i = 0; i < ATTEMPTS; ++i) {
        struct frames_tail step, control;
        time_planted(false, 2000, &step, &control);
        if (step.p99 <= STEADY * step.p50 || control.p99 > STEADY * control.p50) {
            return;
        }
        print_message("p99 / p50: %.2f, of the loop %.2f\n", step.p99 / step.p50,
                      control.p99 / control.p50);
    }
    fail_msg("a constant step has a tail that the machine has not");
}

// What the kinds of bodies take by themselves adds up to the frame.
static double sum_of_parts(struct voyage_frames *voyage, double *whole) {
    const size_t kinds = voyage->voyage->scene.kind_count, count = (size_t)in_a_hurry(150, 1000);
    const struct frames_job jobs[] = {voyage_whole(voyage), voyage_by_kind(voyage)};
    struct frames frames, parts;
    double sum = 0.0, *times = test_alloc(count * sizeof *times);
    assert_int_equal(frames_make(&jobs[0], count, &frames), 0);
    assert_int_equal(frames_make(&jobs[1], kinds * count, &parts), 0);
    for (size_t i = 0; i < count; ++i) { // in turn, so that a slow spell hits both
        frames_time(&jobs[0], 1, &frames);
        frames_time(&jobs[1], kinds, &parts);
    }
    for (size_t k = 0; k < kinds; ++k) {
        for (size_t i = 0; i < count; ++i) {
            times[i] = parts.step[i * kinds + k];
        }
        sum += frames_tail(times, count).p50;
    }
    *whole = frames_tail(frames.step, count).p50;
    frames_free(&frames);
    frames_free(&parts);
    return sum;
}

TEST(parts) {
    struct voyage voyage;
    struct voyage_frames frames;
    double sum = 0.0, whole = 0.0;
    assert_int_equal(voyage_open("harbour", &voyage), 0);
    assert_int_equal(voyage_begin_frames(&voyage, 0, 1, &frames), 0);
    assert_int_equal(voyage.scene.count, 741);
    assert_int_equal(voyage.frames, 600);
    for (int i = 0; i < ATTEMPTS && !(fabs(sum - whole) <= 0.1 * whole && whole > 0.0); ++i) {
        sum = sum_of_parts(&frames, &whole);
        print_message("parts %.0f ns, whole %.0f ns\n", sum, whole);
    }
    assert_true(fabs(sum - whole) <= 0.1 * whole);
    voyage_end_frames(&frames);
    voyage_close(&voyage);
}

// Two kinds of bodies, one and a thousand: each is timed by itself. No frame is done within a
// picosecond, and most are within a hundredth of a second.
TEST(rows) {
    const char *scenes[] = {scratch_write_text(
        "kinds.json", "{\"models\": {\"one\": {\"parts\": [{\"shape\": \"box\", \"size\": [1, 1, "
                      "1]}]}, \"many\": {\"parts\": [{\"shape\": \"box\", \"size\": [1, 1, 2]}]}}, "
                      "\"bodies\": [{\"model\": \"one\", \"position\": [-9, 0, 0]}, {\"model\": "
                      "\"many\", \"copies\": {\"columns\": 50, \"rows\": 20, \"spacing\": 3}}], "
                      "\"motion\": {\"seconds\": 0.5, \"step\": 1e-2}}")};
    static const double budgets[] = {1e-6, 1e4}; // microseconds
    for (int i = 0; i < 2; ++i) {
        const struct frame_wish wish = {
            .scenes = {.items = scenes, .count = 1}, .frames = 400, .budget_us = budgets[i]};
        struct frame_rows rows;
        assert_int_equal(frame_rows_make(&wish, &rows), 0);
        assert_int_equal(rows.row_count, 1);
        struct measurement *row = &rows.rows[0];
        assert_int_equal(row->measure(row), 0);
        const json_t *parts = json_object_get(row->subject, "parts");
        const double over = json_real_value(json_object_get(row->counters, "over_budget"));
        const double one = json_real_value(json_object_get(parts, "one"));
        const double many = json_real_value(json_object_get(parts, "many"));
        assert_true(one > 0.0 && many > 10.0 * one);
        assert_true(i == 0 ? over == 1.0 : over < 0.5);
        frame_rows_free(&rows);
    }
}

// Of a voyage of hours as much is recorded as fits into 64 MiB: 52 bytes of each body.
TEST(hours) {
    struct voyage voyage;
    const char *path =
        scratch_write_text("hours.json", "{\"models\": {\"m\": {\"parts\": [{\"shape\": \"box\", "
                                         "\"size\": [1, 1, 1]}]}}, \"bodies\": "
                                         "[{\"copies\": {\"columns\": 100, \"rows\": 10, "
                                         "\"spacing\": 3}}], \"motion\": {\"seconds\": "
                                         "1e4, \"step\": 1e-2, \"every\": 10000}}");
    assert_int_equal(voyage_open(path, &voyage), 0);
    assert_int_equal(voyage_record(&voyage), 0);
    assert_in_range(voyage.frames, (1 << 26) / 52 / 1001, (1 << 26) / 52 / 1000);
    voyage_close(&voyage);
}

#endif
