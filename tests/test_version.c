// The version of the header, of the library and of the project: the same.
#include "buoyancy.h"
#include "test.h"

#if BUOY_VERSION < 1000 // a preprocessor can compare it
#error "the version is before 0.1.0"
#endif

TEST(number) {
    assert_int_equal(buoy_version(), BUOY_VERSION);
    assert_int_equal(BUOY_VERSION / 1000000, BUOY_VERSION_MAJOR);
    assert_int_equal(BUOY_VERSION / 1000 % 1000, BUOY_VERSION_MINOR);
    assert_int_equal(BUOY_VERSION % 1000, BUOY_VERSION_PATCH);
}

TEST(text) {
    char text[40];
    snprintf(text, sizeof text, "%d.%d.%d", BUOY_VERSION_MAJOR, BUOY_VERSION_MINOR,
             BUOY_VERSION_PATCH);
    assert_string_equal(BUOY_VERSION_TEXT, text);
    assert_string_equal(TEST_PROJECT_VERSION, text);
}
