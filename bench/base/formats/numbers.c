// Numbers formatted for people.
#include "numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Puts a comma before every group of three digits but the first.
static struct number group_thousands(const char *plain) {
    struct number number;
    const char *point = strchr(plain, '.');
    const size_t digits = point ? (size_t)(point - plain) : strlen(plain);
    size_t length = 0;
    for (size_t i = 0; plain[i] != '\0' && length + 2 < sizeof number.text; ++i) {
        if (i > 0 && i < digits && (digits - i) % 3 == 0) {
            number.text[length++] = ',';
        }
        number.text[length++] = plain[i];
    }
    number.text[length] = '\0';
    return number;
}

struct number number_like(double value, double like) {
    char plain[32];
    const int decimals = like < 10.0 ? 2 : like < 1000.0 ? 1 : 0;
    snprintf(plain, sizeof plain, "%.*f", decimals, fmin(value, 1e18));
    return group_thousands(plain);
}

struct number number_count(double value) {
    char plain[32];
    snprintf(plain, sizeof plain, "%.0f", floor(fmin(value, 1e18)));
    return group_thousands(plain);
}

struct number number_short(double value) {
    static const char *const prefixes[] = {"", "k", "M", "G", "T"};
    struct number number;
    size_t prefix = 0;
    // A value that would be rounded up to 1000 already counts as 1000.
    while (value >= 999.5 && prefix + 1 < sizeof prefixes / sizeof prefixes[0]) {
        value /= 1000.0;
        ++prefix;
    }
    const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    snprintf(number.text, sizeof number.text, "%.*f%s", decimals, fmin(value, 1e18),
             prefixes[prefix]);
    return number;
}
