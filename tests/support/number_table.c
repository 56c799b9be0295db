// Tables of numbers that the program reads and prints.
#include "number_table.h"

#include "test.h"

static size_t count_of(const char *text, char c) {
    size_t count = 0;
    for (; *text != '\0'; ++text) {
        count += *text == c;
    }
    return count;
}

double *table_of(const struct child *child, const char *header, size_t *rows) {
    struct outcome outcome = child_run(child);
    expect_success(&outcome);
    FAIL_IF(strncmp(outcome.output, header, strlen(header)) != 0, "not a table of %s: %.200s",
            header, outcome.output);
    const char *at = outcome.output + strlen(header);
    const size_t columns = count_of(header, ',') + 1, count = count_of(at, '\n');
    double *numbers = malloc((count * columns + 1) * sizeof *numbers);
    assert_non_null(numbers);
    for (size_t i = 0; i < count * columns; ++i) {
        char *end;
        numbers[i] = strtod(at, &end);
        FAIL_IF(end == at || *end != ((i + 1) % columns > 0 ? ',' : '\n'),
                "row %zu of a table of %s: %.200s", i / columns, header, at);
        at = end + 1;
    }
    assert_int_equal(*at, '\0');
    *rows = count;
    return numbers;
}

void expect_table(const struct child *child, const char *header, const double *rows, size_t count) {
    size_t got_count;
    double *got = table_of(child, header, &got_count);
    const size_t columns = count_of(header, ',') + 1;
    assert_int_equal(got_count, count);
    for (size_t i = 0; i < count * columns; ++i) {
        const double expected = rows[i] + 0.0; // -0 is printed as 0
        FAIL_IF(memcmp(&got[i], &expected, sizeof expected) != 0 &&
                    !(isnan(got[i]) && isnan(expected)),
                "eval %s: row %zu, column %zu: %.17g, not %.17g", child->arguments[1], i / columns,
                i % columns + 1, got[i], rows[i]);
    }
    free(got);
}

const char *table_write(const char *name, const char *header, const float *values, size_t rows,
                        size_t columns) {
    const char *path = scratch_path(name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(header, file);
    for (size_t i = 0; i < rows * columns; ++i) {
        fprintf(file, "%.17g%c", (double)values[i], (i + 1) % columns > 0 ? ',' : '\n');
    }
    fclose(file);
    return path;
}
