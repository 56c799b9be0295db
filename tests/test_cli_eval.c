// `buoybench eval` of rows: the library's own answers, to the bit, from every kernel of a family.
// The lists in commands/ have what is refused.
#include "ask_hydrostatics.h"
#include "body.h"
#include "boxes.h"
#include "buoyancy_equilibrium.h"
#include "buoyancy_hydrodynamics.h"
#include "buoyancy_step.h"
#include "dispatch/registry.h"
#include "families.h"
#include "number_table.h"
#include "row_questions.h"
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
                                                .scratch_bytes = bytes};
        assert_int_equal(buoy_volume_with(kernel, &query, answers, NULL), BUOY_OK);
        free(scratch);
    } else {
        assert_int_equal(buoy_volume_compute(the_mesh, some_planes, count, answers, NULL), BUOY_OK);
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
    const struct buoy_volume_query query = {
        .mesh = the_mesh, .planes = some_planes, .count = count, .errors = errors};
    assert_int_equal(buoy_volume_with(buoy_kernel_find("volume/auto/best"), &query, answers, NULL),
                     BUOY_OK);
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

// From nothing to all, for drafts.
static void check_drafts(void) {
    enum {
        count = 40
    };
    struct buoy_mesh_info info;
    double answers[count];
    buoy_mesh_get_info(the_mesh, &info, NULL);
    for (size_t i = 0; i < count; ++i) {
        some_planes[i].d = (float)(info.volume * (double)i / (count - 1));
        assert_int_equal(buoy_draft(the_mesh, some_planes[i].normal, (double)some_planes[i].d,
                                    &answers[i], NULL, NULL),
                         BUOY_OK);
    }
    const struct child child = eval("draft", "--input", write_planes("nx,ny,nz,volume\n", count),
                                    "builtin:catamaran", NULL);
    expect_table(&child, "d\n", answers, count);
}

TEST(hydrostatics_and_draft) {
    make_mesh("builtin:catamaran", "cli_eval_hydrostatics");
    for_kernels("hydrostatics", check_hydrostatics);
    check_drafts();
    buoy_mesh_destroy(the_mesh);
}

#define STIFFNESS                                                                                  \
    "k00,k01,k02,k03,k04,k05,k10,k11,k12,k13,k14,k15,k20,k21,k22,k23,k24,k25,"                     \
    "k30,k31,k32,k33,k34,k35,k40,k41,k42,k43,k44,k45,k50,k51,k52,k53,k54,k55\n"
#define RADII "transverse,longitudinal,axis_x,axis_y,axis_z\n"

TEST(stiffness_and_radii) {
    enum {
        count = 8
    };
    make_mesh("builtin:barrel:96", "cli_eval stiffness");
    some_planes[6] = (struct buoy_plane){{0.0f, 0.0f, 1.0f}, -1000.0f};
    const double point[3] = {0.25, -0.5, 1.0};
    double stiffness[count][6][6], rows[count][5];
    for (int i = 0; i < count; ++i) {
        struct buoy_hydrostatics body;
        struct buoy_metacentric_radii radii;
        assert_int_equal(buoy_hydrostatics_compute(the_mesh, &some_planes[i], 1, &body, NULL),
                         BUOY_OK);
        assert_int_equal(
            buoy_stiffness(&body, some_planes[i].normal, 1000.0 * 10.0, point, stiffness[i], NULL),
            BUOY_OK);
        assert_int_equal(buoy_metacentric_radii_compute(&body, some_planes[i].normal, &radii, NULL),
                         BUOY_OK);
        rows[i][0] = radii.transverse;
        rows[i][1] = radii.longitudinal;
        memcpy(&rows[i][2], radii.axis, sizeof radii.axis);
    }
    const char *path = write_planes("nx,ny,nz,d\n", count);
    expect_table(&(struct child){.arguments = {"eval", "stiffness", "--mesh", "builtin:barrel:96",
                                               "--planes", path, "--point", "0.25,-0.5,1",
                                               "--density", "1000", "--gravity", "10"}},
                 STIFFNESS, stiffness[0][0], count);
    expect_table(&(struct child){.arguments = {"eval", "radii", "--mesh", "builtin:barrel:96",
                                               "--planes", path}},
                 RADII, rows[0], count);
    buoy_mesh_destroy(the_mesh);
}

// A corner of a unit cube, whose coordinates are floats, below a plane whose offset is none.
TEST(far_plane) {
    if (!importer_is_built()) {
        skip();
    }
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
}

// ------------------------------------------------------------------------- rows without a mesh

#define AREAS "area,cx,cy\n"

static struct queries the_rows; // as `verify` makes them up

static void make_rows(const struct family *family, uint64_t seed) {
    the_rows = row_questions_make(family, rows_most);
    for (size_t i = 0; i < rows_most; ++i) {
        double numbers[ROW_MOST];
        const size_t count = rows_sample(family->rows, seed, i, rows_most - QUERIES_HARD, numbers);
        rows_immerse(family->rows, numbers, count);
        rows_put(&the_rows, i, numbers, count);
    }
}

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
        make_rows(families[f], rng_bits(&rng));
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

#define CIRCLES "x,y,radius,nx,ny,d\n"
#define FORCES2D                                                                                   \
    "area,cx,cy,buoyancy_fx,buoyancy_fy,buoyancy_torque,drag_fx,drag_fy,drag_torque,"              \
    "lift_fx,lift_fy,lift_torque\n"

TEST(circles) {
    enum {
        COUNT = 40
    };
    struct rng rng = rng_make("cli_eval_circle");
    struct buoy_circle circles[COUNT];
    struct buoy_line lines[COUNT];
    struct buoy_area areas[COUNT];
    float rows[COUNT][6];
    for (int i = 0; i < COUNT; ++i) {
        for (int k = 0; k < 6; ++k) {
            rows[i][k] = (float)rng_between(&rng, k == 2 ? 0.1 : -2.0, 2.0);
        }
        memcpy(&circles[i], rows[i], sizeof circles[i]);
        memcpy(&lines[i], rows[i] + 3, sizeof lines[i]);
    }
    assert_int_equal(buoy_circle_compute(circles, lines, COUNT, areas, NULL), BUOY_OK);
    const char *path = table_write("circles.csv", CIRCLES, rows[0], COUNT, 6);
    expect_table(&(struct child){.arguments = {"eval", "circle", "--input", path}}, AREAS,
                 (const double *)areas, COUNT);
    expect_table(&(struct child){.arguments = {"eval", "circle", "--input", "-"}, .input = CIRCLES},
                 AREAS, NULL, 0);
}

// A disc in a disc, a disc in a polygon, a polygon in a polygon; one pool for each, and one for
// all.
TEST(pools) {
    static const float square[] = {-1, -1, 1, -1, 1, 1, -1, 1};
    static const float pool[] = {0, -3, 4, -3, 4, 0.25f, 0, 0.25f};
    const struct buoy_circle disc = {{0.25f, 0.0f}, 1.5f}, well = {{1.0f, 0.5f}, 1.0f};
    const struct buoy_polygon body = {square, 4}, water = {pool, 4};
    struct buoy_area areas[3];
    assert_int_equal(buoy_circle_in_circle(&disc, &well, &areas[0], NULL), BUOY_OK);
    assert_int_equal(buoy_circle_in_polygon(&disc, &water, &areas[1], NULL), BUOY_OK);
    assert_int_equal(buoy_polygon_in_polygon(&body, &water, &areas[2], NULL), BUOY_OK);
    assert_true(areas[2].area == 1.25);
    const char *bodies =
        scratch_write_text("bodies.csv", "0.25,0,1.5\n0.25,0,1.5\n-1,-1,1,-1,1,1,-1,1\n");
    const char *pools = scratch_write_text(
        "pools.csv", "1,0.5,1\n0,-3,4,-3,4,0.25,0,0.25\n0,-3,4,-3,4,0.25,0,0.25\n");
    expect_table(&(struct child){.arguments = {"eval", "pool", "--input", bodies, "--pool", pools}},
                 AREAS, (const double *)areas, 3);
    areas[0] = areas[1];
    expect_table(&(struct child){.arguments = {"eval", "pool", "--input", bodies, "--pool", "-"},
                                 .input = "0,-3,4,-3,4,0.25,0,0.25\n"},
                 AREAS, (const double *)areas, 3);
}

// With --forces: a disc in a disc and in a polygon, a polygon in either, and a disc below a line.
TEST(forces_in_pools) {
    static const float square[] = {-1, -1, 1, -1, 1, 1, -1, 1};
    static const float pool[] = {0, -3, 4, -3, 4, 0.25f, 0, 0.25f};
    const struct buoy_circle disc = {{0.25f, 0.0f}, 1.5f}, well = {{1.0f, 0.5f}, 1.0f};
    const struct buoy_polygon body = {square, 4}, water = {pool, 4};
    const struct buoy_line line = {{0.25f, 1.0f}, 0.5f};
    const struct buoy_motion2d motion = {.point = {0.5, 0.25},
                                         .velocity = {2.0, -1.0},
                                         .angular_velocity = 0.75,
                                         .dt = 0.125,
                                         .inverse_mass = 0.5,
                                         .inverse_inertia = 0.25};
    struct buoy_area areas[5];
    struct {
        struct buoy_force2d drag, lift;
    } f[5];
    double rows[5][9];
    buoy_circle_in_circle(&disc, &well, &areas[0], NULL);
    buoy_circle_in_polygon(&disc, &water, &areas[1], NULL);
    buoy_polygon_in_polygon(&body, &water, &areas[2], NULL);
    buoy_polygon_in_circle(&body, &well, &areas[3], NULL);
    buoy_circle_compute(&disc, &line, 1, &areas[4], NULL);
    buoy_circle_drag_in_circle(&disc, &well, &motion, 1000, 0.25, 0.5, &f[0].drag, &f[0].lift,
                               NULL);
    buoy_circle_drag_in_polygon(&disc, &water, &motion, 1000, 0.25, 0.5, &f[1].drag, &f[1].lift,
                                NULL);
    buoy_polygon_drag_in_polygon(&body, &water, &motion, 1000, 0.25, 0.5, &f[2].drag, &f[2].lift,
                                 NULL);
    buoy_polygon_drag_in_circle(&body, &well, &motion, 1000, 0.25, 0.5, &f[3].drag, &f[3].lift,
                                NULL);
    buoy_circle_drag(&disc, &line, &motion, 1000, 0.25, 0.5, &f[4].drag, &f[4].lift, NULL);
    for (int i = 0; i < 5; ++i) {
        memcpy(rows[i], &areas[i], sizeof areas[i]);
        memcpy(rows[i] + 3, &f[i], sizeof f[i]);
        assert_true(f[i].drag.force[0] < 0.0);
    }
    static const char header[] =
        "area,cx,cy,drag_fx,drag_fy,drag_torque,lift_fx,lift_fy,lift_torque\n";
    const char *bodies = scratch_write_text(
        "bodies.csv", "0.25,0,1.5\n0.25,0,1.5\n-1,-1,1,-1,1,1,-1,1\n-1,-1,1,-1,1,1,-1,1\n");
    const char *pools = scratch_write_text(
        "pools.csv", "1,0.5,1\n0,-3,4,-3,4,0.25,0,0.25\n0,-3,4,-3,4,0.25,0,0.25\n1,0.5,1\n");
    struct child child = {.arguments = {"eval", "pool", "--input", bodies, "--forces",
                                        "--point=0.5,0.25", "--velocity=2,-1", "--spin=0.75",
                                        "--step=0.125", "--mass=2", "--inertia=4", "--density=1000",
                                        "--drag=0.25", "--lift=0.5", "--pool", pools}};
    expect_table(&child, header, rows[0], 4);
    child.arguments[1] = "circle";
    child.arguments[3] = "-";
    child.arguments[14] = NULL;
    child.input = CIRCLES "0.25,0,1.5,0.25,1,0.5\n";
    expect_table(&child, header, rows[4], 1);
}

static void put(const struct buoy_force2d *force, double *row) {
    row[0] = force->force[0];
    row[1] = force->force[1];
    row[2] = force->torque;
}

TEST(forces2d) {
    static const float vertices[2][8] = {{-1, -1, 1, -1, 1, 1, -1, 1}, {0, 0, 3, -0.5f, 1, 2}};
    const struct buoy_polygon polygons[2] = {{vertices[0], 4}, {vertices[1], 3}};
    const struct buoy_line lines[2] = {{{0.25f, 1.0f}, 0.5f}, {{0.0f, 2.0f}, 1.0f}};
    const char *path =
        scratch_write_text("bodies.csv", "0.25,1,0.5,-1,-1,1,-1,1,1,-1,1\n0,2,1,0,0,3,-0.5,1,2\n");
    struct buoy_motion2d motion = {.point = {0.5, 0.25},
                                   .velocity = {2.0, -1.0},
                                   .angular_velocity = 0.75,
                                   .dt = 0.125,
                                   .inverse_mass = 0.5,
                                   .inverse_inertia = 0.25};
    double rows[2][12], simple[2][12];
    for (int i = 0; i < 2; ++i) {
        struct buoy_area area;
        struct buoy_force2d buoyancy, drag, lift;
        assert_int_equal(buoy_polygon_compute(&polygons[i], &lines[i], 1, &area, NULL), BUOY_OK);
        buoy_buoyancy2d(&area, &lines[i], 1000.0, 9.81, motion.point, &buoyancy);
        assert_int_equal(buoy_polygon_drag(&polygons[i], &lines[i], &motion, 1000.0, 0.25, 0.5,
                                           &drag, &lift, NULL),
                         BUOY_OK);
        memcpy(rows[i], &area, sizeof area);
        put(&buoyancy, rows[i] + 3);
        memcpy(simple[i], rows[i], sizeof rows[i]);
        put(&drag, rows[i] + 6);
        put(&lift, rows[i] + 9);
        buoy_simple_drag2d(&area, &motion, 1000.0, 1.0, 2.0, &drag);
        buoy_limit_drag2d(&motion, 0.5, 0.25, 0.125, &drag);
        put(&drag, simple[i] + 6);
        simple[i][9] = simple[i][10] = simple[i][11] = 0.0;
    }
    struct child child = {.arguments = {"eval", "forces2d", "--input", path, "--point=0.5,0.25",
                                        "--velocity=2,-1", "--spin=0.75", "--step=0.125",
                                        "--mass=2", "--inertia=4", "--density=1000", "--drag=0.25",
                                        "--lift=0.5"}};
    expect_table(&child, FORCES2D, rows[0], 2);
    child.arguments[11] = "--simple=1,2";
    child.arguments[12] = NULL;
    expect_table(&child, FORCES2D, simple[0], 2);
}

#define BODIES                                                                                     \
    "volume,cx,cy,cz,wetted_area,mass,body_volume,length,j00,j01,j02,j10,j11,j12,j20,j21,j22,"     \
    "x,y,z,vx,vy,vz,wx,wy,wz,ux,uy,uz,water_vx,water_vy,water_vz\n"
#define FORCES                                                                                     \
    "buoyancy_fx,buoyancy_fy,buoyancy_fz,buoyancy_tx,buoyancy_ty,buoyancy_tz,"                     \
    "drag_fx,drag_fy,drag_fz,drag_tx,drag_ty,drag_tz\n"

// --------------------------------------------------------------------------------- forces

// A row's numbers, exact in few digits.
static void make_row(struct rng *rng, double row[32]) {
    for (int k = 0; k < 32; ++k) {
        row[k] = (double)rng_below(rng, 257) / 64.0 - 2.0;
    }
    for (int k = 0; k < 9; ++k) { // symmetric, positive definite
        row[8 + k] = k % 4 == 0 ? 1.0 + k : 0.125;
    }
    row[0] = 0.5 + row[0] / 8.0;
    row[4] = 3.0 + row[4];
    row[5] = 500.0 + row[5];
    row[6] = 1.0;
    row[7] = 1.5;
    row[26] = 0.6;
    row[27] = 0.0;
    row[28] = 0.8;
}

static void ask_library(const double *v, double *row) {
    const struct buoy_submerged wet = {v[0], {v[1], v[2], v[3]}, v[4]};
    struct buoy_drag_body body = {.mass = v[5], .volume = v[6], .length = v[7]};
    const struct buoy_drag_motion motion = {
        {v[17], v[18], v[19]}, {v[20], v[21], v[22]}, {v[23], v[24], v[25]}};
    const struct buoy_drag drag = {2.0, 0.5, 0.25};
    struct buoy_force force;
    memcpy(body.inverse_inertia, v + 8, sizeof body.inverse_inertia);
    buoy_buoyancy_force(&wet, motion.centre_of_mass, v + 26, 1000.0, 9.0, &force);
    memcpy(row, &force, sizeof force);
    buoy_drag_force(&wet, &body, &motion, v + 29, 1000.0, &drag, 0.25, &force);
    memcpy(row + 6, &force, sizeof force);
}

TEST(forces) {
    struct rng rng = rng_make("cli_eval_forces");
    enum {
        COUNT = 20
    };
    double questions[COUNT][32], answers[COUNT][12];
    const char *path = scratch_path("bodies.csv");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(BODIES, file);
    for (int i = 0; i < COUNT; ++i) {
        make_row(&rng, questions[i]);
        ask_library(questions[i], answers[i]);
        for (int k = 0; k < 32; ++k) {
            fprintf(file, "%.17g%c", questions[i][k], k < 31 ? ',' : '\n');
        }
    }
    fclose(file);
    struct child child = {.arguments = {"eval", "forces", "--input", path, "--drag", "2,0.5,0.25",
                                        "--density", "1000", "--gravity", "9", "--step", "0.25"}};
    expect_table(&child, FORCES, answers[0], COUNT);
    child.arguments[12] = "--kernel";
    child.arguments[13] = "forces/catto/scalar";
    expect_table(&child, FORCES, answers[0], COUNT);
}

// --------------------------------------------------------------------------- hydrodynamics

#define HYDRODYNAMICS                                                                              \
    "drag_fx,drag_fy,drag_fz,drag_tx,drag_ty,drag_tz,"                                             \
    "coriolis_fx,coriolis_fy,coriolis_fz,coriolis_tx,coriolis_ty,coriolis_tz\n"
#define MOTIONS "surge,sway,heave,roll,pitch,yaw\n"

TEST(hydrodynamics) {
    static const double inertia[9] = {1.0, 0.0, 0.0, 0.0, 2.0, 0.5, 0.0, 0.5, 3.0};
    static const double origin[3] = {0.0, 0.0, 0.0}, centre[3] = {0.25, 0.0, -0.5};
    static const double velocities[2][6] = {{2, 0.5, 0, 0, 0, 0.1}, {-1, 3, 0.25, 1, -2, 0.5}};
    struct buoy_hydrodynamics body = buoy_hydrodynamics_default();
    struct buoy_hydrodynamic_motion motion = buoy_hydrodynamic_motion_default();
    struct buoy_hydrodynamic_forces forces;
    double rows[2][12];
    for (int i = 0; i < 6; ++i) {
        body.linear[i][i] = 5.0 + i;
        body.quadratic[i][i] = 0.5;
        body.added_mass[i][i] = 4.0;
    }
    body.added_mass[1][5] = body.added_mass[5][1] = 1.5;
    buoy_mass_matrix(20.0, centre, inertia, origin, motion.mass);
    motion.share = 0.5;
    motion.dt = 0.25;
    for (int i = 0; i < 2; ++i) {
        memcpy(motion.velocity, velocities[i], sizeof velocities[i]);
        assert_int_equal(buoy_hydrodynamics_compute(&body, &motion, &forces, NULL), BUOY_OK);
        memcpy(rows[i], forces.drag, sizeof forces.drag);
        memcpy(rows[i] + 6, forces.coriolis, sizeof forces.coriolis);
    }
    const char *file = scratch_write_text(
        "rov.json", "{\"linear\":[5,6,7,8,9,10],\"quadratic\":[0.5,0.5,0.5,0.5,0.5,0.5],\n"
                    "\"added_mass\":[4,0,0,0,0,0, 0,4,0,0,0,1.5, 0,0,4,0,0,0, 0,0,0,4,0,0,\n"
                    "0,0,0,0,4,0, 0,1.5,0,0,0,4],\"mass\":20,\"centre_of_mass\":[0.25,0,-0.5],\n"
                    "\"inertia\":[1,2,3,0,0,0.5]}");
    expect_table(&(struct child){.arguments = {"eval", "hydrodynamics", "--body", file, "--input",
                                               "-", "--share", "0.5", "--step", "0.25"},
                                 .input = MOTIONS "2,0.5,0,0,0,0.1\n-1,3,0.25,1,-2,0.5\n"},
                 HYDRODYNAMICS, rows[0], 2);
}
