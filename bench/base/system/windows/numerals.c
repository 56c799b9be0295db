#include "numerals.h"

#include <stdlib.h>

// The program never leaves that locale. (MinGW's own strtod() rounds rightly, Microsoft's does
// not.)
double numerals_read(const char *text) {
    return strtod(text, NULL);
}
