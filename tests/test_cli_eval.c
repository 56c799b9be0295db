// `buoybench eval` of rows: the library's own answers, to the bit, from every kernel of a family.
// commands/eval_*.list have the rest, and what is refused.
#include "ask_hydrostatics.h"
#include "body.h"
#include "buoyancy_kernels.h"
#include "dispatch/registry.h"
#include "families.h"
#include "number_table.h"
#include "row_questions.h"
#include "shapes.h"
#include "test.h"

#define VOLUME "volume,cx,cy,cz\n"

enum {
    rows_most = 2500 // more than are answered at once, so that portions are joined rightly
};

// `eval` of rows in a file, about a mesh or none (NULL), by a kernel or the default one (NULL).
static struct child eval(const char *family, const char *option, const char *path, const char *mesh,
                         const struct buoy_kernel *kernel) {
    struct child child = {.arguments = {"eval", family, option, path}};
    size_t count = 4;
    if (mesh) {
        child.arguments[count++] = "--mesh";
        child.arguments[count++] = mesh;
    }
    if (kernel) {
        child.arguments[count++] = "--kernel";
        child.arguments[count++] = kernel->id;
    }
    return child;
}

// Calls a check with every kernel of a family that runs here, and with NULL.
static void for_kernels(const char *family, void (*check)(const struct buoy_kernel *kernel)) {
    const struct buoy_kernel *kernel;
    for (size_t i = 0; (kernel = next_kernel(family, &i));) {
        check(kernel);
    }
    check(NULL);
}

// ------------------------------------------------------------------------------------- meshes

static struct buoy_mesh *the_mesh;
static struct buoy_plane some_planes[rows_most];

// A mesh as the program makes it, and planes anywhere about it.
static void make_mesh(const char *builtin, const char *stream) {
    struct rng rng = rng_make(stream);
    struct body body = body_builtin(builtin);
    const struct buoy_mesh_input input = {
        .positions = body.positions,
        .vertex_count = body.vertex_count,
        .indices = body.indices,
        .triangle_count = body.triangle_count,
        .flags = BUOY_MESH_WELD | BUOY_MESH_KEEP_ALL,
        .spheres = 64, // as the program packs them for volume/spheres
    };
    assert_int_equal(buoy_mesh_create(&input, &the_mesh, NULL), BUOY_OK);
    for (size_t i = 0; i < rows_most; ++i) {
        some_planes[i] = rng_plane(&rng, the_mesh);
    }
}

static const char *write_planes(const char *header, size_t count) {
    return table_write("planes.csv", header, some_planes[0].normal, count, 4);
}

static void check_volume(const struct buoy_kernel *kernel) {
    static struct buoy_volume answers[rows_most];
    const bool counts = kernel && (strcmp(kernel->method->name, "voxel") == 0 ||
                                   strcmp(kernel->method->name, "refined") == 0);
    const size_t count = counts ? 10 : rows_most;
    if (kernel) {
        const size_t bytes = buoy_volume_scratch_bytes(kernel, the_mesh, NULL);
        void *scratch = aligned_alloc(64, (bytes / 64 + 1) * 64);
        const struct buoy_volume_query query = {.mesh = the_mesh,
                                                .planes = some_planes,
                                                .count = count,
                                                .scratch = scratch,
                                                .scratch_bytes = bytes,
                                                .kernel = kernel};
        assert_int_equal(buoy_volume_compute(&query, answers, NULL), BUOY_OK);
        free(scratch);
    } else {
        assert_int_equal(buoy_volume_compute(&(struct buoy_volume_query){.mesh = the_mesh,
                                                                         .planes = some_planes,
                                                                         .count = count},
                                             answers, NULL),
                         BUOY_OK);
    }
    const struct child child =
        eval("volume", "--planes", write_planes("nx,ny,nz,d\n", count), "builtin:star:960", kernel);
    expect_table(&child, VOLUME, &answers[0].volume, count);
}

TEST(volume) {
    make_mesh("builtin:star:960", "cli_eval");
    for_kernels("volume", check_volume);
    buoy_mesh_destroy(the_mesh);
}

// --errors adds two columns, with the bits of the library's error bounds.
TEST(errors) {
    enum {
        count = 50
    };
    make_mesh("builtin:barrel:100", "cli_eval errors");
    struct buoy_volume answers[count];
    struct buoy_volume_error errors[count];
    double rows[count][6];
    const struct buoy_volume_query query = {.mesh = the_mesh,
                                            .planes = some_planes,
                                            .count = count,
                                            .errors = errors,
                                            .kernel = buoy_kernel_find("volume/auto/best")};
    assert_int_equal(buoy_volume_compute(&query, answers, NULL), BUOY_OK);
    for (size_t i = 0; i < count; ++i) {
        memcpy(rows[i], &answers[i], sizeof answers[i]);
        memcpy(rows[i] + 4, &errors[i], sizeof errors[i]);
    }
    struct child child =
        eval("volume", "--planes", write_planes("nx,ny,nz,d\n", count), "builtin:barrel:100", NULL);
    child.arguments[6] = "--errors";
    expect_table(&child, "volume,cx,cy,cz,volume_error,centre_error\n", rows[0], count);
    buoy_mesh_destroy(the_mesh);
}

