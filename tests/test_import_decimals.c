// Decimal numbers in mesh files: the value read is the nearest double, in every text format, for
// every notation, as the C library finds it, which decimal.c asks about long ones alone.
//
// BUOY_TEST_DECIMALS=1000000 reads that many numbers in each format instead of 36,000; the release
// build reads a million in all four by default.
#include <fenv.h>
#include <float.h>

#include "child.h"
#include "meshes/meshes.h"
#include "rng.h"
#include "test.h"

// ----------------------------------------------------------------------------- the numbers

#define MOST_CHARACTERS 2048

// A double of any sign, up to float's range; denormal ones as often as others of one exponent.
static double random_double(struct rng *rng) {
    uint64_t bits;
    double value;
    do {
        bits = rng_bits(rng);
        memcpy(&value, &bits, sizeof value);
    } while (!(fabs(value) <= (double)FLT_MAX));
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
    const double value = random_double(rng);
    const int digits = 1 + (int)rng_below(rng, 19);
    switch (rng_below(rng, 3)) {
    case 0:
        sprintf(text, "%.*g", rng_below(rng, 2) ? 9 : 17, value);
        break;
    case 1:
        sprintf(text, "%.*f", digits, rng_between(rng, -100.0, 100.0));
        break;
    default:
        sprintf(text, "%.*e", digits, value);
    }
}

// Halfway between two doubles in up to 19 digits: an odd whole number of 54 bits, or a power of ten
// times it.
static void write_tie(struct rng *rng, char *text) {
    const uint64_t odd = UINT64_C(1) << 53 | rng_bits(rng) >> 11 | 1;
    sprintf(text, "%llu%s", (unsigned long long)odd, rng_below(rng, 2) ? "" : "00");
}

