// `buoybench eval shapes`: the library's own answers, to the bit, and strict reading of shapes.
// (test_cli_eval.c tests the rules for all CSV files.)
#include "child.h"
#include "dispatch/registry.h"
#include "number_table.h"
#include "shapes.h"
#include "solids/kinds.h"
#include "test.h"

#define HEADER "shape,a,b,c,nx,ny,nz,d\n"
// More shapes than are answered at once, so that portions are joined rightly.
#define SHAPES 2500
#define OUTPUT "volume,cx,cy,cz,wetted_area,waterplane_area\n"

static struct child eval(const char *input, const char *kernel) {
    return (struct child){
        .arguments = {"eval", "shapes", "--input", input, kernel ? "--kernel" : NULL, kernel},
    };
}

// Nine digits give the same float back.
static const char *write_questions(const struct shape_question *questions, size_t count) {
    const char *path = scratch_path("random.csv");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(HEADER, file);
    for (size_t i = 0; i < count; ++i) {
        const float *size = questions[i].shape.size;
        const struct buoy_plane p = questions[i].plane;
        fprintf(file, "%s,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n",
                buoy_kind_name(questions[i].shape.kind), (double)size[0], (double)size[1],
                (double)size[2], (double)p.normal[0], (double)p.normal[1], (double)p.normal[2],
                (double)p.d);
    }
    fclose(file);
    return path;
}

// Fails the test unless a child says these answers, bit for bit, and nothing else.
static void expect_answers(const struct child *child, const struct shape_answer *answers,
                           size_t count) {
    static double rows[SHAPES][6];
    for (size_t i = 0; i < count; ++i) {
        memcpy(rows[i], &answers[i].volume, sizeof answers[i].volume);
        rows[i][4] = answers[i].surface.wetted_area;
        rows[i][5] = answers[i].surface.waterplane_area;
    }
    expect_table(child, OUTPUT, rows[0], count);
}

TEST(same_as_library) {
    struct rng rng = rng_make("cli_eval_shapes");
    static struct shape_question questions[SHAPES];
    static struct shape_answer answers[SHAPES];
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_shapes_kernel(&i));) {
        for (size_t k = 0; k < SHAPES; ++k) {
            questions[k] = shape_question_make(&rng, shapes_kinds_of(kernel));
        }
        ask_shapes(kernel, questions, SHAPES, answers);
        const struct child child = eval(write_questions(questions, SHAPES), kernel->id);
        expect_answers(&child, answers, SHAPES);
    }
    for (size_t k = 0; k < 20; ++k) {
        questions[k] = shape_question_make(&rng, BUOY_KINDS);
    }
    ask_shapes(buoy_kernel_find("shapes/auto/best"), questions, 20, answers);
    const struct child child = eval(write_questions(questions, 20), NULL);
    expect_answers(&child, answers, 20);
}

// Answers a reader can check: half a ball, half a box, nothing, everything.
TEST(answers) {
    const struct child child = {.arguments = {"eval", "shapes", "--input", "-"},
                                .input = HEADER "sphere,1,0,0,0,0,1,0\nbox,1,2,0.5,0,0,1,0\n"
                                                " box , 1,2,3,0,0,1,-3\nbox,1,2,3,0,0,-4,13\n"};
    struct outcome outcome = child_run(&child);
    expect_success(&outcome);
    assert_string_equal(outcome.output, OUTPUT
                        "2.0943951023931953,0,0,-0.375,6.2831853071795862,3.1415926535897931\n"
                        "4,0,0,-0.25,14,8\n0,0,0,0,0,0\n48,0,0,0,88,0\n");
    outcome_free(&outcome);
}

// What the library says about whole shapes, and the numbers for a box.
TEST(whole) {
    const double rows[1][11] = {{48, 88, 1, 2, 3, 0, 0, 0, 16, 64, 144}};
    const struct child child = {.arguments = {"eval", "shapes", "--whole", "--input", "-"},
                                .input = HEADER "box,1,2,3,0,0,1,0\n"};
    expect_table(&child, "volume,area,hx,hy,hz,cx,cy,cz,sx,sy,sz\n", rows[0], 1);
    const struct child bad = {.arguments = {"eval", "shapes", "--whole", "--input", "-"},
                              .input = HEADER "box,1,0,3,0,0,1,0\n"};
    expect_refusal(&bad, "line 2, column 3 (b)");
}

