// Decimal numbers in mesh files: the value read is the nearest float, in every text format, for
// every notation. Judged in exact integers: a float f is right for a decimal x if x lies between
// the midpoints of f and its two neighbours, and on a midpoint only if f is even.
//
// BUOY_TEST_DECIMALS=1000000 has so many read in each format instead of 36,000; the release build
// BUOY_TEST_DECIMALS=1000000 reads that many numbers in each format instead of 36,000; the release
// build reads a million in all four by default.
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gmp.h>

#include "child.h"
#include "meshes/meshes.h"
#include "rng.h"

// ------------------------------------------------------------------------------ the judge

struct judge {
    mpz_t number, power, left, right;
    mpq_t midpoint;
    char digits[2048];
};

static void judge_begin(struct judge *judge) {
    mpz_inits(judge->number, judge->power, judge->left, judge->right, NULL);
    mpq_init(judge->midpoint);
}

static void judge_end(struct judge *judge) {
    mpz_clears(judge->number, judge->power, judge->left, judge->right, NULL);
    mpq_clear(judge->midpoint);
}

// A decimal without its sign as number × 10^exponent.
static long judge_parse(struct judge *judge, const char *text) {
    size_t count = 0;
    long exponent = 0;
    bool fraction = false;
    text += *text == '-' || *text == '+';
    for (; *text && *text != 'e' && *text != 'E'; ++text) {
        if (*text == '.') {
            fraction = true;
            continue;
        }
        assert_true(count + 1 < sizeof judge->digits);
        judge->digits[count++] = *text;
        exponent -= fraction ? 1 : 0;
    }
    judge->digits[count] = '\0';
    assert_int_equal(mpz_set_str(judge->number, judge->digits, 10), 0);
    return exponent + (*text ? strtol(text + 1, NULL, 10) : 0);
}

// The sign of number × 10^exponent − midpoint.
static int judge_compare(struct judge *judge, long exponent, double midpoint) {
    mpq_set_d(judge->midpoint, midpoint); // exact
    mpz_ui_pow_ui(judge->power, 10, (unsigned long)labs(exponent));
    mpz_mul(judge->left, judge->number, mpq_denref(judge->midpoint));
    mpz_set(judge->right, mpq_numref(judge->midpoint));
    mpz_mul(exponent < 0 ? judge->right : judge->left, exponent < 0 ? judge->right : judge->left,
            judge->power);
    return mpz_cmp(judge->left, judge->right);
}

// Midpoints of floats are doubles. Above FLT_MAX it is where rounding would give 2^128.
static bool is_nearest(struct judge *judge, const char *text, float value) {
    const float magnitude = fabsf(value);
    uint32_t bits;
    memcpy(&bits, &magnitude, sizeof bits);
    const float above = nextafterf(magnitude, INFINITY), below = nextafterf(magnitude, 0.0f);
    const double top = ldexp(1.0, 128) - ldexp(1.0, 103);
    const double upper = isinf(above) ? top : 0.5 * ((double)magnitude + (double)above);
    const double lower = 0.5 * ((double)magnitude + (double)below);
    const long exponent = judge_parse(judge, text);
    const int over = judge_compare(judge, exponent, upper);
    const int under = judge_compare(judge, exponent, lower);
    const bool even = bits % 2 == 0;
    return (text[0] == '-') == (signbit(value) != 0) && (over < 0 || (over == 0 && even)) &&
           (under > 0 || (under == 0 && even));
}

// ----------------------------------------------------------------------------- the numbers

#define MOST_CHARACTERS 1024

// A float of any size and sign, denormal ones as often as others of one exponent.
static float random_float(struct rng *rng) {
    uint32_t bits;
    float value;
    do {
        bits = (uint32_t)rng_bits(rng);
        memcpy(&value, &bits, sizeof value);
    } while (!isfinite(value));
    return value;
}

// 1 to 20 digits with a point anywhere or nowhere, and an exponent or none.
static void write_digits(struct rng *rng, char *text) {
    const size_t digits = 1 + rng_below(rng, 20), point = rng_below(rng, digits + 3);
    *text = '-';
    text += rng_below(rng, 2);
    for (size_t i = 0; i < digits; ++i) {
        if (i == point) {
            *text++ = '.';
        }
        *text++ = (char)('0' + rng_below(rng, 10));
    }
    if (point == digits) {
        *text++ = '.';
    }
    *text = '\0';
    if (rng_below(rng, 2)) {
        sprintf(text, "%c%s%02d", "eE"[rng_below(rng, 2)], rng_below(rng, 2) ? "" : "-",
                (int)rng_below(rng, 12));
    }
}

