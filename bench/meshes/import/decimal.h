// Decimal numbers to double, correctly rounded.
//
// strtod() does so, but takes 50 to 150 ns per number, several times as long as most need, takes
// more than decimals, and the point that it accepts depends on the locale.
#ifndef MESHES_DECIMAL_H
#define MESHES_DECIMAL_H

#include <stddef.h>

enum decimal_result {
    DECIMAL_OK,
    DECIMAL_NONE,      // the text is not a decimal number
    DECIMAL_TOO_LARGE, // rounded it would be infinite
};

// The double nearest to a decimal number; if two are equally near, the one with an even
// significand. This includes denormal numbers and signed zeros. A number has an optional sign,
// digits with or without a decimal point, and an optional exponent to 10. It may have any number of
// digits and leading zeros, and any exponent. Nothing else is accepted: no blanks, nan, inf or
// hexadecimal. The byte after the text is one that no number goes on with, such as a blank. `value`
// is set only on DECIMAL_OK. Depends neither on the locale nor on the rounding mode.
enum decimal_result decimal_to_double(const char *text, size_t length, double *value);

#endif
