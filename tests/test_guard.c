// No kernel reads or writes beyond its planes, results, error bounds and scratch memory: forbidden
// pages lie before and after each of them. (Sanitizers watch the mesh's own arrays.)
#include "ask.h"
#include "body.h"
#include "dispatch/registry.h"
#include "guard.h"
#include "rng.h"
#include "test.h"

static void check_intact(const struct subject *subject, const char *what,
                         const struct guarded *guarded) {
    if (!guard_is_intact(guarded)) {
        fail_msg("%s on %s wrote beyond its %s", subject->kernel->id, subject->body, what);
    }
}

// Asks `count` queries in guarded memory; the answers must be the same as in unguarded memory.
static void check_guarded(const struct subject *subject, const struct buoy_plane *planes,
                          size_t count, enum guard_side side) {
    const size_t scratch_bytes = buoy_volume_scratch_bytes(subject->kernel, subject->mesh, NULL);
    struct guarded questions =
        guard_make(count * sizeof *planes, _Alignof(struct buoy_plane), side);
    struct guarded answers =
        guard_make(count * sizeof(struct buoy_volume), _Alignof(struct buoy_volume), side);
    struct guarded scratch = guard_make(scratch_bytes, 64, side);
    struct guarded errors = guard_make(count * sizeof(struct buoy_volume_error),
                                       _Alignof(struct buoy_volume_error), side);
    memcpy(questions.bytes, planes, questions.size);
    const struct buoy_volume_query query = {
        .mesh = subject->mesh,
        .planes = (const struct buoy_plane *)(const void *)questions.bytes,
        .count = count,
        .scratch = scratch.bytes,
        .scratch_bytes = scratch.size,
        // In the longest query, which is answered in two portions, and in the shortest.
        .errors =
            count == 33 || count == 1 ? (struct buoy_volume_error *)(void *)errors.bytes : NULL,
    };
    struct buoy_volume *results = (struct buoy_volume *)(void *)answers.bytes;
    assert_int_equal(buoy_volume_with(subject->kernel, &query, results, NULL), BUOY_OK);
    assert_memory_equal(questions.bytes, planes, questions.size);
    check_intact(subject, "planes", &questions);
    check_intact(subject, "results", &answers);
    check_intact(subject, "scratch memory", &scratch);
    check_intact(subject, "error bounds", &errors);
    for (size_t i = 0; i < count; ++i) {
        const struct buoy_volume expected = ask(subject, planes[i]);
        if (strcmp(subject->kernel->isa, "tuned") != 0) { // its bits depend on `count`
            expect_same_bits(subject, "in guarded memory as elsewhere", planes[i], &results[i],
                             &expected);
        }
    }
    guard_free(&questions);
    guard_free(&answers);
    guard_free(&scratch);
    guard_free(&errors);
}

static void check_body(struct rng *rng, const struct body *body, const char *name) {
    static const size_t counts[] = {1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 33};
    struct subject subject = {.mesh = body_mesh(body, 0), .body = name};
    struct buoy_plane planes[33];
    for (size_t i = 0; i < 33; ++i) {
        planes[i] = rng_plane(rng, subject.mesh);
    }
    for (size_t i = 0; (subject.kernel = next_kernel(&i));) {
        for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
            const size_t count = questions_for(subject.kernel, counts[c]);
            check_guarded(&subject, planes, count, GUARD_BEFORE);
            check_guarded(&subject, planes, count, GUARD_AFTER);
        }
    }
    buoy_mesh_destroy(subject.mesh);
}

TEST(buffers) {
    struct rng rng = rng_make("guard");
    for (size_t sides = 3; sides < 20; sides += 4) {
        struct body body = body_bipyramid(&rng, sides);
        check_body(&rng, &body, "a bipyramid");
        body_free(&body);
    }
    struct body body = body_builtin("builtin:star:1000");
    check_body(&rng, &body, "a star");
    body_free(&body);
}
