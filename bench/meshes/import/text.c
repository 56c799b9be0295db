// Text files, line by line and word by word.
#include "text.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

static bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

struct text text_begin(const struct import_file *file) {
    const bool mark = file->size >= 3 && memcmp(file->bytes, "\xEF\xBB\xBF", 3) == 0;
    return (struct text){
        .file = file, .at = file->bytes + (mark ? 3 : 0), .end = file->bytes + file->size};
}

// Past the line end that `at` points to.
static void skip_line_end(struct text *text) {
    const bool two = text->at[0] == '\r' && text->at + 1 < text->end && text->at[1] == '\n';
    text->at += two ? 2 : 1;
    ++text->line;
}

bool text_next_line(struct text *text) {
    if (text->line == 0) {
        text->line = 1;
        return text->at < text->end;
    }
    while (text->at < text->end && !is_line_end(*text->at)) {
        ++text->at;
    }
    if (text->at == text->end) {
        return false;
    }
    skip_line_end(text);
    return text->at < text->end;
}

bool text_next_filled_line(struct text *text) {
    while (text_next_line(text)) {
        while (text->at < text->end && is_blank(*text->at)) {
            ++text->at;
        }
        if (text->at < text->end && !is_line_end(*text->at) && *text->at != '#') {
            return true;
        }
    }
    return false;
}

// Whether the line goes on after a backslash at `at`.
static bool is_joint(const struct text *text) {
    return text->joins_lines && *text->at == '\\' && text->at + 1 < text->end &&
           is_line_end(text->at[1]);
}

bool text_next_word(struct text *text, struct word *word) {
    while (text->at < text->end && (is_blank(*text->at) || is_joint(text))) {
        const bool joint = *text->at == '\\';
        ++text->at;
        if (joint) {
            skip_line_end(text);
        }
    }
    word->at = text->at;
    while (text->at < text->end && !is_blank(*text->at) && !is_line_end(*text->at) &&
           !is_joint(text)) {
        ++text->at;
    }
    word->length = (size_t)(text->at - word->at);
    return word->length > 0;
}

bool text_next_word_anywhere(struct text *text, struct word *word) {
    while (text->line == 0 || !text_next_word(text, word)) {
        if (!text_next_line(text)) {
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
        if (!is_digit(word.at[i])) {
            return false;
        }
        magnitude = magnitude * 10 + (word.at[i] - '0');
    }
    *value = negative ? -magnitude : magnitude;
    return true;
}

static size_t count_digits(struct word word, size_t from) {
    size_t i = from;
    while (i < word.length && is_digit(word.at[i])) {
        ++i;
    }
    return i - from;
}

// The parts of a decimal number.
struct number {
    bool valid;
    size_t whole_digits, exponent_digits;
    bool negative_exponent;
};

static struct number take_apart(struct word word) {
    struct number number = {0};
    size_t i = word.length > 0 && (word.at[0] == '-' || word.at[0] == '+') ? 1 : 0;
    number.whole_digits = count_digits(word, i);
    i += number.whole_digits;
    size_t fraction_digits = 0;
    if (i < word.length && word.at[i] == '.') {
        fraction_digits = count_digits(word, ++i);
        i += fraction_digits;
    }
    if (i < word.length && (word.at[i] == 'e' || word.at[i] == 'E')) {
        ++i;
        number.negative_exponent = i < word.length && word.at[i] == '-';
        i += i < word.length && (word.at[i] == '-' || word.at[i] == '+') ? 1 : 0;
        number.exponent_digits = count_digits(word, i);
        i += number.exponent_digits;
        number.valid = number.exponent_digits > 0;
    } else {
        number.valid = true;
    }
    number.valid = number.valid && i == word.length && number.whole_digits + fraction_digits > 0;
    return number;
}

bool word_is_coordinate(struct word word, const char **cause) {
    const struct number number = take_apart(word);
    if (!number.valid) {
        *cause = "is not a number";
        return false;
    }
    // A word ends at a blank, a line end or the 0 after the file; none continues a number.
    const double value = strtod(word.at, NULL);
    const char *exponent = word.at + word.length - number.exponent_digits;
    if (value > (double)FLT_MAX || value < -(double)FLT_MAX || number.whole_digits > 19 ||
        number.exponent_digits > 4 ||
        (number.exponent_digits > 0 && !number.negative_exponent &&
         atoi(exponent) > FLT_MAX_10_EXP)) {
        *cause = "is out of range";
        return false;
    }
    return true;
}

// Assimp's count of the words of an OBJ line that are numbers leaves out those that start with a
// point.
static void write_number(struct import_reduced *reduced, struct word word) {
    reduced_write(reduced, "0", word.at[0] == '.' ? 1 : 0);
    reduced_write(reduced, word.at, word.length);
}

enum buoy_status text_copy_coordinate(const struct text *text, struct word word, int axis,
                                      struct import_reduced *reduced, struct buoy_error *error) {
    const char *cause;
    if (!word_is_coordinate(word, &cause)) {
        return import_fail(text->file, text->line, error, BUOY_ERROR_NON_FINITE,
                           "coordinate '%s' %s", word_show(word).text, cause);
    }
    reduced_write(reduced, " ", axis > 0 ? 1 : 0);
    write_number(reduced, word);
    return BUOY_OK;
}

enum buoy_status text_copy_point(struct text *text, struct import_reduced *reduced,
                                 struct buoy_error *error) {
    for (int axis = 0; axis < 3; ++axis) {
        struct word word;
        if (!text_next_word(text, &word)) {
            return import_fail(text->file, text->line, error, BUOY_ERROR_ARGUMENT,
                               "a vertex of %d coordinates instead of 3", axis);
        }
        const enum buoy_status status = text_copy_coordinate(text, word, axis, reduced, error);
        if (status != BUOY_OK) {
            return status;
        }
    }
    return BUOY_OK;
}