// A float or a double as programs print them, with enough digits or too few.
static void write_printed(struct rng *rng, char *text) {
    const double value = (double)random_float(rng) * rng_between(rng, 0.5, 1.0);
    const int digits = 1 + (int)rng_below(rng, 19);
    switch (rng_below(rng, 3)) {
    case 0:
        sprintf(text, "%.9g", (double)(float)value);
        break;
    case 1:
        sprintf(text, "%.*f", digits, rng_between(rng, -100.0, 100.0));
        break;
    default:
        sprintf(text, "%.*e", digits, value);
    }
}

// The midpoint of two floats in all its digits, or cut off or raised in one of its last ones, or
// with a digit far behind.
static void write_midpoint(struct rng *rng, char *text) {
    const float value = random_float(rng);
    const double midpoint = 0.5 * ((double)value + (double)nextafterf(value, 0.0f));
    int zeros;
    sprintf(text, "%.*e", 150, midpoint);
    char *exponent = strchr(text, 'e'), suffix[8], *last = exponent - 1;
    snprintf(suffix, sizeof suffix, "%s", exponent);
    while (*last == '0' && last > text + 3) {
        --last;
    }
    switch (rng_below(rng, 4)) {
    case 0: // exact
        ++last;
        break;
    case 1: // less
        last -= rng_below(rng, 4) == 0 && last - text > 12 ? rng_below(rng, 8) : 0;
        break;
    case 2: // more
        *last += *last < '9' ? 1 : 0;
        ++last;
        break;
    default: // a little more
        zeros = (int)rng_below(rng, 600);
        memset(last + 1, '0', (size_t)zeros);
        last += zeros + 1;
        *last++ = '1';
    }
    strcpy(last, suffix);
}

// Numbers of the size of denormal floats and below.
static void write_tiny(struct rng *rng, char *text) {
    sprintf(text, "%s%.*fe-%d", rng_below(rng, 2) ? "-" : "", 1 + (int)rng_below(rng, 18),
            rng_between(rng, 0.0, 10.0), 36 + (int)rng_below(rng, 14));
}

// Zeros in front or behind, made up for by the exponent.
static void write_zeros(struct rng *rng, char *text) {
    const int zeros = (int)rng_below(rng, 500), size = (int)rng_below(rng, 70) - 40;
    const unsigned digits = 1 + (unsigned)rng_below(rng, 999999999);
    if (rng_below(rng, 2)) {
        sprintf(text, "0.%0*u%ue%d", zeros + 1, 0u, digits, zeros + size);
    } else {
        sprintf(text, "%u%0*u.0e%d", digits, zeros + 1, 0u, size - zeros);
    }
}

static void write_decimal(struct rng *rng, char *text) {
    static void (*const kinds[])(struct rng *, char *) = {
        write_digits, write_printed, write_midpoint, write_midpoint, write_tiny, write_zeros,
    };
    do {
        kinds[rng_below(rng, sizeof kinds / sizeof *kinds)](rng, text);
    } while (fabs(strtod(text, NULL)) > (double)FLT_MAX); // refused, as another test sees
}

// ------------------------------------------------------------------------------- the files

// Nine numbers make a triangle. The same go into a file of each format.
static void put_triangles(FILE *file, char (*texts)[MOST_CHARACTERS], size_t triangles,
                          const char *before, const char *corner, const char *after) {
    for (size_t i = 0; i < triangles; ++i) {
        fputs(before, file);
        for (size_t k = 0; k < 9; ++k) {
            fprintf(file, "%s%s%s", k % 3 == 0 ? corner : " ", texts[9 * i + k],
                    k % 3 == 2 ? "\n" : "");
        }
        fputs(after, file);
    }
}

static void put_faces(FILE *file, size_t triangles, const char *before, unsigned first) {
    for (unsigned i = 0; i < 3 * triangles; i += 3) {
        fprintf(file, "%s %u %u %u\n", before, first + i, first + i + 1, first + i + 2);
    }
}

