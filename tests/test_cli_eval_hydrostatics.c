// `buoybench eval hydrostatics` and `eval draft`: the library's own answers, to the bit; refusals
// by line and column; open meshes.
#include "ask_hydrostatics.h"
#include "body.h"
#include "child.h"
#include "dispatch/registry.h"
#include "rng.h"
#include "test.h"

static const char header[] =
    "volume,cx,cy,cz,wetted_area,waterplane_area,wx,wy,wz,ixx,ixy,ixz,iyy,iyz,izz\n";

static struct child eval(const char *family, const char *mesh, const char *option,
                         const char *queries) {
    return (struct child){.arguments = {"eval", family, "--mesh", mesh, option, queries}};
}

// Seventeen digits give the same number back. `last`: the fourth column's name.
static const char *write_queries(const char *last, const struct buoy_plane *planes, size_t count) {
    const char *path = scratch_path("queries.csv");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "nx,ny,nz,%s\n", last);
    for (size_t i = 0; i < count; ++i) {
        fprintf(file, "%.17g,%.17g,%.17g,%.17g\n", (double)planes[i].normal[0],
                (double)planes[i].normal[1], (double)planes[i].normal[2], (double)planes[i].d);
    }
    fclose(file);
    return path;
}

// Reads `count` rows of `columns` numbers behind a header; there may be nothing else.
static void read_rows(const char *csv, const char *expected_header, double *numbers, size_t count,
                      size_t columns) {
    assert_memory_equal(csv, expected_header, strlen(expected_header));
    const char *p = csv + strlen(expected_header);
    for (size_t i = 0; i < count * columns; ++i) {
        char *end;
        numbers[i] = strtod(p, &end);
        assert_true(end != p && *end == (i % columns + 1 < columns ? ',' : '\n'));
        p = end + 1;
    }
    assert_string_equal(p, "");
}

enum {
    count = 40
};
static struct buoy_plane planes[count];

static struct subject make_subject(const char *builtin, const char *stream) {
    struct rng rng = rng_make(stream);
    struct body body = body_builtin(builtin);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = builtin};
    for (size_t i = 0; i < count; ++i) {
        planes[i] = rng_plane(&rng, subject.mesh);
    }
    body_free(&body);
    return subject;
}

// ------------------------------------------------------------------------------- hydrostatics

TEST(same_as_library) {
    struct subject subject = make_subject("builtin:catamaran", "cli_eval_hydrostatics");
    const char *path = write_queries("d", planes, count);
    for (size_t i = 0; (subject.kernel = next_hydrostatics_kernel(&i));) {
        struct buoy_hydrostatics answers[count], read[count];
        ask_hydrostatics_all(&subject, planes, count, answers);
        struct child child = eval("hydrostatics", subject.body, "--planes", path);
        if (strcmp(subject.kernel->id, "hydrostatics/auto/best") != 0) { // which is the default
            child.arguments[6] = "--kernel";
            child.arguments[7] = subject.kernel->id;
        }
        struct outcome outcome = child_run(&child);
        expect_success(&outcome);
        read_rows(outcome.output, header, &read[0].volume, count, 15);
        assert_memory_equal(read, answers, sizeof answers);
        outcome_free(&outcome);
    }
    buoy_mesh_destroy(subject.mesh);
}

TEST(no_rows) {
    const char *path = write_queries("d", planes, 0);
    const struct child child = eval("hydrostatics", "builtin:box", "--planes", path);
    struct outcome outcome = child_run(&child);
    expect_success(&outcome);
    assert_string_equal(outcome.output, header);
    outcome_free(&outcome);
}

// A box without its lid, floating upright and sunk.
static const char open_box[] =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    "f 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

TEST(open_mesh) {
    if (!importer_is_built()) {
        skip();
    }
    const char *mesh = scratch_write_text("open.obj", open_box);
    const char *path = scratch_write_text("planes.csv", "nx,ny,nz,d\n0,0,1,0.5\n0,0,1,1.5\n");
    struct child child = eval("hydrostatics", mesh, "--planes", path);
    expect_refusal(&child, "4 open");
    child.arguments[6] = "--open-ok";
    struct outcome outcome = child_run(&child);
    expect_success(&outcome);
    char expected[400];
    snprintf(expected, sizeof expected, "%s0.5,0.5,0.5,0.25,3,1,0.5,0.5,0.5,%s\n%s\n", header,
             "0.083333333333333329,0,0,0.083333333333333329,0,0",
             "nan,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan");
    assert_string_equal(outcome.output, expected);
    outcome_free(&outcome);
}

