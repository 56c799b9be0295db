// Families whose questions are rows of numbers: `run`, `verify`, `eval`, tests/climb and tests/fuzz
// read all they need to know about one from a struct rows.
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include <string.h>

#include "columns.h"
#include "family.h"
#include "options.h"

enum {
    ROWS_PARTS = 4
};

// Questions as kernels take them: an array for each part.
struct rows_slice {
    const void *part[ROWS_PARTS];
    size_t count;
    unsigned voxels;
    void *more;                   // answers that `eval` prints besides; NULL: not asked for
    const struct buoy_mesh *mesh; // that all of them are about, or NULL
    const void *setting;          // the family's options as `eval` has them; NULL: its own
};

// The most options of its own that a family has, and a list of some: how many.
#define ROWS_MOST_OPTIONS 24
#define ROWS_OPTIONS(options, ...)                                                                 \
    (memcpy(options, (const struct cli_option[]){__VA_ARGS__},                                     \
            sizeof(const struct cli_option[]){__VA_ARGS__}),                                       \
     sizeof(const struct cli_option[]){__VA_ARGS__} / sizeof *(options))

struct rows {
    const struct column *columns;
    size_t column_count;
    bool reals;         // the numbers are doubles, not floats
    bool has_header;    // CSV files of them
    unsigned kinds;     // of shapes that are made up
    const char *random; // what is made up at random, in words

    // Makes up a whole row, unless its columns do.
    void (*sample)(struct sampler *sampler, double *numbers);

    // Asks a kernel: `checked` through the library's function that checks, else the kernel itself,
    // as is timed. Has complained where it leaves the error without a message.
    enum buoy_status (*ask)(const struct buoy_kernel *kernel, const struct rows_slice *slice,
                            bool checked, void *answers, struct buoy_error *error);
    // Whether the kernel answers such questions. NULL: all.
    bool (*takes)(const struct buoy_kernel *kernel, const void *body);
    // The true answer to the first question of a slice. Has complained where it leaves the error
    // without a message.
    enum buoy_status (*truth)(const struct rows_slice *one, void *answer, struct buoy_error *error);
    // The bounds on a kernel's errors there, which are shares of the body's measures: of centroids,
    // if at least 1/1000 is submerged, unless they hold for any share.
    bool for_any_share;
    struct family_bounds (*bounds)(const struct buoy_kernel *kernel, const struct rows_slice *one,
                                   const struct measures *measures);
    // NULL: those of a volume or an area, and of a centre.
    struct family_errors (*errors)(const struct rows_slice *one, const void *truth,
                                   const void *answer);
    // What is kept besides, for kernels of other families. `own` of the content.
    int (*make_own)(struct queries *queries);
    void (*free_own)(void *own);

    // For `eval`.
    const char *help, *kernel; // the kernel by default, whose family may be another
    const char *input;         // the option that takes the file; NULL: "input"
    bool has_mesh;             // that the questions are about
    const char *more;          // the names of the answers besides, all doubles
    const char *more_option;   // that asks for these; NULL: always
    size_t more_count, more_bytes;
    const char *whole; // properties of the whole body, which --whole prints
    enum buoy_status (*find_whole)(const void *body, double *numbers, struct buoy_error *error);
    bool has_voxels, has_plugin;
    bool by_line;              // each row is asked by itself, and complaints name its line
    const char *const *header; // of the answers; NULL: the family's fields
    // Further options: lists them, with their defaults, and returns how many; opens what they name,
    // and complains before it returns CLI_BAD; closes it, opened or not. `setting` is for `ask`.
    size_t (*list_options)(struct cli_option *options);
    int (*open)(const struct cli_option *options);
    void (*close)(void);
    const void *setting;
};

// The content of queries.
struct rows_content {
    void *numbers; // floats or doubles; `most` for each row
    size_t most, *sizes;
    void *part[ROWS_PARTS];
    void *own;
};

// Whether rows differ in length, and the name of a number of a row, from 0.
bool rows_are_ragged(const struct rows *rows);
void rows_column_name(const struct rows *rows, size_t index, char name[32]);

size_t rows_part_bytes(const struct rows *rows, size_t part);

// Whether a row may be asked about; else what is wrong with it, after "line 2, ".
bool rows_check(const struct rows *rows, const struct row *row, char *text, size_t size);

// The header of CSV files of them, and a row as such a file has it.
void rows_header(const struct rows *rows, char *text, size_t size);
void rows_print(const struct rows *rows, const struct row *row, char *text, size_t size);

// Packs a row into the index-th elements of the parts.
void rows_pack(const struct rows *rows, const struct row *row, void *const part[ROWS_PARTS],
               size_t index);

// Makes up the index-th row of a seed, a hard one if that is `random` or more: of at most ROW_MOST
// numbers. Returns how many. Columns that are relative to the body are shares until rows_immerse()
// places them.
enum {
    ROW_MOST = 40
};
size_t rows_sample(const struct rows *rows, uint64_t seed, size_t index, size_t random,
                   double numbers[ROW_MOST]);
void rows_immerse(const struct rows *rows, double *numbers, size_t count);

// Room for `queries->count` rows, which rows_put() fills: rounded to floats, unless they are
// doubles. Returns 0, or CLI_BAD after complaining.
int rows_allocate(struct queries *queries);
void rows_put(const struct queries *queries, size_t index, const double *numbers, size_t count);
struct row rows_at(const struct queries *queries, size_t index);
struct rows_slice rows_slice(const struct queries *queries, size_t index, size_t count);

// The body of the index-th question, and its measures. The column of the body, or NULL.
const struct column *rows_body(const struct rows *rows);
struct measures rows_measure(const struct queries *queries, size_t index);

// Members of a struct family.
int rows_make(struct queries *queries);
void rows_free(struct queries *queries);
void rows_ask(const struct queries *queries, const struct buoy_kernel *kernel,
              const struct scratch *scratch, size_t begin, size_t end, void *answers);
int rows_find_truth(const struct queries *queries, void *truth);
struct family_errors rows_errors(const struct queries *queries, size_t index, const void *truth,
                                 const void *answer);
struct family_bounds rows_bounds(const struct queries *queries, const struct buoy_kernel *kernel,
                                 size_t index);
void rows_summarise(const struct queries *queries, char *text, size_t size);
void rows_describe(const struct queries *queries, size_t index, char *text, size_t size);

// The columns of a struct rows, an array.
#define ROWS_COLUMNS(array) .columns = (array), .column_count = sizeof(array) / sizeof((array)[0])

// The members of a struct family that all of these share; and those of families that are asked
// nothing but rows.
#define ROWS_MEMBERS                                                                               \
    .make = rows_make, .free = rows_free, .find_truth = rows_find_truth, .errors = rows_errors,    \
    .summarise = rows_summarise, .describe = rows_describe
#define ROWS_ASKED                                                                                 \
    .scratch_bytes = families_no_scratch, .ask = rows_ask, .bounds = rows_bounds,                  \
    .triangles = families_no_triangles, .examined = families_none_examined

// A family that `eval` alone knows, with so many doubles in an answer.
#define ROWS_OF_EVAL(word, of, columns)                                                            \
    { .name = (word), .rows = (of), .answer_bytes = (columns) * sizeof(double) }

#endif