static void put_file(FILE *file, const char *name, char (*texts)[MOST_CHARACTERS],
                     size_t triangles) {
    if (strcmp(name, "d.obj") == 0) {
        put_triangles(file, texts, triangles, "", "v ", "");
        put_faces(file, triangles, "f", 1);
    } else if (strcmp(name, "d.stl") == 0) {
        fputs("solid\n", file);
        put_triangles(file, texts, triangles, "facet normal 0 0 0\nouter loop\n", "vertex ",
                      "endloop\nendfacet\n");
        fputs("endsolid\n", file);
    } else {
        if (strcmp(name, "d.off") == 0) {
            fprintf(file, "OFF\n%zu %zu 0\n", 3 * triangles, triangles);
        } else {
            fprintf(file,
                    "ply\nformat ascii 1.0\nelement vertex %zu\nproperty float x\n"
                    "property double y\nproperty float z\nelement face %zu\n"
                    "property list uchar int vertex_indices\nend_header\n",
                    3 * triangles, triangles);
        }
        put_triangles(file, texts, triangles, "", "", "");
        put_faces(file, triangles, "3", 0);
    }
}

// What a format reads goes to `read`; where something is there already, from another format, it
// must be the same, since only one float is the nearest.
static void expect_nearest(const char *name, char (*texts)[MOST_CHARACTERS], size_t triangles,
                           float *read, bool judged) {
    const char *path = scratch_path(name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    put_file(file, name, texts, triangles);
    assert_int_equal(fclose(file), 0);
    struct mesh_data data;
    struct buoy_error error;
    if (mesh_data_load(path, &data, &error) != BUOY_OK) {
        fail_msg("%s", error.message);
    }
    assert_int_equal(data.vertex_count, 3 * triangles);
    struct judge judge;
    judge_begin(&judge);
    for (size_t i = 0; i < 9 * triangles; ++i) {
        if (judged ? memcmp(&read[i], &data.positions[i], sizeof *read) != 0
                   : !is_nearest(&judge, texts[i], data.positions[i])) {
            fail_msg("%s: %s is read as %.9g", name, texts[i], (double)data.positions[i]);
        }
    }
    judge_end(&judge);
    memcpy(read, data.positions, 9 * triangles * sizeof *read);
    mesh_data_free(&data);
}

// In portions, so that memory stays small.
static void expect_random(const char *stream, size_t numbers) {
    enum {
        PORTION = 1000 // triangles
    };
    struct rng rng = rng_make(stream);
    char(*texts)[MOST_CHARACTERS] = malloc(9 * PORTION * sizeof *texts);
    float *read = malloc(9 * PORTION * sizeof *read);
    for (size_t done = 0; done < numbers; done += (size_t)9 * PORTION) {
        static const char *const names[] = {"d.obj", "d.stl", "d.off", "d.ply"};
        for (size_t i = 0; i < (size_t)9 * PORTION; ++i) {
            write_decimal(&rng, texts[i]);
        }
        for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
            expect_nearest(names[i], texts, PORTION, read, i > 0);
        }
    }
    free(read);
    free(texts);
}

static void test_random_decimals(void **state) {
    (void)state;
    const char *count = getenv("BUOY_TEST_DECIMALS");
    expect_random("decimals", count ? strtoul(count, NULL, 10) : 36000);
}

// In every rounding mode, because the arithmetic that decides most numbers is an estimate.
static void test_rounding_modes(void **state) {
    (void)state;
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; ++i) {
        static char texts[9][MOST_CHARACTERS];
        struct rng rng = rng_make("modes");
        for (int round = 0; round < 300; ++round) {
            for (size_t k = 0; k < 9; ++k) {
                write_decimal(&rng, texts[k]);
            }
            struct mesh_data data;
            FILE *file = fopen(scratch_path("mode.obj"), "w");
            put_file(file, "d.obj", texts, 1);
            fclose(file);
            fesetround(modes[i]);
            const enum buoy_status status = mesh_data_load(scratch_path("mode.obj"), &data, NULL);
            fesetround(FE_TONEAREST);
            assert_int_equal(status, BUOY_OK);
            struct judge judge;
            judge_begin(&judge);
            for (size_t k = 0; k < 9; ++k) {
                assert_true(is_nearest(&judge, texts[k], data.positions[k]));
            }
            judge_end(&judge);
            mesh_data_free(&data);
        }
    }
}

// ------------------------------------------------------------------------------- by hand

// Reads a number as the first coordinate of an OBJ.
static enum buoy_status read_one(const char *number, float *value, struct buoy_error *error) {
    const size_t size = strlen(number) + 64;
    char *text = malloc(size);
    snprintf(text, size, "v %s 1 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n", number);
    struct mesh_data data;
    const enum buoy_status status =
        mesh_data_load(scratch_write_text("one.obj", text), &data, error);
    if (status == BUOY_OK) {
        *value = data.positions[0];
    }
    mesh_data_free(&data);
    free(text);
    return status;
}

