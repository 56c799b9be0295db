// `buoybench eval box`: the library's own answers, to the bit, and strict reading of boxes.
// (test_cli_eval.c tests the rules for all CSV files.)
#include "boxes.h"
#include "child.h"
#include "number_table.h"
#include "test.h"

#define HEADER "hx,hy,hz,nx,ny,nz,d\n"
// More boxes than are answered at once, so that portions are joined rightly.
#define BOXES 2500

static struct child eval(const char *input, const char *kernel) {
    return (struct child){
        .arguments = {"eval", "box", "--input", input, kernel ? "--kernel" : NULL, kernel},
    };
}

static const char *write_questions(const struct box_question *questions, size_t count) {
    float rows[BOXES][7];
    for (size_t i = 0; i < count; ++i) {
        memcpy(rows[i], questions[i].box.half_extent, sizeof questions[i].box.half_extent);
        memcpy(rows[i] + 3, questions[i].plane.normal, sizeof questions[i].plane.normal);
        rows[i][6] = questions[i].plane.d;
    }
    return table_write("random.csv", HEADER, rows[0], count, 7);
}

// Fails the test unless a child says these answers, bit for bit, and nothing else.
static void expect_answers(const struct child *child, const struct buoy_volume *answers,
                           size_t count) {
    expect_table(child, "volume,cx,cy,cz\n", (const double *)answers, count);
}

TEST(same_as_library) {
    struct rng rng = rng_make("cli_eval_box");
    static struct box_question questions[BOXES];
    static struct buoy_volume answers[BOXES];
    for (size_t i = 0; i < BOXES; ++i) {
        questions[i] = box_question_make(&rng);
    }
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_box_kernel(&i));) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(kernel, &info, NULL);
        const size_t count = box_questions_for(kernel, BOXES);
        ask_boxes(kernel, questions, count, answers);
        const struct child child = eval(write_questions(questions, count), info.id);
        expect_answers(&child, answers, count);
    }
    ask_boxes(buoy_kernel_find("box/auto/best"), questions, 20, answers);
    const struct child child = eval(write_questions(questions, 20), NULL);
    expect_answers(&child, answers, 20);
}

// Answers a reader can check: half a box, a corner of a cube, nothing, everything.
TEST(answers) {
    const struct child child = {.arguments = {"eval", "box", "--input", "-"},
                                .input = HEADER "1,2,0.5,0,0,1,0\n1,1,1,1,0,0,-0.5\n"
                                                "1,2,3,0,0,1,-3\n1,2,3,0,0,-4,13\n"};
    struct outcome outcome = child_run(&child);
    expect_success(&outcome);
    assert_string_equal(outcome.output, "volume,cx,cy,cz\n4,0,0,-0.25\n2,-0.75,0,0\n"
                                        "0,0,0,0\n48,0,0,0\n");
    outcome_free(&outcome);
}

TEST(no_rows) {
    const struct child child = eval(scratch_write_text("none.csv", HEADER), NULL);
    expect_answers(&child, NULL, 0);
}

TEST(voxels) {
    const char *input = scratch_write_text("one.csv", HEADER "1,1,1,0,0,1,0.5\n");
    const struct child child = {
        .arguments = {"eval", "box", "--input", input, "--kernel", "box/voxel/*", "--voxels", "2"}};
    // The upper cells' centres are at 0.5, on the water, hence dry: 4 of 8 cells.
    const struct buoy_volume answer = {4.0, {0.0, 0.0, -0.5}};
    expect_answers(&child, &answer, 1);
}

TEST(refused) {
    static const struct {
        const char *csv, *text;
    } cases[] = {
        {"", "bad.csv: empty"},
        {"nx,ny,nz,d\n", "bad.csv: line 1, column 1: 'nx'"},
        {HEADER "1,1,1,0,0,1\n", "bad.csv: line 2, column 7 (d): missing"},
        {HEADER "1,1,1,0,0,1,0,0\n", "bad.csv: line 2, column 8: extra"},
        {HEADER "1,inf,1,0,0,1,0\n", "bad.csv: line 2, column 2 (hy): 'inf' is not finite"},
        {HEADER "1,1,1,0,0,up,0\n", "bad.csv: line 2, column 6 (nz): 'up' is not a number"},
        {HEADER "0,1,1,0,0,1,0\n", "bad.csv: line 2, column 1 (hx): a half extent must be > 0"},
        {HEADER "1,1,1,0,0,1,0\n1,1,-2,0,0,1,0\n", "bad.csv: line 3, column 3 (hz): a half"},
        {HEADER "1,1e-60,1,0,0,1,0\n", "bad.csv: line 2, column 2 (hy): a half extent"},
        {HEADER "1,1,1,0,-0,0,1\n", "bad.csv: line 2, columns 4-6 (nx,ny,nz): the normal is zero"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const struct child child = eval(scratch_write_text("bad.csv", cases[i].csv), NULL);
        expect_refusal(&child, cases[i].text);
    }
}

TEST(wrong_usage) {
    const struct child missing = {.arguments = {"eval", "box"}};
    expect_refusal(&missing, "--input");
    const struct child unknown = {.arguments = {"eval", "box", "--mesh", "builtin:box"}};
    expect_refusal(&unknown, "--mesh");
    const struct child twice = {.arguments = {"eval", "box", "--input", "a", "--input", "b"}};
    expect_refusal(&twice, "eval box: --input is given twice: a and b");
    const struct child operand = {.arguments = {"eval", "box", "--input", "-", "more"}};
    expect_refusal(&operand, "more");
    const struct child voxels = {.arguments = {"eval", "box", "--input", "-", "--voxels", "0"}};
    expect_refusal(&voxels, "--voxels");
    const struct child several = eval("-", "box/c*");
    expect_refusal(&several, "eval takes one kernel");
    const struct child other = eval("-", "volume/blocks/scalar");
    expect_refusal(&other, "there is no such box kernel");
    const struct child no_file = eval("no/such.csv", NULL);
    expect_refusal(&no_file, "no/such.csv: No such file");
}
