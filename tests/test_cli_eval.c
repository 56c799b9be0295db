// `buoybench eval`: the library's own answers, to the bit; strict reading of planes; open meshes.
#include "buoyancy.h"
#include "child.h"
#include "meshes/meshes.h"
#include "rng.h"
#include "test.h"

#define HEADER "nx,ny,nz,d\n"

static struct child eval(const char *mesh, const char *planes, const char *kernel) {
    return (struct child){
        .arguments = {"eval", "volume", "--mesh", mesh, "--planes", planes,
                      kernel ? "--kernel" : NULL, kernel},
    };
}

// -------------------------------------------------------------------------------- answers

static struct buoy_mesh *make_mesh(const char *specification) {
    struct mesh_data data;
    struct buoy_error error;
    struct buoy_mesh *mesh;
    assert_int_equal(mesh_data_load(specification, &data, &error), BUOY_OK);
    const struct buoy_mesh_input input = {
        .positions64 = data.positions,
        .vertex_count = data.vertex_count,
        .indices = data.indices,
        .triangle_count = data.triangle_count,
        .flags = BUOY_MESH_WELD,
        .spheres = 64, // as the program packs them for volume/spheres
    };
    assert_int_equal(buoy_mesh_create(&input, &mesh, &error), BUOY_OK);
    mesh_data_free(&data);
    return mesh;
}

// Seventeen digits give the same number back.
static const char *write_planes(const struct buoy_plane *planes, size_t count) {
    const char *path = scratch_path("random.csv");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(HEADER, file);
    for (size_t i = 0; i < count; ++i) {
        fprintf(file, "%.17g,%.17g,%.17g,%.17g\n", (double)planes[i].normal[0],
                (double)planes[i].normal[1], (double)planes[i].normal[2], (double)planes[i].d);
    }
    fclose(file);
    return path;
}

static void ask_library(const char *id, const struct buoy_mesh *mesh,
                        const struct buoy_plane *planes, size_t count,
                        struct buoy_volume *results) {
    const struct buoy_kernel *kernel = buoy_kernel_find(id);
    const size_t bytes = buoy_volume_scratch_bytes(kernel, mesh, NULL);
    void *scratch = aligned_alloc(64, (bytes / 64 + 1) * 64);
    const struct buoy_volume_query query = {
        .mesh = mesh, .planes = planes, .count = count, .scratch = scratch, .scratch_bytes = bytes};
    assert_int_equal(buoy_volume_with(kernel, &query, results, NULL), BUOY_OK);
    free(scratch);
}

// Fails the test unless the CSV says these answers, bit for bit, and nothing else.
static void expect_answers(const char *csv, const struct buoy_volume *answers, size_t count) {
    static const char header[] = "volume,cx,cy,cz\n";
    assert_memory_equal(csv, header, strlen(header));
    const char *row = csv + strlen(header);
    for (size_t i = 0; i < count; ++i) {
        struct buoy_volume read;
        int length = 0;
        assert_int_equal(sscanf(row, "%lf,%lf,%lf,%lf%n", &read.volume, &read.centre[0],
                                &read.centre[1], &read.centre[2], &length),
                         4);
        assert_memory_equal(&read, &answers[i], sizeof read);
        assert_int_equal(row[length], '\n');
        row += length + 1;
    }
    assert_int_equal(*row, '\0');
}

// More planes than are answered at once, so that portions are joined rightly.
#define PLANES 2500

