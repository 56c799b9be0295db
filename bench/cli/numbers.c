// Numbers as people read them.
#include "numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Puts a comma before every group of three digits but the first.
static struct number group_thousands(const char *plain) {
    struct number number;
    const char *point = strchr(plain, '.');
    const size_t digits = point != NULL ? (size_t)(point - plain) : strlen(plain);
    size_t length = 0;
    for (size_t i = 0; plain[i] != '\0' && length + 2 < sizeof number.text; i++) {
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