static void check_hydrostatics(const struct buoy_kernel *kernel) {
    enum {
        count = 40
    };
    struct buoy_hydrostatics answers[count];
    const struct subject subject = {kernel ? kernel : buoy_kernel_find("hydrostatics/auto/best"),
                                    the_mesh, "builtin:catamaran"};
    ask_hydrostatics_all(&subject, some_planes, count, answers);
    const struct child child =
        eval("hydrostatics", "--planes", write_planes("nx,ny,nz,d\n", count), subject.body, kernel);
    expect_table(&child,
                 "volume,cx,cy,cz,wetted_area,waterplane_area,wx,wy,wz,ixx,ixy,ixz,iyy,iyz,izz\n",
                 &answers[0].volume, count);
}

TEST(hydrostatics_and_draft) {
    make_mesh("builtin:catamaran", "cli_eval_hydrostatics");
    for_kernels("hydrostatics", check_hydrostatics);
    // From nothing to all, for drafts.
    enum {
        count = 40
    };
    struct buoy_mesh_info info;
    double answers[count];
    buoy_mesh_get_info(the_mesh, &info, NULL);
    for (size_t i = 0; i < count; ++i) {
        some_planes[i].d = (float)(info.volume * (double)i / (count - 1));
        assert_int_equal(
            buoy_draft(the_mesh,
                       (const double[3]){some_planes[i].normal[0], some_planes[i].normal[1],
                                         some_planes[i].normal[2]},
                       (double)some_planes[i].d, &answers[i], NULL, NULL),
            BUOY_OK);
    }
    const struct child child = eval("draft", "--input", write_planes("nx,ny,nz,volume\n", count),
                                    "builtin:catamaran", NULL);
    expect_table(&child, "d\n", answers, count);
    buoy_mesh_destroy(the_mesh);
}

// ------------------------------------------------------------------------- rows without a mesh

#define AREAS "area,cx,cy\n"

static struct queries the_rows; // as `verify` makes them up

// Those rows that a kernel answers, and its answers.
static void check_rows(const struct buoy_kernel *kernel) {
    static const char *const headers[] = {"volume,cx,cy,cz,wetted_area,waterplane_area\n", VOLUME,
                                          AREAS};
    static double answers[6 * rows_most];
    const struct rows *rows = the_rows.family->rows;
    const struct buoy_kernel *asked = kernel ? kernel : buoy_kernel_find(rows->kernel);
    const size_t numbers = the_rows.family->answer_bytes / sizeof(double);
    const size_t columns = numbers + rows->more_count, most = box_questions_for(asked, rows_most);
    const char *path = scratch_path("rows.csv");
    FILE *file = fopen(path, "w");
    char text[1024] = "";
    size_t count = 0;
    assert_non_null(file);
    if (rows->has_header) {
        rows_header(rows, text, sizeof text);
        fprintf(file, "%s\n", text);
    }
    for (size_t i = 0; i < rows_most && count < most; ++i) {
        if (row_question_is_for(&the_rows, i, asked)) {
            const struct row row = rows_at(&the_rows, i);
            double *answer = answers + columns * count++, more[16];
            rows_print(rows, &row, text, sizeof text);
            fprintf(file, "%s\n", text);
            assert_int_equal(
                row_questions_ask(&the_rows, asked, i, 1, answer, rows->more ? more : NULL, NULL),
                BUOY_OK);
            memcpy(answer + numbers, more, rows->more_count * sizeof *more);
        }
    }
    fclose(file);
    const struct child child = eval(the_rows.family->name, "--input", path, NULL, kernel);
    expect_table(&child, headers[columns == 6 ? 0 : columns == 4 ? 1 : 2], answers, count);
}

TEST(rows) {
    static const struct family *const families[] = {&family_box, &family_shapes_mixed,
                                                    &family_polygon, &family_basin};
    struct rng rng = rng_make("cli_eval rows");
    for (size_t f = 0; f < COUNT_OF(families); ++f) {
        const uint64_t seed = rng_bits(&rng);
        the_rows = row_questions_make(families[f], rows_most);
        for (size_t i = 0; i < rows_most; ++i) {
            double numbers[ROW_MOST];
            const size_t count =
                rows_sample(families[f]->rows, seed, i, rows_most - QUERIES_HARD, numbers);
            rows_immerse(families[f]->rows, numbers, count);
            rows_put(&the_rows, i, numbers, count);
        }
        for_kernels(families[f]->name, check_rows);
        queries_free(&the_rows);
    }
}

