// Writing HTML that is well-formed XML, too.
#include "html.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

// The number of bytes of the UTF-8 character at the beginning of a text; 0 if there is none, or one
// that XML does not allow.
static size_t character(const unsigned char *text) {
    const unsigned first = text[0];
    const size_t length = first < 0x80                     ? 1
                          : first >= 0xc2 && first <= 0xdf ? 2
                          : first >= 0xe0 && first <= 0xef ? 3
                          : first >= 0xf0 && first <= 0xf4 ? 4
                                                           : 0;
    for (size_t i = 1; i < length; ++i) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    if (length == 0) {
        return 0;
    }
    if (length == 1) {
        return first >= 0x20 && first != 0x7f ? 1 : first == '\t' || first == '\n';
    }
    if (length == 2) {
        return first == 0xc2 && text[1] < 0xa0 ? 0 : 2; // C1 controls
    }
    const bool is_too_long = (first == 0xe0 && text[1] < 0xa0) || (first == 0xf0 && text[1] < 0x90);
    const bool is_surrogate = first == 0xed && text[1] >= 0xa0;
    const bool is_too_large = first == 0xf4 && text[1] >= 0x90;
    // U+xFFFE and U+xFFFF are no characters; nor are U+FDD0 to U+FDEF.
    const bool is_none = (text[length - 2] == 0xbf && text[length - 1] >= 0xbe &&
                          (length == 3 ? first == 0xef : (text[1] & 0x0f) == 0x0f)) ||
                         (first == 0xef && text[1] == 0xb7 && text[2] >= 0x90 && text[2] <= 0xaf);
    return is_too_long || is_surrogate || is_too_large || is_none ? 0 : length;
}

void html_text(FILE *stream, const char *text) {
    while (*text != '\0') {
        const size_t length = character((const unsigned char *)text);
        if (length == 0) {
            fputs("\xef\xbf\xbd", stream);
        } else if (*text == '&') {
            fputs("&amp;", stream);
        } else if (*text == '<') {
            fputs("&lt;", stream);
        } else if (*text == '>') {
            fputs("&gt;", stream);
        } else if (*text == '"') {
            fputs("&quot;", stream);
        } else {
            fwrite(text, 1, length, stream);
        }
        text += length > 0 ? length : 1;
    }
}

void html_put_all(FILE *stream, const char *markup, const char *const *texts) {
    for (; *markup != '\0'; ++markup) {
        if (*markup != '@') {
            putc(*markup, stream);
        } else if (*texts) {
            html_text(stream, *texts++);
        }
    }
}

struct html_number html_number(const char *format, ...) {
    struct html_number number;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(number.text, sizeof number.text, format, arguments);
    va_end(arguments);
    return number;
}
