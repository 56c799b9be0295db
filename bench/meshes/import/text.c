// Text files, line by line and word by word. The loops look at each byte once. A line feed after
// the window's last byte ends them there, and only then do they check whether the file goes on.
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "decimal.h"

enum kind {
    OTHER,
    BLANK,
    LINE_END,
    MARK, // a backslash or '#'
};

static inline enum kind kind_of(char c) {
    static const unsigned char kinds[256] = {
        [' '] = BLANK,     ['\t'] = BLANK,    ['\v'] = BLANK, ['\f'] = BLANK,
        ['\n'] = LINE_END, ['\r'] = LINE_END, ['\\'] = MARK,  ['#'] = MARK,
    };
    return (enum kind)kinds[(unsigned char)c];
}

// Whether the file has a byte at `at`. May move the window.
static inline bool has_byte(struct source *source) {
    return source->at < source->end || source_more(source);
}

struct text text_begin(struct source *source) {
    if (source_available(source, 3) >= 3 && memcmp(source->at, "\xEF\xBB\xBF", 3) == 0) {
        source->at += 3;
    }
    return (struct text){.source = source};
}

// The position after the line end at `at`.
static void skip_line_end(struct text *text) {
    struct source *source = text->source;
    const bool two =
        *source->at == '\r' && source_available(source, 2) >= 2 && source->at[1] == '\n';
    source->at += two ? 2 : 1;
    ++text->line;
}

// Whether the line continues after a backslash so many bytes from `at`. May move the window.
static bool is_joint(struct text *text, size_t offset) {
    struct source *source = text->source;
    return text->joins_lines && source_available(source, offset + 2) >= offset + 2 &&
           source->at[offset] == '\\' && kind_of(source->at[offset + 1]) == LINE_END;
}

static void skip_joint(struct text *text) {
    ++text->source->at;
    skip_line_end(text);
}

bool text_next_line(struct text *text) {
    struct source *source = text->source;
    if (text->line == 0) {
        text->line = 1;
        return has_byte(source);
    }
    bool comment = false;
    char before = ' ';
    for (;;) {
        const char *at = source->at;
        while (kind_of(*at) <= BLANK) {
            ++at;
        }
        before = at > source->at ? at[-1] : before;
        source->at = at;
        if (at == source->end) {
            if (!source_more(source)) {
                return false;
            }
        } else if (kind_of(*at) == LINE_END) {
            skip_line_end(text);
            return has_byte(source);
        } else if (*at == '\\' && !comment && is_joint(text, 0)) {
            skip_joint(text);
            before = ' ';
        } else {
            comment = comment || (*at == '#' && kind_of(before) == BLANK);
            before = *source->at++;
        }
    }
}

bool text_next_filled_line(struct text *text) {
    struct source *source = text->source;
    while (text_next_line(text)) {
        do {
            while (kind_of(*source->at) == BLANK) {
                ++source->at;
            }
        } while (source->at == source->end && source_more(source));
        if (source->at < source->end && kind_of(*source->at) != LINE_END && *source->at != '#') {
            return true;
        }
    }
    return false;
}

// Skips blanks and joints.
static void skip_blanks(struct text *text) {
    struct source *source = text->source;
    for (;;) {
        const char *at = source->at;
        while (kind_of(*at) == BLANK) {
            ++at;
        }
        source->at = at;
        if (at == source->end) {
            if (!source_more(source)) {
                return;
            }
        } else if (*at == '\\' && is_joint(text, 0)) {
            skip_joint(text);
        } else {
            return;
        }
    }
}

// The length of the word at `at`.
static size_t find_word_end(struct text *text) {
    struct source *source = text->source;
    size_t length = 0;
    for (;;) {
        const char *at = source->at + length;
        while (kind_of(*at) == OTHER) {
            ++at;
        }
        length = (size_t)(at - source->at);
        if (at == source->end) {
            if (!source_more(source)) {
                return length;
            }
        } else if (*at == '#' || (*at == '\\' && !is_joint(text, length))) {
            ++length;
        } else {
            return length;
        }
    }
}