// --errors adds two columns, with the bits of the library's error bounds.
TEST(errors) {
    struct rng rng = rng_make("cli_eval errors");
    struct buoy_mesh *mesh = make_mesh("builtin:barrel:100");
    struct buoy_plane planes[50];
    struct buoy_volume answers[50];
    struct buoy_volume_error errors[50];
    for (size_t i = 0; i < 50; ++i) {
        planes[i] = rng_plane(&rng, mesh);
    }
    const struct buoy_volume_query query = {
        .mesh = mesh, .planes = planes, .count = 50, .errors = errors};
    assert_int_equal(buoy_volume_with(buoy_kernel_find("volume/auto/best"), &query, answers, NULL),
                     BUOY_OK);
    struct outcome outcome =
        child_run(&(struct child){.arguments = {"eval", "volume", "--mesh", "builtin:barrel:100",
                                                "--planes", write_planes(planes, 50), "--errors"}});
    expect_success(&outcome);
    static const char header[] = "volume,cx,cy,cz,volume_error,centre_error\n";
    assert_memory_equal(outcome.output, header, strlen(header));
    const char *row = outcome.output + strlen(header);
    for (size_t i = 0; i < 50; ++i, row = strchr(row, '\n') + 1) {
        struct buoy_volume read;
        struct buoy_volume_error error;
        assert_int_equal(sscanf(row, "%lf,%lf,%lf,%lf,%lf,%lf", &read.volume, &read.centre[0],
                                &read.centre[1], &read.centre[2], &error.volume, &error.centre),
                         6);
        assert_memory_equal(&read, &answers[i], sizeof read);
        assert_memory_equal(&error, &errors[i], sizeof error);
    }
    assert_string_equal(row, "");
    outcome_free(&outcome);
    buoy_mesh_destroy(mesh);
}

// For every kernel, the program prints exactly the library's answers.
TEST(same_as_library) {
    struct rng rng = rng_make("cli_eval");
    struct buoy_mesh *mesh = make_mesh("builtin:star:960");
    static struct buoy_plane planes[PLANES];
    static struct buoy_volume answers[PLANES];
    for (size_t i = 0; i < PLANES; ++i) {
        planes[i] = rng_plane(&rng, mesh);
    }
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(buoy_kernel_at(i), &info, NULL);
        if (!info.runnable || strcmp(info.family, "volume") != 0) {
            continue;
        }
        const bool counts =
            strcmp(info.method, "voxel") == 0 || strcmp(info.method, "refined") == 0;
        const size_t count = counts ? 10 : PLANES;
        ask_library(info.id, mesh, planes, count, answers);
        const struct child child = eval("builtin:star:960", write_planes(planes, count), info.id);
        struct outcome outcome = child_run(&child);
        expect_success(&outcome);
        expect_answers(outcome.output, answers, count);
        outcome_free(&outcome);
    }
    buoy_mesh_destroy(mesh);
}

// Without --kernel the answer is buoy_volume_compute()'s.
TEST(default_kernel) {
    struct rng rng = rng_make("cli_eval_default");
    struct buoy_mesh *mesh = make_mesh("builtin:torus");
    struct buoy_plane planes[20];
    struct buoy_volume answers[20];
    for (size_t i = 0; i < 20; ++i) {
        planes[i] = rng_plane(&rng, mesh);
    }
    assert_int_equal(buoy_volume_compute(mesh, planes, 20, answers, NULL), BUOY_OK);
    const struct child child = eval("builtin:torus", write_planes(planes, 20), NULL);
    struct outcome outcome = child_run(&child);
    expect_success(&outcome);
    expect_answers(outcome.output, answers, 20);
    outcome_free(&outcome);
    buoy_mesh_destroy(mesh);
}