// The midpoint of two doubles in all its digits (where long double has more bits than double), or
// cut off or raised in one of its last ones, or with a digit far behind.
static void write_midpoint(struct rng *rng, char *text) {
    const double value = random_double(rng);
    const long double midpoint = 0.5L * ((long double)value + (long double)nextafter(value, 0.0));
    int zeros;
    sprintf(text, "%.*Le", 800, midpoint);
    char *exponent = strchr(text, 'e'), suffix[12], *last = exponent - 1;
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

// Numbers of the size of denormal floats, or doubles, and below.
static void write_tiny(struct rng *rng, char *text) {
    sprintf(text, "%s%.*fe-%d", rng_below(rng, 2) ? "-" : "", 1 + (int)rng_below(rng, 18),
            rng_between(rng, 0.0, 10.0), (rng_below(rng, 2) ? 36 : 306) + (int)rng_below(rng, 24));
}

// Zeros in front or behind, made up for by the exponent.
static void write_zeros(struct rng *rng, char *text) {
    const int zeros = (int)rng_below(rng, 500), size = (int)rng_below(rng, 380) - 350;
    const unsigned digits = 1 + (unsigned)rng_below(rng, 999999999);
    if (rng_below(rng, 2)) {
        sprintf(text, "0.%0*u%ue%d", zeros + 1, 0u, digits, zeros + size);
    } else {
        sprintf(text, "%u%0*u.0e%d", digits, zeros + 1, 0u, size - zeros);
    }
}

static void write_decimal(struct rng *rng, char *text) {
    static void (*const kinds[])(struct rng *, char *) = {
        write_digits, write_printed, write_tie, write_midpoint, write_tiny, write_zeros,
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

static void expect_nearest(const char *name, char (*texts)[MOST_CHARACTERS], size_t triangles,
                           int mode) {
    const char *path = scratch_path(name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
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
    assert_int_equal(fclose(file), 0);
    struct mesh_data data;
    struct buoy_error error;
    fesetround(mode);
    const enum buoy_status status = mesh_data_load(path, &data, &error);
    fesetround(FE_TONEAREST);
    FAIL_IF(status != BUOY_OK, "%s", error.message);
    assert_int_equal(data.vertex_count, 3 * triangles);
    for (size_t i = 0; i < 9 * triangles; ++i) {
        const double nearest = strtod(texts[i], NULL);
        FAIL_IF(memcmp(&nearest, &data.positions[i], sizeof nearest) != 0,
                "%s: %s is read as %.17g", name, texts[i], data.positions[i]);
    }
    mesh_data_free(&data);
}

TEST(random_decimals) {
    const char *count = getenv("BUOY_TEST_DECIMALS");
    // In portions, so that memory stays small.
    const size_t numbers = count ? strtoul(count, NULL, 10) : 36000;
    enum {
        PORTION = 1000 // triangles
    };
    struct rng rng = rng_make("decimals");
    char(*texts)[MOST_CHARACTERS] = malloc(9 * PORTION * sizeof *texts);
    for (size_t done = 0; done < numbers; done += (size_t)9 * PORTION) {
        static const char *const names[] = {"d.obj", "d.stl", "d.off", "d.ply"};
        for (size_t i = 0; i < (size_t)9 * PORTION; ++i) {
            write_decimal(&rng, texts[i]);
        }
        for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
            expect_nearest(names[i], texts, PORTION, FE_TONEAREST);
        }
    }
    free(texts);
}

TEST(rounding_modes) {
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; ++i) {
        static char texts[900][MOST_CHARACTERS];
        struct rng rng = rng_make("modes");
        for (size_t k = 0; k < 900; ++k) {
            write_decimal(&rng, texts[k]);
        }
        expect_nearest("d.obj", texts, 100, modes[i]);
    }
}

// ------------------------------------------------------------------------------- by hand

// Reads a number as the first coordinates of an OBJ: all of them, so that any is near their centre.
static enum buoy_status read_one(const char *number, double *value, struct buoy_error *error) {
    const size_t size = 3 * strlen(number) + 64;
    char *text = malloc(size);
    snprintf(text, size, "v %s 1 0\nv %s 0 0\nv %s 0 1\nf 1 2 3\n", number, number, number);
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

static void expect_bits(const char *number, uint64_t bits) {
    double value = 0.0;
    struct buoy_error error;
    FAIL_IF(read_one(number, &value, &error) != BUOY_OK, "%s", error.message);
    FAIL_IF(memcmp(&value, &bits, sizeof bits) != 0, "%.60s is read as %.17g", number, value);
}

TEST(limits) {
    expect_bits("0", UINT64_C(0x0000000000000000));
    expect_bits("-0", UINT64_C(0x8000000000000000));
    expect_bits("-.0e99999999999999999999", UINT64_C(0x8000000000000000));
    expect_bits("00000000000000000000000000000001.50000000000000000000000",
                UINT64_C(0x3ff8000000000000));
    expect_bits("12345678901234567890123", UINT64_C(0x4484ea15b273b38a));
    // The midpoint of 1 and the double above, and its neighbours.
    expect_bits("1.00000000000000011102230246251565404236316680908203125",
                UINT64_C(0x3ff0000000000000));
    expect_bits("1.00000000000000011102230246251565404236316680908203124999999999",
                UINT64_C(0x3ff0000000000000));
    expect_bits("1.00000000000000011102230246251565404236316680908203125000000000001",
                UINT64_C(0x3ff0000000000001));
    expect_bits("1.00000000000000033306690738754696212708950042724609375",
                UINT64_C(0x3ff0000000000002));
    expect_bits("9007199254740993", UINT64_C(0x4340000000000000));
    expect_bits("9007199254740995", UINT64_C(0x4340000000000002));
    // Either side of 19 digits, and of exponents to 27.
    expect_bits("1234567890123456789e-27", UINT64_C(0x3e1535afdf5ae86e));
    expect_bits("1234567890123456789e-28", UINT64_C(0x3de0f7bfe5e2538b));
    expect_bits("12345678901234567890e-27", UINT64_C(0x3e4a831bd731a289));
    expect_bits("9999999999999999999e27", UINT64_C(0x497c06a5ec5433c6));
    expect_bits("9999999999999999999e28", UINT64_C(0x49b18427b3b4a05c));
    expect_bits("8.442911973260991817129021e-309", UINT64_C(0x0006123400000001));
    expect_bits("123456789012345678e22", UINT64_C(0x480d064903ae06e0));
    expect_bits("1e23", UINT64_C(0x44b52d02c7e14af6));
    // The largest double, up to the midpoint of it and 2^1024.
    expect_bits("1.7976931348623157e308", UINT64_C(0x7fefffffffffffff));
    expect_bits("17976931348623158079372897140530341507993413271003782693617377898044496829276475"
                "09466490179775872070963302864166928879109465555478519404026306574886715058206819"
                "08902000708383676273854845817711531764475730270069855571366959622842914819860834"
                "936475292719074168444365510704342711559699508093042880177904174497791.999",
                UINT64_C(0x7fefffffffffffff));
    // The smallest normal double, denormal ones, and below half of the least.
    expect_bits("2.2250738585072014e-308", UINT64_C(0x0010000000000000));
    expect_bits("2.2250738585072011e-308", UINT64_C(0x000fffffffffffff));
    expect_bits("5e-324", UINT64_C(0x0000000000000001));
    expect_bits("2.4703282292062328e-324", UINT64_C(0x0000000000000001));
    expect_bits("2.4703282292062327e-324", UINT64_C(0x0000000000000000));
    expect_bits("-1e-324", UINT64_C(0x8000000000000000));
    expect_bits("9999999999999999999e-344", UINT64_C(0x0000000000000000));
    expect_bits("1e-99999999999999999999", UINT64_C(0x0000000000000000));
}

TEST(too_large) {
    static const char *const numbers[] = {
        "17976931348623158079372897140530341507993413271003782693617377898044496829276475"
        "09466490179775872070963302864166928879109465555478519404026306574886715058206819"
        "08902000708383676273854845817711531764475730270069855571366959622842914819860834"
        "936475292719074168444365510704342711559699508093042880177904174497792",
        "-1797693134862315807937289714053034150799341327100378269361737789804449682927647"
        "50946649017977587207096330286416692887910946555547851940402630657488671505820681"
        "90890200070838367627385484581771153176447573027006985557136695962284291481986083"
        "4936475292719074168444365510704342711559699508093042880177904174497792",
        "1.7976931348623159e308",
        "1e309",
        "0.00000000000000000000000000000000000000000000001e356",
        "1e99999999999999999999",
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        double value;
        struct buoy_error error;
        assert_int_equal(read_one(numbers[i], &value, &error), BUOY_ERROR_NON_FINITE);
        assert_non_null(strstr(error.message, "line 1: coordinate '"));
        assert_non_null(strstr(error.message, "is out of range"));
    }
}

// What is too far from the mesh's centre for a float is refused; the centre may be anywhere.
TEST(range) {
    struct mesh_data data;
    struct buoy_error error;
    const char *path = scratch_write_text("range.obj", "v 1e39 0 0\nv 1.00000001e39 0 0\n"
                                                       "v 1e39 1 0\nv 2e39 3 4\nf 1 2 3\n");
    assert_int_equal(mesh_data_load(path, &data, &error), BUOY_OK);
    mesh_data_free(&data);
    path = scratch_write_text("range.obj", "v 0 0 0\nv 1 0 0\nv 0 -1e39 0\nf 1 2 3\n");
    assert_int_equal(mesh_data_load(path, &data, &error), BUOY_ERROR_NON_FINITE);
    assert_non_null(
        strstr(error.message, "range.obj: y reaches from -1e+39 to 0, which is out of"));
}

// A million zeros in front or behind, which the exponent makes up for: longer than what is held of
// a file at a time. And a midpoint that is exceeded by its last digit alone.
TEST(long_numbers) {
    enum {
        ZEROS = 1000000
    };
    char *text = malloc(ZEROS + 128), *zeros = malloc(ZEROS + 1);
    memset(zeros, '0', ZEROS);
    zeros[ZEROS] = '\0';
    sprintf(text, "0.%s15e%d", zeros, ZEROS + 2);
    expect_bits(text, UINT64_C(0x402e000000000000));
    sprintf(text, "15%se-%d", zeros, ZEROS);
    expect_bits(text, UINT64_C(0x402e000000000000));
    sprintf(text, "1.00000000000000011102230246251565404236316680908203125%s", zeros);
    expect_bits(text, UINT64_C(0x3ff0000000000000));
    sprintf(text, "1.00000000000000011102230246251565404236316680908203125%s1", zeros);
    expect_bits(text, UINT64_C(0x3ff0000000000001));
    free(text);
    free(zeros);
}

TEST_NEEDS(importer_is_built)