TEST(refusals) {
    static const struct {
        const char *csv, *text;
    } cases[] = {
        {"nx,ny,nz,volume\n0,0,1,0\n", "line 1"},
        {"nx,ny,nz,d\n0,0,1,0\n0,0,0,1\n", "line 3, columns 1-3 (nx,ny,nz): the normal is zero"},
        {"nx,ny,nz,d\n0,0,one,0\n", "line 2, column 3"},
        {"nx,ny,nz,d\n0,0,1\n", "line 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const char *path = scratch_write_text("bad.csv", cases[i].csv);
        const struct child child = eval("hydrostatics", "builtin:box", "--planes", path);
        expect_refusal(&child, cases[i].text);
    }
    const char *path = write_queries("d", planes, 0);
    const struct child kernel = {.arguments = {"eval", "hydrostatics", "--mesh", "builtin:box",
                                               "--planes", path, "--kernel",
                                               "volume/catto/scalar"}};
    expect_refusal(&kernel, "volume/catto/scalar");
    const struct child missing = {.arguments = {"eval", "hydrostatics", "--mesh", "builtin:box"}};
    expect_refusal(&missing, "eval hydrostatics: --planes is missing");
    const struct child voxels = {.arguments = {"eval", "hydrostatics", "--voxels", "4"}};
    expect_refusal(&voxels, "--voxels");
}

// --------------------------------------------------------------------------------------- draft

TEST(drafts_of_library) {
    struct subject subject = make_subject("builtin:catamaran", "cli_eval_draft");
    struct buoy_mesh_info info;
    buoy_mesh_get_info(subject.mesh, &info, NULL);
    double answers[count], read[count];
    for (size_t i = 0; i < count; ++i) {
        const float normal[3] = {planes[i].normal[0], planes[i].normal[1], planes[i].normal[2]};
        planes[i].d = (float)(info.volume * (double)i / (count - 1)); // from nothing to all
        assert_int_equal(
            buoy_draft(subject.mesh, normal, (double)planes[i].d, &answers[i], NULL, NULL),
            BUOY_OK);
    }
    const struct child child =
        eval("draft", subject.body, "--input", write_queries("volume", planes, count));
    struct outcome outcome = child_run(&child);
    expect_success(&outcome);
    read_rows(outcome.output, "d\n", read, count, 1);
    assert_memory_equal(read, answers, sizeof answers);
    outcome_free(&outcome);
    buoy_mesh_destroy(subject.mesh);
}

// Nothing is printed of the rows before.
TEST(draft_refusals) {
    static const struct {
        const char *csv, *text;
    } cases[] = {
        {"nx,ny,nz,volume\n0,0,1,0.5\n0,0,1,1.00001\n",
         "bad.csv: line 3, column 4 (volume): 1.00001"},
        {"nx,ny,nz,volume\n0,0,1,-1e-9\n", "bad.csv: line 2, column 4 (volume): -1e-09"},
        {"nx,ny,nz,volume\n0,0,0,0.5\n", "bad.csv: line 2, columns 1-3 (nx,ny,nz)"},
        {"nx,ny,nz,volume\n0,0,1,nan\n", "bad.csv: line 2, column 4"},
        {"nx,ny,nz,d\n0,0,1,0\n", "bad.csv: line 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const char *path = scratch_write_text("bad.csv", cases[i].csv);
        const struct child child = eval("draft", "builtin:box", "--input", path);
        expect_refusal(&child, cases[i].text);
    }
    const struct child missing = {.arguments = {"eval", "draft", "--mesh", "builtin:box"}};
    expect_refusal(&missing, "eval draft: --input is missing");
    const struct child twice = {
        .arguments = {"eval", "draft", "--mesh", "builtin:box", "--input", "a", "--input", "b"}};
    expect_refusal(&twice, "eval draft: --input is given twice: a and b");
}

TEST(draft_of_open_mesh) {
    if (!importer_is_built()) {
        skip();
    }
    const char *mesh = scratch_write_text("open.obj", open_box);
    const char *path = scratch_write_text(
        "drafts.csv", "nx,ny,nz,volume\n0,0,1,0\n0,0,2,0.5\n0,0,1,1\n0,0,1,1.5\n0,0,-1,0.5\n");
    struct child child = eval("draft", mesh, "--input", path);
    expect_refusal(&child, "4 open");
    child.arguments[6] = "--open-ok";
    struct outcome outcome = child_run(&child);
    expect_success(&outcome);
    assert_string_equal(outcome.output, "d\n0\n1\n1\nnan\nnan\n");
    outcome_free(&outcome);
}