// All deterministic variants of `blocks` print the same bytes.
TEST(variants_print_the_same) {
    struct rng rng = rng_make("cli_eval_variants");
    struct buoy_mesh *mesh = make_mesh("builtin:wigley:1300");
    static struct buoy_plane planes[500];
    for (size_t i = 0; i < 500; ++i) {
        planes[i] = rng_plane(&rng, mesh);
    }
    const char *path = write_planes(planes, 500);
    struct outcome first = {.exit_code = -1};
    for (size_t i = 0; i < buoy_kernel_count(); ++i) {
        struct buoy_kernel_info info;
        buoy_kernel_get_info(buoy_kernel_at(i), &info, NULL);
        if (strcmp(info.family, "volume") != 0 || strcmp(info.method, "blocks") != 0 ||
            !info.deterministic || !info.runnable) {
            continue;
        }
        const struct child child = eval("builtin:wigley:1300", path, info.id);
        struct outcome outcome = child_run(&child);
        expect_success(&outcome);
        if (!first.output) {
            first = outcome;
        } else {
            assert_string_equal(outcome.output, first.output);
            outcome_free(&outcome);
        }
    }
    assert_non_null(first.output);
    const struct child child = eval("builtin:wigley:1300", path, "volume/blocks/best");
    struct outcome best = child_run(&child);
    expect_success(&best);
    assert_string_equal(best.output, first.output);
    outcome_free(&best);
    outcome_free(&first);
    buoy_mesh_destroy(mesh);
}

// -------------------------------------------------------------------------------- reading

// Ways of writing the same two planes.
TEST(tolerated_csv) {
    static const char plain[] = HEADER "0,0,1,0.1\n-1,2.5,1e-3,-0.25\n";
    static const char *const same[] = {
        "nx,ny,nz,d\r\n0,0,1,0.1\r\n-1,2.5,1e-3,-0.25\r\n",
        "\xEF\xBB\xBFnx,ny,nz,d\n0,0,1,0.1\n-1,2.5,1e-3,-0.25\n",
        " nx , ny,\tnz ,d \n 0, 0 ,1,\t0.1\n-1,2.5,1e-3,-0.25  \n",
        "nx,ny,nz,d\n0,0,1,0.1\n-1,2.5,1e-3,-0.25",
        "nx,ny,nz,d\n0,0,1,0.1\n-1,2.5,1e-3,-0.25\n\n \r\n\n",
        "nx,ny,nz,d\n-0,0.0,+1,.1\n-1.,25e-1,0.001,-.25\n",
        "nx,ny,nz,d\n0,0,1,0.1000000000000000055511151231257827\n-1,2.5,1e-3,-0.25\n",
    };
    const struct child child = {
        .arguments = {"eval", "volume", "--mesh", "builtin:box", "--planes", "-"}, .input = plain};
    struct outcome wanted = child_run(&child);
    expect_success(&wanted);
    for (size_t i = 0; i < sizeof same / sizeof same[0]; ++i) {
        const struct child other =
            eval("builtin:box", scratch_write_text("same.csv", same[i]), NULL);
        struct outcome outcome = child_run(&other);
        expect_success(&outcome);
        assert_string_equal(outcome.output, wanted.output);
        outcome_free(&outcome);
    }
    outcome_free(&wanted);
}

// No queries, no answers: just the header.
TEST(no_rows) {
    const struct child child = eval("builtin:box", scratch_write_text("none.csv", HEADER), NULL);
    struct outcome outcome = child_run(&child);
    expect_success(&outcome);
    assert_string_equal(outcome.output, "volume,cx,cy,cz\n");
    outcome_free(&outcome);
}

