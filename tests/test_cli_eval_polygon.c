// `buoybench eval polygon`: the library's own answers, to the bit; strict reading of rows of any
// length.
#include "child.h"
#include "number_table.h"
#include "outline.h"
#include "test.h"

#define HEADER "area,cx,cy\n"

static struct child eval(const char *input, const char *kernel) {
    return (struct child){
        .arguments = {"eval", "polygon", "--input", input, kernel ? "--kernel" : NULL, kernel}};
}

// -------------------------------------------------------------------------------- answers

enum {
    rows = 1500 // more than are answered at once
};

static struct outline outlines[rows];
static struct buoy_polygon polygons[rows];
static struct buoy_line lines[rows];
static struct buoy_area answers[rows];

// Nine digits give the same float back.
static const char *write_polygons(void) {
    struct rng rng = rng_make("cli_eval_polygon");
    const char *path = scratch_path("random.csv");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < rows; ++i) {
        const struct outline any =
            i % 10 ? outline_random(&rng) : outline_convex(&rng, 9 + (uint32_t)rng_below(&rng, 99));
        outlines[i] = outline_placed(&any, 0.1 * i, 1.0, rng_between(&rng, -3.0, 3.0), 0.0);
        outlines[i] = i % 2 ? outline_reversed(&outlines[i]) : outlines[i];
        polygons[i] = outline_polygon(&outlines[i]);
        lines[i] = outline_random_line(&rng, &outlines[i]);
        fprintf(file, "%.9g,%.9g,%.9g", (double)lines[i].normal[0], (double)lines[i].normal[1],
                (double)lines[i].d);
        for (uint32_t v = 0; v < 2 * outlines[i].count; ++v) {
            fprintf(file, ",%.9g", (double)outlines[i].vertices[v]);
        }
        fputc('\n', file);
    }
    fclose(file);
    return path;
}

// A square, clockwise, and a slit without area.
TEST(whole) {
    const double whole[2][9] = {{0, 0, 2, 2, sqrt(8.0), 8, -4, 2 * sqrt(8.0), 1},
                                {0, 0, 3, 4, 5, 10, 0, (double)INFINITY, 0}};
    const struct child child = {.arguments = {"eval", "polygon", "--whole", "--input", "-"},
                                .input = "0,1,0,0,0,0,2,2,2,2,0\n0,1,0,0,0,3,4\n"};
    expect_table(&child, "min_x,min_y,max_x,max_y,diagonal,perimeter,area,conditioning,convex\n",
                 whole[0], 2);
}

TEST(same_as_library) {
    const char *path = write_polygons();
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_polygon_kernel(&i));) {
        const struct buoy_polygon_query query = {polygons, lines, rows};
        assert_int_equal(buoy_polygon_with(kernel, &query, answers, NULL), BUOY_OK);
        struct buoy_kernel_info info;
        buoy_kernel_get_info(kernel, &info, NULL);
        const struct child child = eval(path, info.id);
        expect_table(&child, HEADER, (const double *)answers, rows);
    }
    assert_int_equal(buoy_polygon_compute(polygons, lines, rows, answers, NULL), BUOY_OK);
    const struct child child = eval(path, NULL);
    expect_table(&child, HEADER, (const double *)answers, rows);
}

// A square half under water, a triangle, a dry one, two vertices; both windings.
#define PLAIN                                                                                      \
    "0,1,0.5,0,0,1,0,1,1,0,1\n0,2,1,0,0,0,1,1,1,1,0\n0,1,1,0,0,2,0,0,1\n0,1,-1,0,0,2,0,0,1\n"      \
    "0,1,1,0,0,1,1\n"
#define ANSWERED                                                                                   \
    HEADER "0.5,0.5,0.25\n0.5,0.5,0.25\n1,0.66666668653488159,0.3333333432674408\n0,1,0.5\n"       \
           "0,0.5,0.5\n"

// Ways of writing the same polygons.
TEST(tolerated_csv) {
    static const char *const same[] = {
        PLAIN,
        "\xEF\xBB\xBF" PLAIN "\n \r\n\n",
        "0,1,0.5,0,0,1,0,1,1,0,1\r\n0,2,1,0,0,0,1,1,1,1,0\r\n0,1,1,0,0,2,0,0,1\r\n"
        "0,1,-1,0,0,2,0,0,1\r\n0,1,1,0,0,1,1",
        " 0 ,\t1,.5,-0,0,+1,0,1.0,1,0,1e0 \n0, 2,1,0,0,0,1,1,1,1,0\n0,1,1,0,0,2,0,0,1\n"
        "0,1,-1,0,0,2,0,0,1\n0,1,1,0,0,1,1\n",
    };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; ++i) {
        const struct child child = eval(scratch_write_text("same.csv", same[i]), NULL);
        struct outcome outcome = child_run(&child);
        expect_success(&outcome);
        assert_string_equal(outcome.output, ANSWERED);
        outcome_free(&outcome);
    }
    struct child child = eval("-", "polygon/clip/*");
    child.input = "1,1,1,0,0,1,0,1,1,0,1\n";
    struct outcome outcome = child_run(&child);
    expect_success(&outcome);
    double area, cx, cy;
    assert_int_equal(sscanf(outcome.output, HEADER "%lf,%lf,%lf", &area, &cx, &cy), 3);
    assert_true(area == 0.5 && cx > 0.333333333333333 && cx < 0.333333333333334);
    outcome_free(&outcome);
}

