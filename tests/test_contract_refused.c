// What every family refuses alike: a number that is not finite, a length that is not above 0 or a
// normal of nothing, wherever it stands, which the message names; arrays, results, meshes, kernels
// and scratch memory that are missing or wrong; with room for an error, and without. No result is
// touched, or all are NaN.
#include "base/aligned.h"
#include "contract.h"
#include "test.h"

enum {
    untouched = 0x5a
};

static bool is_untouched(const struct contract_part *part, size_t count) {
    bool same = true, none = part->bytes % sizeof(double) == 0;
    for (size_t i = 0; i < count * part->bytes; ++i) {
        same = same && part->at[i] == untouched;
    }
    for (size_t i = 0; none && i < count * part->bytes / sizeof(double); ++i) {
        none = isnan(((const double *)(const void *)part->at)[i]);
    }
    return same || none;
}

static void expect_refused(const struct contract *contract, const struct buoy_kernel *kernel,
                           const void *const in[], void *scratch, enum buoy_status expected,
                           const char *words) {
    struct contract_part got[CONTRACT_PARTS];
    void *out[CONTRACT_PARTS] = {NULL};
    struct buoy_error error = {.status = BUOY_OK};
    for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
        got[i] = contract->out[i];
        got[i].at = malloc(contract->count * got[i].bytes + 1);
        assert_non_null(got[i].at);
        memset(got[i].at, untouched, contract->count * got[i].bytes);
        out[i] = got[i].bytes > 0 ? got[i].at : NULL;
    }
    const enum buoy_status status =
        contract->ask(contract, kernel, in, contract->count, out, scratch, &error);
    if (status != expected || error.status != expected || !strstr(error.message, words)) {
        fail_msg("%s, %s, way %d: '%s', '%s', expected '%s' and '%s'",
                 kernel ? kernel->id : "no kernel", contract->about, contract->way,
                 buoy_status_text(status), error.message, buoy_status_text(expected), words);
    }
    assert_int_equal(contract->ask(contract, kernel, in, contract->count, out, scratch, NULL),
                     expected);
    for (size_t i = 0; i < CONTRACT_PARTS; ++i) {
        assert_true(is_untouched(&got[i], contract->count));
    }
    contract_free(got);
}

static void put(unsigned char *at, char kind, double number) {
    const float single = (float)number;
    if (kind == 'D') {
        memcpy(at, &number, sizeof number);
    } else {
        memcpy(at, &single, sizeof single);
    }
}

// Each number of a part in turn, of one question or another.
static void check_numbers(const struct contract *contract, const struct buoy_kernel *kernel,
                          const void *const in[], void *scratch, size_t part) {
    static const double wrong[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 0.0, -0.0,
                                   -1e-30};
    const char *layout = contract->layout[part];
    const size_t size = contract->in[part].bytes;
    unsigned char good[128];
    size_t place = 0, at = 0;
    assert_true(size <= sizeof good);
    for (size_t field = 0; layout[field] != '\0'; ++field) {
        const char kind = layout[field];
        const bool is_length = kind == '1' && layout[0] != '0';
        const bool is_normal = kind == 'n' && (field == 0 || layout[field - 1] != 'n');
        const bool may_be_any = kind == '0' || (kind == '1' && !is_length) ||
                                (kind == 'd' && contract->mesh && contract->way == 1);
        for (size_t w = 0; w < COUNT_OF(wrong); ++w) {
            const bool is_finite = w > 2;
            if (is_finite ? !is_length && !is_normal : may_be_any) {
                continue;
            }
            char words[24];
            place = (place + 7) % contract->count;
            unsigned char *question = contract->in[part].at + place * size;
            snprintf(words, sizeof words, " %zu", place);
            memcpy(good, question, size);
            put(question + at, kind, wrong[w]);
            for (size_t n = 0; is_finite && is_normal && layout[field + n] == 'n'; ++n) {
                put(question + at + n * sizeof(float), kind, n == 1 ? -0.0 : 0.0);
            }
            expect_refused(contract, kernel, in, scratch,
                           is_finite && is_length ? BUOY_ERROR_ARGUMENT : BUOY_ERROR_NON_FINITE,
                           words);
            memcpy(question, good, size);
        }
        at += kind == 'D' ? sizeof(double) : sizeof(float);
    }
}

static void check_scratch(const struct contract *contract, const struct buoy_kernel *kernel,
                          const void *const in[], void *scratch) {
    struct contract other = *contract;
    expect_refused(contract, kernel, in, NULL, BUOY_ERROR_SCRATCH, "");
    other.scratch_bytes = contract->scratch_bytes - 1;
    expect_refused(&other, kernel, in, scratch, BUOY_ERROR_SCRATCH, "");
    other.scratch_bytes = contract->scratch_bytes + 60;
    expect_refused(&other, kernel, in, (char *)scratch + 4, BUOY_ERROR_SCRATCH, "");
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
        if (part && contract->layout[i]) {
            check_numbers(contract, kernel, in, scratch, i);
        }
        if (part && contract->layout[0] && !(contract->mesh && i > 0)) {
            in[i] = NULL;
            expect_refused(contract, kernel, in, scratch, BUOY_ERROR_ARGUMENT, "");
            in[i] = part;
        }
    }
    if (contract->scratch_bytes > 0) {
        check_scratch(contract, kernel, in, scratch);
    }
    if (contract->out[1].bytes == 0) {
        struct contract nowhere = *contract;
        nowhere.out[0].bytes = 0;
        expect_refused(&nowhere, kernel, in, scratch, BUOY_ERROR_ARGUMENT, "");
    }
    other = strcmp(kernel->method->family, "box") == 0 ? buoy_kernel_find("volume/blocks/scalar")
                                                       : other;
    expect_refused(contract, other, in, scratch, BUOY_ERROR_ARGUMENT, "");
    expect_refused(contract, NULL, in, scratch, BUOY_ERROR_ARGUMENT, "");
    if (contract->mesh && contract->layout[0]) {
        struct contract without = *contract;
        without.mesh = NULL;
        expect_refused(&without, kernel, in, scratch, BUOY_ERROR_ARGUMENT, "");
    }
    buoy_aligned_free(scratch);
}

TEST(refused) {
    contract_for_all("refused", 70, CONTRACT_ORDINARY, check);
}