TEST(refused_csv) {
    static const struct {
        const char *csv, *text;
    } cases[] = {
        {"", "bad.csv: empty"},
        {"nx,ny,nz\n", "bad.csv: line 1, column 4"},
        {"nx,ny,nz,d,e\n", "bad.csv: line 1, column 5"},
        {"nx,ny,d,nz\n", "bad.csv: line 1, column 3: 'd'"},
        {"NX,ny,nz,d\n", "bad.csv: line 1, column 1: 'NX'"},
        {"nx;ny;nz;d\n", "bad.csv: line 1, column 1"},
        {"0,0,1,0\n", "bad.csv: line 1, column 1: '0'"},
        {HEADER "0,0,1,0\n0,0,1\n", "bad.csv: line 3, column 4 (d): missing"},
        {HEADER "0,0,1,\n", "bad.csv: line 2, column 4 (d): missing"},
        {HEADER ",0,1,0\n", "bad.csv: line 2, column 1 (nx): missing"},
        {HEADER "0,0,1,0,0\n", "bad.csv: line 2, column 5: extra"},
        {HEADER "0,0,1,0,\n", "bad.csv: line 2, column 5: extra"},
        {HEADER "0,0,up,0\n", "bad.csv: line 2, column 3 (nz): 'up' is not a number"},
        {HEADER "0,0,1 2,0\n", "bad.csv: line 2, column 3 (nz): '1 2' is not a number"},
        {HEADER "0,0,1.5x,0\n", "bad.csv: line 2, column 3 (nz): '1.5x' is not a number"},
        {HEADER "0,0,\"1\",0\n", "bad.csv: line 2, column 3 (nz)"},
        {HEADER "nan,0,1,0\n", "bad.csv: line 2, column 1 (nx): 'nan' is not finite"},
        {HEADER "0,0,1,-inf\n", "bad.csv: line 2, column 4 (d): '-inf' is not finite"},
        {HEADER "0,0,1,1.8e308\n", "bad.csv: line 2, column 4 (d): '1.8e308' is not finite"},
        {HEADER "0,0,0,1\n", "bad.csv: line 2, columns 1-3 (nx,ny,nz): the normal is zero"},
        {HEADER "0,0,1,1\n-0,0e-60,0,1\n", "bad.csv: line 3, columns 1-3 (nx,ny,nz)"},
        {HEADER "0,0,1,1\n\n0,0,1,1\n", "bad.csv: line 3: empty"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const struct child child =
            eval("builtin:box", scratch_write_text("bad.csv", cases[i].csv), NULL);
        expect_refusal(&child, cases[i].text);
    }
}

TEST(refused_files) {
    static const char nul[] = HEADER "0,0,1,0\n0,0,\0,1\n";
    static char endless[100000];
    memset(endless, '1', sizeof endless);
    const struct {
        const char *path, *text;
    } cases[] = {
        {scratch_write("nul.csv", nul, sizeof nul - 1), "nul.csv: line 3: a NUL byte"},
        {scratch_write("endless.csv", endless, sizeof endless), "endless.csv: line 1: longer"},
        {"/dev/zero", "/dev/zero: line 1: a NUL byte"},
        {scratch_write("le.csv", "\xFF\xFEn\0x\0", 6), "le.csv: line 1: UTF-16 text; save it"},
        {scratch_write("be.csv", "\xFE\xFF\0n\0x", 6), "be.csv: line 1: UTF-16 text"},
        {scratch_write("bare.csv", "n\0x\0", 4), "bare.csv: line 1: UTF-16 text"},
        {scratch_folder(), "directory"},
        {"no/such.csv", "no/such.csv: No such file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const struct child child = eval("builtin:box", cases[i].path, NULL);
        expect_refusal(&child, cases[i].text);
    }
    const struct child empty_input = eval("builtin:box", "-", NULL);
    expect_refusal(&empty_input, "standard input: empty");
}

TEST(one_kernel) {
    const struct child several = eval("builtin:box", "-", "volume/catto*");
    expect_refusal(&several, "eval takes one kernel");
    const struct child none = eval("builtin:box", "-", "volume/catto");
    expect_refusal(&none, "volume/catto");
}

// ---------------------------------------------------------------------------- open meshes

// A unit cube on the plane z = 0 without its lid: open above.
#define OPEN_BOX                                                                                   \
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"                     \
    "f 1 3 2\nf 1 4 3\nf 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n"

// An open mesh is refused; with --open-ok it answers while its open edges are dry, else `nan`.
TEST(open_mesh) {
    if (!importer_is_built()) {
        skip();
    }
    const char *mesh = scratch_write_text("open.obj", OPEN_BOX);
    const char *planes = scratch_write_text("levels.csv", HEADER "0,0,1,0.5\n0,0,1,2\n0,0,1,-1\n");
    const struct child strict = eval(mesh, planes, NULL);
    expect_refusal(&strict, "open.obj");
    const struct child lenient = {
        .arguments = {"eval", "volume", "--mesh", mesh, "--planes", planes, "--open-ok"}};
    struct outcome outcome = child_run(&lenient);
    expect_success(&outcome);
    assert_string_equal(outcome.output, "volume,cx,cy,cz\n0.5,0.5,0.5,0.25\nnan,nan,nan,nan\n"
                                        "0,0.5,0.5,0.5\n");
    outcome_free(&outcome);
}

// With --close it answers everywhere, and stderr says how much the lid is; a closed mesh needs
// none.
TEST(closed_mesh) {
    if (!importer_is_built()) {
        skip();
    }
    const char *planes =
        scratch_write_text("levels.csv", HEADER "0,0,1,0.5\n0,0,1,2\n0,0,-1,-.75\n");
    struct child child = {.arguments = {"eval", "volume", "--planes", planes, "--close", "--mesh",
                                        scratch_write_text("open.obj", OPEN_BOX)}};
    struct outcome outcome = child_run(&child);
    assert_int_equal(outcome.exit_code, 0);
    assert_string_equal(outcome.output, "volume,cx,cy,cz\n0.5,0.5,0.5,0.25\n1,0.5,0.5,0.5\n"
                                        "0.25,0.5,0.5,0.875\n");
    assert_non_null(strstr(outcome.error, "open.obj: closed 1 loop of 4 open edges, 4 long: 4 "
                                          "triangles more, 16.7 % of the area, 16.7 % of the "
                                          "volume; "));
    outcome_free(&outcome);
    child.arguments[6] = "builtin:box";
    outcome = child_run(&child);
    expect_success(&outcome);
    outcome_free(&outcome);
}

// A mesh wound inward is refused; --repair turns it.
TEST(inward_mesh) {
    if (!importer_is_built()) {
        skip();
    }
    static const char inward[] =
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 4 3\n";
    const char *mesh = scratch_write_text("inward.obj", inward);
    const char *planes = scratch_write_text("deep.csv", HEADER "0,0,1,2\n");
    const struct child strict = eval(mesh, planes, NULL);
    expect_refusal(&strict, "inward");
    const struct child repaired = {
        .arguments = {"eval", "volume", "--mesh", mesh, "--planes", planes, "--repair"}};
    struct outcome outcome = child_run(&repaired);
    expect_success(&outcome);
    double volume;
    assert_int_equal(sscanf(outcome.output, "volume,cx,cy,cz\n%lf", &volume), 1);
    // Exactly 1/6, but for a few roundings in double.
    assert_true(volume > (1 - 1e-15) / 6 && volume < (1 + 1e-15) / 6);
    outcome_free(&outcome);
}

// A corner of a unit cube, whose coordinates are floats, below a plane whose offset is none.
TEST(far_plane) {
    const char *mesh = scratch_write_text("far.obj", "v 388096 3948996 0\nv 388097 3948996 0\n"
                                                     "v 388096 3948997 0\nv 388096 3948996 1\n"
                                                     "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    const char *planes = scratch_write_text("far.csv", "nx,ny,nz,d\n.1,.1,1,433709.35\n");
    struct outcome outcome = child_run(&(struct child){
        .arguments = {"eval", "volume", "--mesh", mesh, "--planes", planes, "--errors"}});
    assert_int_equal(outcome.exit_code, 0);
    const char *row = strchr(outcome.output, '\n') + 1;
    const double volume = strtod(row, NULL);
    const char *last = row;
    for (int i = 0; i < 4; ++i) {
        last = strchr(last, ',') + 1;
    }
    const double error = strtod(last, NULL);
    // n·x = d cuts .15 of the way up: exactly, of the decimals.
    assert_true(fabs(volume - 0.0403035) < 1e-6);
    assert_true(error > 0.0 && error < 1e-6);
    outcome_free(&outcome);
}
