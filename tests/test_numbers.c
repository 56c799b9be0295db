// Numbers as the tables print them: commas every three digits, a spread with the decimals of its
// median, or three digits and a prefix.
#include "numbers.h"
#include "test.h"

TEST(like) {
    assert_string_equal(number_like(1.234, 1.234).text, "1.23");
    assert_string_equal(number_like(12.34, 12.34).text, "12.3");
    assert_string_equal(number_like(999.96, 999.96).text, "1,000.0");
    assert_string_equal(number_like(1234.5, 1e4).text, "1,234"); // to even, as printf() does
    assert_string_equal(number_like(1234567.0, 1234567.0).text, "1,234,567");
    assert_string_equal(number_like(0.06, 54.6).text, "0.1");
    assert_string_equal(number_like(0.0, 54.6).text, "0.0");
    assert_string_equal(number_like(1e300, 1e300).text, "1,000,000,000,000,000,000");
}

// A body that fits half is no body that fits.
TEST(count) {
    assert_string_equal(number_count(0.99).text, "0");
    assert_string_equal(number_count(999.999).text, "999");
    assert_string_equal(number_count(1000.0).text, "1,000");
    assert_string_equal(number_count(18314.7).text, "18,314");
    assert_string_equal(number_count(123456789.0).text, "123,456,789");
}

// Three digits and a prefix for thousands; what would be rounded up to four digits gets the next.
TEST(short) {
    assert_string_equal(number_short(0.0).text, "0.00");
    assert_string_equal(number_short(9.994).text, "9.99");
    assert_string_equal(number_short(9.996).text, "10.0");
    assert_string_equal(number_short(99.94).text, "99.9");
    assert_string_equal(number_short(99.96).text, "100");
    assert_string_equal(number_short(999.4).text, "999");
    assert_string_equal(number_short(999.5).text, "1.00k");
    assert_string_equal(number_short(12345.0).text, "12.3k");
    assert_string_equal(number_short(999.6e3).text, "1.00M");
    assert_string_equal(number_short(2e9).text, "2.00G");
    assert_string_equal(number_short(2e15).text, "2000T");
}
