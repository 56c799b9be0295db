#include "numerals.h"

#include <locale.h>
#include <stdlib.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

double numerals_read(const char *text) {
    static locale_t plain;
    plain = plain ? plain : newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const locale_t before = uselocale(plain);
    const double value = strtod(text, NULL);
    uselocale(before);
    return value;
}