static void expect_bits(const char *number, uint32_t bits) {
    float value = 0.0f;
    struct buoy_error error;
    if (read_one(number, &value, &error) != BUOY_OK) {
        fail_msg("%s", error.message);
    }
    if (memcmp(&value, &bits, sizeof bits) != 0) {
        fail_msg("%.60s is read as %.9g", number, (double)value);
    }
}

static void test_limits(void **state) {
    (void)state;
    expect_bits("0", 0);
    expect_bits("-0", UINT32_C(0x80000000));
    expect_bits("-.0e99999999999999999999", UINT32_C(0x80000000));
    expect_bits("00000000000000000000000000000001.50000000000000000000000", UINT32_C(0x3fc00000));
    expect_bits("12345678901234567890123", UINT32_C(0x642750ae));
    // The midpoint of 1 and the float above, and its neighbours.
    expect_bits("1.000000059604644775390625", UINT32_C(0x3f800000));
    expect_bits("1.000000059604644775390624999999999999999999999999999999", UINT32_C(0x3f800000));
    expect_bits("1.000000059604644775390625000000000000000000000000000001", UINT32_C(0x3f800001));
    expect_bits("1.000000178813934326171875", UINT32_C(0x3f800002)); // the next one, to even
    expect_bits("16777217", UINT32_C(0x4b800000));
    expect_bits("16777219", UINT32_C(0x4b800002));
    // As a double it would be the midpoint.
    expect_bits("1.00000005960464477539062500000001", UINT32_C(0x3f800001));
    expect_bits("1e38", UINT32_C(0x7e967699));
    expect_bits("3e38", UINT32_C(0x7f61b1e6));
    // The largest float, up to the midpoint of it and 2^128.
    expect_bits("340282346638528859811704183484516925440", UINT32_C(0x7f7fffff));
    expect_bits("340282356779733661637539395458142568447.999", UINT32_C(0x7f7fffff));
    expect_bits("0.34028235677973366163753939545814256e39", UINT32_C(0x7f7fffff));
    // The smallest normal float, denormal ones, and below half of the least.
    expect_bits("1.1754943508222875e-38", UINT32_C(0x00800000));
    expect_bits("1.1754942807573643e-38", UINT32_C(0x00800000)); // midpoint and more
    expect_bits("1.1754942807573642e-38", UINT32_C(0x007fffff));
    expect_bits("1e-45", 1);
    expect_bits("7.006492321624086e-46", 1);
    expect_bits("7.006492321624085e-46", 0);
    expect_bits("-1e-46", UINT32_C(0x80000000));
    expect_bits("9999999999999999999e-66", 0);
    expect_bits("1e-99999999999999999999", 0);
}

static void test_too_large(void **state) {
    (void)state;
    static const char *const numbers[] = {
        "340282356779733661637539395458142568448",
        "-340282356779733661637539395458142568448",
        "340282356779733661637539395458142568448.00000000000000000000000000001",
        "3.4028236e38",
        "1e39",
        "0.00000000000000000000000000000000000000000000001e86",
        "1e99999999999999999999",
        "1000000000000000000000000000000000000000",
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        float value;
        struct buoy_error error;
        assert_int_equal(read_one(numbers[i], &value, &error), BUOY_ERROR_NON_FINITE);
        assert_non_null(strstr(error.message, "line 1: coordinate '"));
        assert_non_null(strstr(error.message, "is out of range"));
    }
}

// A million zeros in front or behind, which the exponent makes up for: longer than what is held of
// a file at a time. And a midpoint that is exceeded by its last digit alone.
static void test_long_numbers(void **state) {
    (void)state;
    enum {
        ZEROS = 1000000
    };
    char *text = malloc(ZEROS + 128), *zeros = malloc(ZEROS + 1);
    memset(zeros, '0', ZEROS);
    zeros[ZEROS] = '\0';
    sprintf(text, "0.%s15e%d", zeros, ZEROS + 2);
    expect_bits(text, UINT32_C(0x41700000));
    sprintf(text, "15%se-%d", zeros, ZEROS);
    expect_bits(text, UINT32_C(0x41700000));
    sprintf(text, "1.000000059604644775390625%s", zeros);
    expect_bits(text, UINT32_C(0x3f800000));
    sprintf(text, "1.000000059604644775390625%s1", zeros);
    expect_bits(text, UINT32_C(0x3f800001));
    free(text);
    free(zeros);
}

int main(void) {
#ifndef BUOY_HAVE_MESH_FILES
    print_message("skipped: this build reads no mesh files\n");
    return 77;
#endif
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_decimals), cmocka_unit_test(test_rounding_modes),
        cmocka_unit_test(test_limits),          cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_long_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