TEST(no_rows) {
    const struct child child = eval(scratch_write_text("none.csv", HEADER), NULL);
    expect_answers(&child, NULL, 0);
}

TEST(refused) {
    static const struct {
        const char *csv, *text;
    } cases[] = {
        {"", "bad.csv: empty"},
        {"nx,ny,nz,d\n", "bad.csv: line 1, column 1: 'nx'"},
        {HEADER "sphere,1,0,0,0,0,1\n", "bad.csv: line 2, column 8 (d): missing"},
        {HEADER "sphere,1,0,0,0,0,1,0,0\n", "bad.csv: line 2, column 9: extra"},
        {HEADER "sphere,inf,0,0,0,0,1,0\n", "line 2, column 2 (a): 'inf' is not finite"},
        {HEADER "sphere,1,0,0,0,0,up,0\n", "line 2, column 7 (nz): 'up' is not a number"},
        {HEADER "ball,1,0,0,0,0,1,0\n",
         "line 2, column 1 (shape): 'ball' is none of box, sphere, ellipsoid, capsule, cylinder, "
         "cone"},
        {HEADER "0,1,1,1,0,0,1,0\n", "line 2, column 1 (shape): '0' is none of box"},
        {HEADER ",1,1,1,0,0,1,0\n", "line 2, column 1 (shape): '' is none of box"},
        {HEADER "mesh,1,1,1,0,0,1,0\n", "line 2, column 1 (shape): 'mesh' is none of box"},
        {HEADER "sphere,0,0,0,0,0,1,0\n", "column 2 (a): a size of a sphere must be > 0"},
        {HEADER "box,1,1,1,0,0,1,0\nbox,1,-2,1,0,0,1,0\n",
         "line 3, column 3 (b): a size of a box must be > 0"},
        {HEADER "ellipsoid,1,1,1e-60,0,0,1,0\n",
         "column 4 (c): a size of an ellipsoid must be > 0"},
        {HEADER "sphere,1,2,0,0,0,1,0\n",
         "line 2, column 3 (b): a sphere has 1 size; the others must be 0"},
        {HEADER "sphere,1,0,1e-9,0,0,1,0\n", "column 4 (c): a sphere has 1 size"},
        {HEADER "sphere,1,0,0,0,-0,0,1\n", "columns 5-7 (nx,ny,nz): the normal is zero"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const struct child child = eval(scratch_write_text("bad.csv", cases[i].csv), NULL);
        expect_refusal(&child, cases[i].text);
    }
    const char *input = scratch_write_text("boxes.csv", HEADER "sphere,1,0,0,0,0,1,0\n");
    const struct child other = eval(input, "shapes/box/scalar");
    expect_refusal(&other, "column 1 (shape): shapes/box/scalar does not answer a sphere");
}

TEST(wrong_usage) {
    const struct child missing = {.arguments = {"eval", "shapes"}};
    expect_refusal(&missing, "--input");
    const struct child unknown = {.arguments = {"eval", "shapes", "--mesh", "builtin:box"}};
    expect_refusal(&unknown, "--mesh");
    const struct child twice = {.arguments = {"eval", "shapes", "--input", "a", "--input", "b"}};
    expect_refusal(&twice, "eval shapes: --input is given twice: a and b");
    const struct child operand = {.arguments = {"eval", "shapes", "--input", "-", "more"}};
    expect_refusal(&operand, "more");
    const struct child several = eval("-", "shapes/*/scalar");
    expect_refusal(&several, "eval takes one kernel");
    const struct child other = eval("-", "box/corners/scalar");
    expect_refusal(&other, "there is no such shapes kernel");
    const struct child no_file = eval("no/such.csv", NULL);
    expect_refusal(&no_file, "no/such.csv: No such file");
}