// A polygon of many vertices is one long row.
TEST(long_row) {
    const size_t count = 100000;
    char *text = test_alloc(32 * count);
    size_t length = (size_t)sprintf(text, "0,1,0.5,0,0,1,0,1,1");
    for (size_t i = 0; i < count; ++i) {
        length += (size_t)sprintf(text + length, ",%.9g,1", 1.0 - (double)i / (double)count);
    }
    length += (size_t)sprintf(text + length, ",0,1\n");
    const double row[3] = {0.5, 0.5, 0.25};
    const struct child child =
        eval("polygon", "--input", scratch_write("long.csv", text, length), NULL, NULL);
    expect_table(&child, AREAS, row, 1);
}

// ----------------------------------------------------------------------- water and scenes

// Nested deeper than any stack.
TEST(deep_water) {
    enum {
        depth = 200000
    };
    char *text = test_alloc(depth + 1);
    memset(text, '[', depth);
    text[depth] = '\0';
    expect_refusal(CHILD("eval", "pressure", "--mesh=builtin:box", "--water",
                         scratch_write_text("deep.json", text)),
                   "deep.json: line 1: ");
}

// Waves as `eval sea` prints them are those that a file of water has for the key "sea", in the same
// words: the same heights and velocities, bit by bit.
TEST(sea) {
    static const char *const seas[][2] = {
        {"--height=2.5 --period=8", "\"height\":2.5,\"period\":8"},
        {"--height=1 --period=6 --peakedness=1 --direction=200 --spreading=15 --waves=7 --seed=9",
         "\"height\":1,\"period\":6,\"peakedness\":1,\"direction_degrees\":200,\"spreading\":15,"
         "\"waves\":7,\"seed\":9"},
        {"--height=1 --period=6 --waves=3", "\"height\":1,\"period\":6,\"waves\":3"},
    };
    const char *points = scratch_write_text("points.csv", "x,y,z\n0,0,-1\n30,-70,0\n-500,9,-20\n");
    for (int i = 0; i < 3; ++i) {
        char words[200], text[30000], water[400];
        snprintf(words, sizeof words, "%s --depth=%d", seas[i][0], 12 * i);
        struct child child = {.arguments = {"eval", "sea"}};
        size_t word = 2, count, used;
        for (char *at = strtok(words, " "); at; at = strtok(NULL, " ")) {
            child.arguments[word++] = at;
        }
        double *waves = table_of(&child, "amplitude,wavelength,direction,phase,period\n", &count);
        assert_int_equal(count, i == 0 ? 100 : i == 1 ? 7 : 3);
        used = (size_t)snprintf(text, sizeof text,
                                "{\"kind\":\"waves\",\"depth\":%d,\"orbital\":true,"
                                "\"waves\":[",
                                12 * i);
        double energy = 0.0;
        for (size_t k = 0; k < count; ++k) {
            const double *w = waves + 5 * k;
            energy += 0.5 * w[0] * w[0];
            used += (size_t)snprintf(
                text + used, sizeof text - used,
                "%s{\"amplitude\":%.9g,\"wavelength\":%.9g,\"direction\":%.9g,\"phase\":%.9g,"
                "\"period\":%.9g}",
                k > 0 ? "," : "", w[0], w[1], w[2], w[3], w[4]);
        }
        assert_true(fabs(4.0 * sqrt(energy) / (i == 0 ? 2.5 : 1.0) - 1.0) < 1e-6);
        snprintf(text + used, sizeof text - used, "]}");
        snprintf(water, sizeof water,
                 "{\"type\":\"waves\",\"depth\":%d,\"orbital\":true,\"sea\":{%s}}", 12 * i,
                 seas[i][1]);
        const char *from_rows = scratch_write_text("rows.json", text);
        const char *from_sea = scratch_write_text("sea.json", water);
        child =
            (struct child){.arguments = {"eval", "water", "--input", points, "--water", from_rows}};
        const char *expected = child_succeed(&child).output;
        child.arguments[5] = from_sea;
        assert_string_equal(child_succeed(&child).output, expected);
        free(waves);
    }
}

// As many parts as a body may have, and one more.
TEST(many_parts) {
    for (size_t parts = 256; parts <= 257; ++parts) {
        char scene[257 * 40 + 100] = "{\"models\":{\"m\":{\"parts\":[";
        for (size_t i = 0; i < parts; ++i) {
            strcat(scene, i > 0 ? ",{\"shape\":\"box\",\"size\":[1,1,1]}"
                                : "{\"shape\":\"box\",\"size\":[1,1,1]}");
        }
        strcat(scene, "]}},\"bodies\":[{\"position\":[0,0,-5]}]}");
        const char *path = scratch_write_text("parts.json", scene);
        const struct child child = {.arguments = {"eval", "body", "--scene", path}};
        if (parts > 256) {
            expect_refusal(&child, "models.m.parts has 257 elements, not 1 to 256");
        } else {
            size_t count;
            double *row = table_of(&child, "fx,fy,fz,tx,ty,tz,volume,cx,cy,cz\n", &count);
            assert_true(fabs(row[6] - 256.0 * 8.0) <= 1e-6);
            free(row);
        }
    }
}