// Whether a word that ends at a joint is followed by another at once.
static bool is_cut(struct text *text, size_t length) {
    struct source *source = text->source;
    if (source->at[length] != '\\') {
        return false;
    }
    const size_t held = source_available(source, length + 4);
    const bool two =
        held > length + 2 && source->at[length + 1] == '\r' && source->at[length + 2] == '\n';
    const size_t next = length + (two ? 3 : 2);
    return next < held && kind_of(source->at[next]) != BLANK &&
           kind_of(source->at[next]) != LINE_END;
}

bool text_has_word(struct text *text) {
    skip_blanks(text);
    return text->source->at < text->source->end && kind_of(*text->source->at) == OTHER;
}

bool text_next_argument(struct text *text, struct word *word) {
    skip_blanks(text);
    *word = (struct word){text->source->at, 0};
    return *text->source->at != '#' && text_next_word(text, word);
}

bool text_next_word(struct text *text, struct word *word) {
    struct source *source = text->source;
    skip_blanks(text);
    const size_t length = find_word_end(text);
    text->cut = is_cut(text, length);
    *word = (struct word){source->at, length};
    source->at += length;
    return length > 0;
}

bool text_next_word_anywhere(struct text *text, struct word *word) {
    *word = (struct word){text->source->at, 0};
    while (text->line == 0 || !text_next_word(text, word)) {
        if (!text_next_line(text)) {
            *word = (struct word){text->source->at, 0};
            return false;
        }
    }
    return true;
}

bool word_is(struct word word, const char *lower_case) {
    size_t i = 0;
    for (; i < word.length && lower_case[i]; ++i) {
        const char c = word.at[i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != lower_case[i]) {
            return false;
        }
    }
    return i == word.length && lower_case[i] == '\0';
}

struct word_shown word_show(struct word word) {
    struct word_shown shown;
    const size_t most = sizeof shown.text - 4;
    const size_t length = word.length < most ? word.length : most;
    for (size_t i = 0; i < length; ++i) {
        shown.text[i] = word.at[i] > ' ' && word.at[i] < 127 ? word.at[i] : '?';
    }
    for (size_t i = length; i < length + 3; ++i) {
        shown.text[i] = word.length > most ? '.' : '\0';
    }
    shown.text[length + 3] = '\0';
    return shown;
}

bool word_to_integer(struct word word, int64_t *value) {
    const bool negative = word.length > 0 && word.at[0] == '-';
    size_t i = negative ? 1 : 0;
    if (i == word.length || word.length - i > 18) {
        return false;
    }
    int64_t magnitude = 0;
    for (; i < word.length; ++i) {
        if (word.at[i] < '0' || word.at[i] > '9') {
            return false;
        }
        magnitude = magnitude * 10 + (word.at[i] - '0');
    }
    *value = negative ? -magnitude : magnitude;
    return true;
}

bool text_check_word(const struct text *text, struct word word) {
    return !text->cut ||
           text_fail(text, BUOY_ERROR_ARGUMENT,
                     "'%s\\' is continued without a blank on the next line", word_show(word).text);
}

bool text_coordinate(const struct text *text, struct word word, double *value) {
    if (text->cut) {
        return text_check_word(text, word);
    }
    const enum decimal_result result = decimal_to_double(word.at, word.length, value);
    return result == DECIMAL_OK ||
           text_fail(text, BUOY_ERROR_NON_FINITE, "coordinate '%s' %s", word_show(word).text,
                     result == DECIMAL_TOO_LARGE ? "is out of range" : "is not a number");
}

bool text_next_point(struct text *text, double point[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        struct word word;
        if (!text_next_word(text, &word)) {
            return text_fail(text, BUOY_ERROR_ARGUMENT, "a vertex of %d coordinates instead of 3",
                             axis);
        }
        if (!text_coordinate(text, word, &point[axis])) {
            return false;
        }
    }
    return true;
}

bool text_fail(const struct text *text, enum buoy_status status, const char *format, ...) {
    char cause[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cause, sizeof cause, format, arguments);
    va_end(arguments);
    return source_fail(text->source, text->line, status, "%s", cause);
}
