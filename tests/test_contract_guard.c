// No kernel of any family reads or writes beyond the arrays of a query and its scratch memory:
// forbidden pages lie before and after each of them. (Sanitizers watch the mesh's own arrays.)
// Questions stay as they are, and answers are those that are given elsewhere.
#include "contract.h"
#include "guard.h"
#include "test.h"

static struct guarded guard_copy(const void *bytes, size_t size, size_t alignment,
                                 enum guard_side side) {
    const struct guarded copy = guard_make(size, alignment, side);
    if (bytes) {
        memcpy(copy.bytes, bytes, size);
    }
    return copy;
}

static void check_guarded(const struct contract *contract, const struct buoy_kernel *kernel,
                          size_t count, enum guard_side side) {
    struct guarded in[CONTRACT_PARTS], out[CONTRACT_PARTS];
    struct guarded scratch = guard_make(contract->scratch_bytes, 64, side);
    struct contract_part got[CONTRACT_PARTS];
    struct contract_call call = {contract, kernel, count, .scratch = scratch.bytes};
    for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
        const struct contract_part *question = &contract->in[i], *answer = &contract->out[i];
        in[i] = guard_copy(question->at, count * question->bytes,
                           question->bytes ? question->alignment : 1, side);
        out[i] =
            guard_copy(NULL, count * answer->bytes, answer->bytes ? answer->alignment : 1, side);
        call.in[i] = question->bytes > 0 ? in[i].bytes : NULL;
        call.out[i] = answer->bytes > 0 ? out[i].bytes : NULL;
        got[i] = *answer;
        got[i].at = out[i].bytes;
    }
    assert_int_equal(contract->ask(&call), BUOY_OK);
    if (strcmp(kernel->isa, "tuned") != 0) { // its bits depend on the count
        contract_expect_same(contract, kernel, "in guarded memory as elsewhere", 0, count, got);
    }
    for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
        FAIL_IF(!guard_is_intact(&in[i]) || !guard_is_intact(&out[i]) || !guard_is_intact(&scratch),
                "%s, %s: wrote beyond its arrays of %zu", kernel->id, contract->about, count);
        assert_memory_equal(in[i].bytes, contract->in[i].at, count * contract->in[i].bytes);
        guard_free(&in[i]);
        guard_free(&out[i]);
    }
    guard_free(&scratch);
}

// Puts the vertices of a crowd of polygons between forbidden pages.
static struct guarded vertices[130];
static const float *unguarded[130];

static void guard_vertices(struct contract *contract, enum guard_side side) {
    struct buoy_polygon *polygons = (void *)contract->in[0].at;
    for (size_t i = 0; i < contract->count; ++i) {
        unguarded[i] = polygons[i].vertices;
        vertices[i] =
            guard_copy(polygons[i].vertices, 2 * polygons[i].count * sizeof(float), 4, side);
        polygons[i].vertices = (const void *)vertices[i].bytes;
    }
}

static void check(struct contract *contract, const struct buoy_kernel *kernel) {
    static const size_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 130};
    const bool polygons = strcmp(kernel->method->family, "polygon") == 0;
    for (int side = GUARD_BEFORE; side <= GUARD_AFTER; ++side) {
        if (polygons) {
            guard_vertices(contract, (enum guard_side)side);
        }
        for (size_t c = 0; c < COUNT_OF(counts) && counts[c] <= contract->count; ++c) {
            check_guarded(contract, kernel, counts[c], (enum guard_side)side);
        }
        for (size_t i = 0; polygons && i < contract->count; ++i) {
            struct buoy_polygon *polygon = (struct buoy_polygon *)(void *)contract->in[0].at + i;
            assert_true(guard_is_intact(&vertices[i]));
            polygon->vertices = unguarded[i];
            guard_free(&vertices[i]);
        }
    }
}

TEST(buffers) {
    contract_for_all("buffers", 130, 0, check);
}
