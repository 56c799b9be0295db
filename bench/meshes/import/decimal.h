// Decimal numbers to float32, correctly rounded.
//
// strtof() does so in good C libraries, but takes 50 to 150 ns a number, which would be most of the
// time that a file takes; in others it rounds twice; and what it takes for the decimal point
// depends on the locale, and so on what else runs in the process.
#ifndef MESHES_DECIMAL_H
#define MESHES_DECIMAL_H

#include <stddef.h>

enum decimal_result {
    DECIMAL_OK,
    DECIMAL_NONE,      // the text is not a decimal number
    DECIMAL_TOO_LARGE, // rounded it would be infinite
};

// The float32 nearest to a decimal number, of two as near the one with an even significand:
// denormal numbers and zeros with their sign included. A number has a sign or none, digits with or
// without a decimal point, and an exponent to 10 or none. It may have any number of digits, zeros
// in front, and any exponent. Nothing else is accepted: no blanks, nan, inf or hexadecimal.
// `value` is set only on DECIMAL_OK. Depends neither on the locale nor on the rounding mode.
enum decimal_result decimal_to_float(const char *text, size_t length, float *value);

#endif
