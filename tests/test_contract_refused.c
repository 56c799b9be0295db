// What every family refuses alike: arrays, results, meshes, kernels and scratch memory that are
// missing or wrong; with room for an error, and without. No result is touched, and no element is
// marked. (test_elements.c has what is wrong with single elements.)
#include "base/memory.h"
#include "buoyancy_kernels.h"
#include "contract.h"
#include "test.h"

enum {
    untouched = 0x5a
};

static bool is_untouched(const uint8_t *bytes, size_t count) {
    bool same = true;
    for (size_t i = 0; i < count; ++i) {
        same = same && bytes[i] == untouched;
    }
    return same;
}

static void expect_refused(const struct contract *given, const struct buoy_kernel *kernel,
                           const void *const in[], void *scratch, enum buoy_status expected) {
    struct contract own = *given;
    const struct contract *contract = &own;
    uint8_t failed[100];
    memset(failed, untouched, sizeof failed);
    own.failed = failed;
    struct contract_part got[CONTRACT_PARTS];
    struct buoy_error error = {.status = BUOY_OK};
    struct contract_call call = {contract, kernel, contract->count, .scratch = scratch,
                                 .error = &error};
    memcpy(call.in, in, sizeof call.in);
    for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
        got[i] = contract->out[i];
        got[i].at = malloc(contract->count * got[i].bytes + 1);
        assert_non_null(got[i].at);
        memset(got[i].at, untouched, contract->count * got[i].bytes);
        call.out[i] = got[i].bytes > 0 ? got[i].at : NULL;
    }
    const enum buoy_status status = contract->ask(&call);
    FAIL_IF(status != expected || error.status != expected,
            "%s, %s, way %d: '%s', '%s', expected '%s'", kernel ? kernel->id : "no kernel",
            contract->about, contract->way, buoy_status_text(status), error.message,
            buoy_status_text(expected));
    call.error = NULL;
    assert_int_equal(contract->ask(&call), expected);
    for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
        assert_true(is_untouched(got[i].at, contract->count * got[i].bytes));
    }
    assert_true(is_untouched(failed, sizeof failed));
    contract_free(got);
}

static void check_scratch(const struct contract *contract, const struct buoy_kernel *kernel,
                          const void *const in[], void *scratch) {
    struct contract other = *contract;
    expect_refused(contract, kernel, in, NULL, BUOY_ERROR_SCRATCH);
    other.scratch_bytes = contract->scratch_bytes - 1;
    expect_refused(&other, kernel, in, scratch, BUOY_ERROR_SCRATCH);
    other.scratch_bytes = contract->scratch_bytes + 60;
    expect_refused(&other, kernel, in, (char *)scratch + 4, BUOY_ERROR_SCRATCH);
}

static void check(struct contract *contract, const struct buoy_kernel *kernel) {
    const struct buoy_kernel *other = buoy_kernel_find("box/corners/scalar");
    void *scratch = buoy_aligned_alloc(contract->scratch_bytes + 64);
    const void *in[CONTRACT_PARTS] = {NULL};
    for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
        in[i] = contract->in[i].bytes > 0 ? contract->in[i].at : NULL;
    }
    for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
        const void *part = in[i];
        const bool has_other = contract->mesh && (i > 0 || contract->way == 1);
        if (part && contract->layout[0] && !has_other) {
            in[i] = NULL;
            expect_refused(contract, kernel, in, scratch, BUOY_ERROR_ARGUMENT);
            in[i] = part;
        }
    }
    if (contract->scratch_bytes > 0) {
        check_scratch(contract, kernel, in, scratch);
    }
    if (contract->out[1].bytes == 0) {
        struct contract nowhere = *contract;
        nowhere.out[0].bytes = 0;
        expect_refused(&nowhere, kernel, in, scratch, BUOY_ERROR_ARGUMENT);
    }
    other =
        strcmp(kernel->method->family, "box") == 0 || strcmp(kernel->method->family, "shapes") == 0
            ? buoy_kernel_find("volume/blocks/scalar")
            : other;
    expect_refused(contract, other, in, scratch, BUOY_ERROR_ARGUMENT);
    if (contract->mesh && contract->layout[0]) {
        struct contract without = *contract;
        without.mesh = NULL;
        expect_refused(&without, kernel, in, scratch, BUOY_ERROR_ARGUMENT);
    }
    buoy_aligned_free(scratch);
}

TEST(refused) {
    contract_for_all("refused", 70, CONTRACT_ORDINARY, check);
}