// A polygon of many vertices is one long row.
TEST(long_row) {
    const size_t count = 100000;
    char *text = malloc(32 * count);
    assert_non_null(text);
    size_t length = (size_t)sprintf(text, "0,1,0.5,0,0,1,0,1,1");
    for (size_t i = 0; i < count; ++i) {
        length += (size_t)sprintf(text + length, ",%.9g,1", 1.0 - (double)i / (double)count);
    }
    length += (size_t)sprintf(text + length, ",0,1\n");
    const struct child child = eval(scratch_write("long.csv", text, length), NULL);
    struct outcome outcome = child_run(&child);
    expect_success(&outcome);
    assert_string_equal(outcome.output, HEADER "0.5,0.5,0.25\n");
    outcome_free(&outcome);
    free(text);
}

// -------------------------------------------------------------------------------- refusals

TEST(refused_csv) {
    static const struct {
        const char *csv, *text;
    } cases[] = {
        {"", "bad.csv: empty; rows of nx,ny,d,x0,y0,x1,y1,... are expected"},
        {"\n \n", "bad.csv: empty"},
        {"nx,ny,d,x0,y0,x1,y1\n", "bad.csv: line 1, column 1 (nx): 'nx' is not a number"},
        {"0,1,0.5\n", "bad.csv: line 1, column 4 (x0): missing field"},
        {"0,1\n", "bad.csv: line 1, column 3 (d): missing field"},
        {"0,1,1,0,0\n", "bad.csv: line 1, column 6 (x1): missing field"},
        {"0,1,1,0,0,1\n", "bad.csv: line 1, column 7 (y1): missing field"},
        {PLAIN "0,1,1,0,0,1,0,1,1,0\n", "bad.csv: line 6, column 11 (y3): missing field"},
        {"0,1,1,0,0,1,0,1,1,\n", "bad.csv: line 1, column 10 (x3): missing field"},
        {"0,1,1,0,0,,0,1,1\n", "bad.csv: line 1, column 6 (x1): missing field"},
        {"0,1,1,0,0,1,0,1,one\n", "bad.csv: line 1, column 9 (y2): 'one' is not a number"},
        {"0,1,1,0,0,1,0,1,1 0,1\n", "bad.csv: line 1, column 9 (y2): '1 0' is not a number"},
        {"0;1;1;0;0;1;0\n", "bad.csv: line 1, column 1 (nx)"},
        {"0,1,nan,0,0,1,0\n", "bad.csv: line 1, column 3 (d): 'nan' is not finite"},
        {PLAIN "0,1,1,0,inf,1,0\n", "bad.csv: line 6, column 5 (y0): 'inf' is not finite"},
        {"0,1,1,0,0,1,1e39\n", "bad.csv: line 1, column 7 (y1): '1e39' is not finite"},
        {"0,-0,1,0,0,1,1\n", "bad.csv: line 1, columns 1-2 (nx,ny): the normal is zero"},
        {PLAIN "1e-60,0,1,0,0,1,1\n", "bad.csv: line 6, columns 1-2 (nx,ny)"},
        {"0,1,1,0,0,1,1\n\n0,1,1,0,0,1,1\n", "bad.csv: line 2: empty"},
        {"\n0,1,1,0,0,1,1\n", "bad.csv: line 1: empty"},
        {"# square\n0,1,1,0,0,1,1\n", "bad.csv: line 1, column 1 (nx): '# square'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const struct child child = eval(scratch_write_text("bad.csv", cases[i].csv), NULL);
        expect_refusal(&child, cases[i].text);
    }
}

TEST(refused_files) {
    static const char nul[] = "0,1,1,0,0,1,1\n0,1,\0,0,0,1,1\n";
    const struct {
        const char *path, *text;
    } cases[] = {
        {scratch_write("nul.csv", nul, sizeof nul - 1), "nul.csv: line 2: a NUL byte"},
        {"/dev/zero", "/dev/zero: line 1: a NUL byte"},
        {scratch_folder(), "directory"},
        {"no/such.csv", "no/such.csv: No such file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const struct child child = eval(cases[i].path, NULL);
        expect_refusal(&child, cases[i].text);
    }
    const struct child empty_input = eval("-", NULL);
    expect_refusal(&empty_input, "standard input: empty");
}

// A file that is not text is quoted so that it moves no cursor; what is UTF-8 stays readable.
TEST(quoted_bytes) {
    static const struct {
        const char *csv, *text;
    } cases[] = {
        {"0,1,\033[2J", "'\\x1b[2J' is not"},
        {"0,1,\x9b"
         "2J\x7f",
         "'\\x9b2J\\x7f' is not"},
        {"0,1,\xc2\x9b"
         "1",
         "'\\xc2\\x9b1' is not"},
        {"0,1,\xe2\x82\xac\xc3", "'\xe2\x82\xac\\xc3' is not"},
        {"0,1,\xf0\x9f\x90\x9f", "'\xf0\x9f\x90\x9f' is not"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const struct child child = eval(scratch_write_text("bytes.csv", cases[i].csv), NULL);
        expect_refusal(&child, cases[i].text);
    }
}

TEST(refused_arguments) {
    static const struct {
        const char *arguments[8], *text;
    } cases[] = {
        {{"eval", "polygon"}, "--input is missing"},
        {{"eval", "polygon", "--input"}, "--input"},
        {{"eval", "polygon", "--input", "-", "more"}, "more"},
        {{"eval", "polygon", "--mesh", "builtin:box"}, "--mesh"},
        {{"eval", "polygon", "--input", "a", "--input", "b"}, "--input is given twice: a and b"},
        {{"eval", "polygon", "--input", "-", "--kernel", "polygon/*"}, "takes one kernel"},
        {{"eval", "polygon", "--input", "-", "--kernel", "volume/auto/best"}, "no such polygon"},
        {{"eval", "polygons", "--input", "-"}, "unknown family 'polygons'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct child child = {.arguments = {NULL}};
        memcpy(child.arguments, cases[i].arguments, sizeof cases[i].arguments);
        expect_refusal(&child, cases[i].text);
    }
}
