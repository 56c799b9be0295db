// Every reason to refuse a tuning profile, each test beginning with none.
#include "buoyancy.h"
#include "buoyancy_kernels.h"
#include "dispatch/profile.h"
#include "profiles.h"
#include "test.h"

TEST(refused_members) {
    buoy_profile_unload();
    static const struct {
        const char *member, *value, *reason;
    } cases[] = {
        {"buoyancy_profile", "0", "format 0; this library reads format 1"},
        {"buoyancy_profile", "2", "format 2; this library reads format 1"},
        {"buoyancy_profile", "\"1\"", "a number of digits expected"},
        {"buoyancy_profile", "1.0", "',' expected, found '.'"},
        {"buoyancy_profile", "01", "no leading zeros"},
        {"buoyancy_profile", "-1", "a number of digits expected"},
        {"buoyancy_profile", "2147483647", "format 2147483647"},
        {"buoyancy_profile", "2147483648", "numbers go from 0 to 2147483647"},
        {"buoyancy_profile", "99999999999999999999999999", "numbers go from 0"},
        {"buoyancy_profile", "NaN", "found 'N'"},
        {"library", "\"0.0.0\"", "measured with another library ('0.0.0'"},
        {"compiler", "\"tcc 0.9\"", "measured with another compiler"},
        {"cpu", "\"Pentium\"", "measured with another cpu"},
        {"features", "\"scalar mmx\"", "measured with another features"},
        {"cpu", "\"\"", "measured with another cpu"},
        {"cpu", "\"\\u0041\"", "plain text expected, found '\\'"},
        {"cpu", "\"\xc3\xa9\"", "plain text expected, found byte"},
        {"cpu", "\"a\nb\"", "plain text expected, found byte 10"},
        {"cpu", "null", "'\"' expected, found 'n'"},
        {"hot_compact", "[]", "'{' expected, found '['"},
        {"hot_compact", "{}", "'\"' expected, found '}'"},
        {"hot_compact", "{\"planes\": [0]}", "\"triangles\" expected, found \"planes\""},
        {"hot_compact", "{\"triangles\": []", "a number of digits expected, found ']'"},
        {"hot_compact", "{\"triangles\": [1]", "triangles must begin with 0"},
        {"hot_compact", "{\"triangles\": [0, 0]", "and ascend"},
        {"hot_compact", "{\"triangles\": [0, 9, 8]", "and ascend"},
        {"hot_compact", "{\"triangles\": [0, 1e9]", "found 'e'"},
        {"hot_compact",
         "{\"triangles\": [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24]",
         "more than 24 triangles"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]",
         "more than 16 planes"},
        {"hot_compact", "{\"triangles\": [0], \"planes\": [0], \"kernels\": []}", "'[' expected"},
        {"hot_compact", "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[]]}",
         "'\"' expected"},
        {"hot_compact",
         "{\"triangles\": [0, 5], \"planes\": [0], \"kernels\": [[\"volume/blocks/scalar\"]]}",
         "',' expected, found ']'"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0, 5], \"kernels\": [[\"volume/blocks/scalar\"]]}",
         "',' expected, found ']'"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"volume/blocks/scalar\", "
         "\"volume/blocks/scalar\"]]}",
         "']' expected, found ','"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"volume/blocks/scalar\"],"
         "[\"volume/blocks/scalar\"]]}",
         "']' expected, found ','"},
        {"hot_compact", "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[[[[[[[[[[[[[[[[",
         "'\"' expected, found '['"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"volume/catto/scalar\"]",
         "'volume/catto/scalar' is no kernel"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"volume/auto/best\"]",
         "is no kernel"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"box/corners/best\"]",
         "is no kernel"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"volume/blocks/mmx\"]",
         "is no kernel"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"volume/blocks/"
         "an-instruction-set-with-a-name-longer-than-any-other-that-there-is\"]",
         "a text of more than 63 characters"},
        {"hot_compact",
         "{\"triangles\": [0], \"planes\": [0], \"kernels\": [[\"volume/batch/scalar\"]",
         "batch is for meshes of at most 512 triangles"},
        {"hot_compact",
         "{\"triangles\": [0, 514], \"planes\": [0], \"kernels\": [[\"volume/batch/scalar\"]",
         "batch is for meshes of at most 512 triangles"},
        {"cold_not_compact", "{\"triangles\": [0], \"planes\": [0], \"kernels\": []}",
         "'[' expected"},
        {"cold_not_compact", PROFILE_TABLE ", \"more\": 1", "'}' expected, found ','"},
        {"cold_not_compact", PROFILE_TABLE "}", "the end expected, found '}'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char *text = profile_make(cases[i].member, cases[i].value);
        profile_expect_refused(text, strlen(text), cases[i].reason);
    }
}

// A file that was cut off anywhere is refused, and one byte that is another never does any harm.
TEST(cut_off) {
    buoy_profile_unload();
    char *text = profile_make(NULL, NULL);
    const size_t length = strlen(text), needed = length - 1; // without the last line's end
    for (size_t bytes = 0; bytes < needed; ++bytes) {
        char *part = test_alloc(bytes + 1); // so that a sanitizer sees the end
        memcpy(part, text, bytes);
        profile_expect_refused(part, bytes, "the file ends");
    }
    assert_int_equal(buoy_profile_load_text(text, needed, NULL), BUOY_OK);
    static const char bytes[] = {'\0', '"', '\\', '0', '9', '[', '}', ',', '\n', '\x7f', '\xff'};
    for (size_t i = 0; i < length; ++i) {
        const char was = text[i];
        for (size_t k = 0; k < sizeof bytes; ++k) {
            text[i] = bytes[k];
            buoy_profile_load_text(text, length, NULL);
        }
        text[i] = was;
    }
}

// 64 KiB are allowed, a byte more is not.
TEST(longest) {
    buoy_profile_unload();
    char *text = profile_make(NULL, NULL);
    const size_t length = strlen(text);
    char *longest = test_alloc(BUOY_PROFILE_MOST_BYTES + 2);
    memset(longest, ' ', BUOY_PROFILE_MOST_BYTES + 2);
    memcpy(longest, text, length);
    assert_int_equal(buoy_profile_load_text(longest, BUOY_PROFILE_MOST_BYTES, NULL), BUOY_OK);
    profile_expect_refused(longest, BUOY_PROFILE_MOST_BYTES + 1, "more than 65536 bytes");
    profile_expect_refused(longest, BUOY_PROFILE_MOST_BYTES + 2, "more than 65536 bytes");
}

// Messages name the line.
TEST(line) {
    buoy_profile_unload();
    char *text = profile_make("cpu", "\"Pentium\"");
    struct buoy_error error;
    assert_int_equal(buoy_profile_load_text(text, strlen(text), &error), BUOY_ERROR_PROFILE);
    assert_non_null(strstr(error.message, "profile: line 5: "));
    assert_non_null(strstr(error.message, "run 'buoybench tune'"));
}

TEST(null) {
    buoy_profile_unload();
    struct buoy_error error;
    assert_int_equal(buoy_profile_load(NULL, &error), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_profile_load_text(NULL, 1, &error), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_profile_load_text(NULL, 0, &error), BUOY_ERROR_PROFILE);
    assert_int_equal(buoy_profile_load("/no/such/profile.json", &error), BUOY_ERROR_PROFILE);
#ifdef __wasi__ // sees no files but those it is given
    assert_string_equal(error.message, "/no/such/profile.json: cannot be opened");
#else
    assert_string_equal(error.message, "/no/such/profile.json: there is no such file");
#endif
    assert_int_equal(buoy_profile_load(".", &error), BUOY_ERROR_PROFILE);
    assert_int_equal(buoy_profile_get(NULL, NULL), BUOY_OK);
}
