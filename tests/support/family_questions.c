#include "family_questions.h"

#include "ask_hydrostatics.h"
#include "buoyancy_water.h"
#include "crowd.h"
#include "pressing_corpus.h"
#include "shapes.h"
#include "solids/kinds.h"
#include "stepping.h"
#include "test.h"

struct corpus family_corpus;

struct box_question family_boxes[family_box_count];

struct outline_question family_polygons[family_polygon_count];

enum {
    surface_count = 3000,
    crowd_count = 15,    // of crowd_most bodies each
    stepping_count = 15, // of stepping_most bodies each
};

static const char *const pressing_names[pressing_fields] = {
    "fx",      "fy",      "fz",      "tx",      "ty",      "tz",     "wetted_area",
    "drag fx", "drag fy", "drag fz", "drag tx", "drag ty", "drag tz"};
static const char *const force_names[force_fields] = {"fx",      "fy",      "fz",      "tx",
                                                      "ty",      "tz",      "drag fx", "drag fy",
                                                      "drag fz", "drag tx", "drag ty", "drag tz"};
static const char *const step_names[step_fields] = {
    "fx",      "fy",      "fz",      "tx",     "ty", "tz", "drag fx", "drag fy",    "drag fz",
    "drag tx", "drag ty", "drag tz", "volume", "cx", "cy", "cz",      "wetted area"};
static const char *const field_names[hydrostatics_fields] = {
    "volume", "cx", "cy", "cz", "wetted area", "waterplane area", "wx", "wy", "wz", "xx",
    "xy",     "xz", "yy", "yz", "zz"};

_Static_assert(sizeof(struct buoy_hydrostatics) == hydrostatics_fields * sizeof(double),
               "fields alone");
_Static_assert(sizeof(struct buoy_body_forces) == step_fields * sizeof(double), "fields alone");
_Static_assert(sizeof(struct buoy_pressure) == pressing_fields * sizeof(double), "fields alone");

static struct answer_bits bits_of(const struct buoy_volume *answer) {
    const double values[volume_fields] = {answer->volume, answer->centre[0], answer->centre[1],
                                          answer->centre[2]};
    struct answer_bits bits = {{0}};
    memcpy(bits.field, values, sizeof values);
    return bits;
}

// The answers to mesh m's planes begin at m × corpus_planes.
static void ask_meshes(const struct buoy_kernel *kernel, struct answer_bits *answers) {
    for (size_t m = 0; m < family_corpus.count; ++m) {
        const struct corpus_mesh *mesh = &family_corpus.meshes[m];
        const struct subject subject = {kernel, mesh->mesh, mesh->name};
        const size_t count = questions_about(mesh->mesh, kernel, corpus_planes);
        struct buoy_volume results[corpus_planes];
        ask_open(&subject, mesh->planes, count, results);
        for (size_t k = 0; k < count; ++k) {
            answers[m * corpus_planes + k] = bits_of(&results[k]);
        }
    }
}

static void ask_for_hydrostatics(const struct buoy_kernel *kernel, struct answer_bits *answers) {
    for (size_t m = 0; m < family_corpus.count; ++m) {
        const struct corpus_mesh *mesh = &family_corpus.meshes[m];
        const struct subject subject = {kernel, mesh->mesh, mesh->name};
        const size_t count = questions_about(mesh->mesh, kernel, corpus_planes);
        struct buoy_hydrostatics results[corpus_planes];
        ask_hydrostatics_open(&subject, mesh->planes, count, results);
        for (size_t k = 0; k < count; ++k) {
            memcpy(answers[m * corpus_planes + k].field, &results[k], sizeof results[k]);
        }
    }
}

static void ask_all_boxes(const struct buoy_kernel *kernel, struct answer_bits *answers) {
    const size_t count = box_questions_for(kernel, family_box_count);
    static struct buoy_volume results[family_box_count];
    ask_boxes(kernel, family_boxes, count, results);
    for (size_t k = 0; k < count; ++k) {
        answers[k] = bits_of(&results[k]);
    }
}

// Questions of the kinds that a kernel answers; not rng_make(): no seed may change them.
static struct shape_question family_shapes[family_shape_count];

static void make_shapes(unsigned kinds) {
    struct rng rng = {1};
    for (size_t k = 0; k < family_shape_count; ++k) {
        family_shapes[k] = shape_question_make(&rng, kinds);
    }
}

static void ask_all_shapes(const struct buoy_kernel *kernel, struct answer_bits *answers) {
    static struct shape_answer results[family_shape_count];
    make_shapes(shapes_kinds_of(kernel));
    ask_shapes(kernel, family_shapes, family_shape_count, results);
    for (size_t k = 0; k < family_shape_count; ++k) {
        memcpy(answers[k].field, &results[k], sizeof results[k]);
    }
}

// Area, cx and cy; the fourth field stays 0.
static void ask_polygons(const struct buoy_kernel *kernel, struct answer_bits *answers) {
    for (size_t k = 0; k < family_polygon_count; ++k) {
        const struct buoy_area area =
            ask_outline(kernel, &family_polygons[k].outline, family_polygons[k].line);
        answers[k] =
            bits_of(&(struct buoy_volume){area.area, {area.centre[0], area.centre[1], 0.0}});
    }
}

// The polygons in discs about their first vertices.
static void ask_basins(const struct buoy_kernel *kernel, struct answer_bits *answers) {
    for (size_t k = 0; k < family_polygon_count; ++k) {
        const struct outline *outline = &family_polygons[k].outline;
        const struct buoy_polygon polygon = outline_polygon(outline);
        const struct buoy_circle basin = {{outline->vertices[0], outline->vertices[1]},
                                          0.5f +
                                              fabsf(outline->vertices[2] - outline->vertices[0])};
        struct buoy_area area;
        assert_true(kernel->basin(&polygon, &basin, 1, &area));
        answers[k] =
            bits_of(&(struct buoy_volume){area.area, {area.centre[0], area.centre[1], 0.0}});
    }
}

// Height and slopes of eight waves, of lengths and periods short and long; not rng_make(): no seed
// may change them.
static void ask_waves(const struct buoy_kernel *kernel, struct answer_bits *answers) {
    static double x[surface_count], y[surface_count];
    static float found[3][surface_count];
    struct rng rng = {1};
    struct buoy_wave waves[8];
    struct buoy_waves *prepared;
    for (size_t i = 0; i < sizeof waves / sizeof *waves; ++i) {
        waves[i] = (struct buoy_wave){
            .amplitude = (float)(1 + rng_below(&rng, 64)) / 64.0f,
            .wavelength = (float)(1 + rng_below(&rng, 4096)) / 16.0f,
            .direction = (float)rng_below(&rng, 64) / 10.0f,
            .phase = (float)rng_below(&rng, 64) / 10.0f,
            .period = i % 2 ? (float)(1 + rng_below(&rng, 64)) / 8.0f : 0.0f,
        };
    }
    for (size_t k = 0; k < surface_count; ++k) {
        x[k] = ((double)rng_below(&rng, 1 << 20) - (1 << 19)) / 64.0;
        y[k] = ((double)rng_below(&rng, 1 << 20) - (1 << 19)) / 64.0;
    }
    assert_int_equal(buoy_waves_create(waves, 8, BUOY_GRAVITY, &prepared, NULL), BUOY_OK);
    struct buoy_surface query = {x, y, surface_count, found[0], found[1], found[2]};
    assert_int_equal(buoy_waves_sample_with(kernel, prepared, 12.375, &query, NULL), BUOY_OK);
    buoy_waves_destroy(prepared);
    for (size_t k = 0; k < surface_count; ++k) {
        answers[k] = bits_of(&(struct buoy_volume){
            (double)found[0][k], {(double)found[1][k], (double)found[2][k], 0.0}});
    }
}

static void ask_pressings(const struct buoy_kernel *kernel, struct answer_bits *answers) {
    const size_t count = family_corpus.count * corpus_pressings;
    struct buoy_pressure *results = calloc(count, sizeof *results);
    assert_non_null(results);
    ask_pressing_corpus(kernel, &family_corpus, results);
    for (size_t k = 0; k < count; ++k) {
        memcpy(answers[k].field, &results[k], sizeof results[k]);
    }
    free(results);
}

// Not rng_make(): no seed may change them.
static void ask_crowds(const struct buoy_kernel *kernel, struct answer_bits *answers) {
    static struct crowd crowd;
    static struct buoy_forces results[crowd_most];
    struct rng rng = {1};
    for (size_t k = 0; k < crowd_count; ++k) {
        crowd_make(&rng, crowd_most, &crowd);
        const struct buoy_forces_query query = crowd_query(&crowd);
        assert_int_equal(buoy_forces_with(kernel, &query, results, NULL), BUOY_OK);
        for (size_t i = 0; i < crowd_most; ++i) {
            memcpy(answers[k * crowd_most + i].field, &results[i], sizeof results[i]);
        }
    }
}

// In still water, in waves and upon a patch.
static void ask_steppings(const struct buoy_kernel *kernel, struct answer_bits *answers) {
    static struct stepping crowd;
    static struct buoy_body_forces results[stepping_most];
    struct rng rng = {1};
    for (size_t k = 0; k < stepping_count; ++k) {
        stepping_random(&rng, stepping_most, &crowd);
        if (k % 3 == 1) {
            stepping_into_waves(&crowd, 0.125 * (double)k);
        } else if (k % 3 == 2) {
            stepping_onto_patch(&crowd);
        }
        const struct buoy_step_query query = stepping_query(&crowd);
        stepping_ask(kernel, &query, results);
        for (size_t i = 0; i < stepping_most; ++i) {
            memcpy(answers[k * stepping_most + i].field, &results[i], sizeof results[i]);
        }
    }
}

static size_t mesh_questions(void) {
    return family_corpus.count * corpus_planes;
}

static size_t box_questions(void) {
    return family_box_count;
}

static size_t shape_questions(void) {
    return family_shape_count;
}

static size_t polygon_questions(void) {
    return family_polygon_count;
}

static size_t surface_questions(void) {
    return surface_count;
}

static size_t pressing_questions(void) {
    return family_corpus.count * corpus_pressings;
}

static size_t crowd_questions(void) {
    return crowd_count * crowd_most;
}

static size_t stepping_questions(void) {
    return stepping_count * stepping_most;
}

static void print_mesh_question(size_t i) {
    const struct corpus_mesh *mesh = &family_corpus.meshes[i / corpus_planes];
    const struct buoy_plane plane = mesh->planes[i % corpus_planes];
    print_error("%s, plane %zu (%.9g %.9g %.9g) d %.9g", mesh->name, i % corpus_planes,
                (double)plane.normal[0], (double)plane.normal[1], (double)plane.normal[2],
                (double)plane.d);
}

static void print_box_question(size_t i) {
    const struct buoy_box box = family_boxes[i].box;
    const struct buoy_plane plane = family_boxes[i].plane;
    print_error("box %zu (%.9g %.9g %.9g), plane (%.9g %.9g %.9g) d %.9g", i,
                (double)box.half_extent[0], (double)box.half_extent[1], (double)box.half_extent[2],
                (double)plane.normal[0], (double)plane.normal[1], (double)plane.normal[2],
                (double)plane.d);
}

// The question as the kernel that was asked last had it.
static void print_shape_question(size_t i) {
    print_shape(family_shapes[i]);
}

static void print_polygon_question(size_t i) {
    const struct outline *outline = &family_polygons[i].outline;
    const struct buoy_line line = family_polygons[i].line;
    print_error("polygon %zu (", i);
    for (uint32_t v = 0; v < outline->count; ++v) {
        print_error(" %.9g,%.9g", (double)outline->vertices[2 * v],
                    (double)outline->vertices[2 * v + 1]);
    }
    print_error("), line (%.9g %.9g) d %.9g", (double)line.normal[0], (double)line.normal[1],
                (double)line.d);
}

static void print_surface_question(size_t i) {
    print_error("point %zu", i);
}

static void print_pressing_question(size_t i) {
    print_error("%s, question %zu of it", family_corpus.meshes[i / corpus_pressings].name,
                i % corpus_pressings);
}

static void print_crowd_question(size_t i) {
    print_error("body %zu of crowd %zu", i % crowd_most, i / crowd_most);
}

static void print_stepping_question(size_t i) {
    print_error("body %zu of stepping crowd %zu", i % stepping_most, i / stepping_most);
}

static const struct family_questions families[] = {
    {"volume", mesh_questions, ask_meshes, print_mesh_question, volume_fields, field_names},
    {"box", box_questions, ask_all_boxes, print_box_question, volume_fields, field_names},
    {"shapes", shape_questions, ask_all_shapes, print_shape_question, hydrostatics_fields,
     field_names},
    {"polygon", polygon_questions, ask_polygons, print_polygon_question, volume_fields,
     field_names},
    {"basin", polygon_questions, ask_basins, print_polygon_question, volume_fields, field_names},
    {"water", surface_questions, ask_waves, print_surface_question, volume_fields, field_names},
    {"hydrostatics", mesh_questions, ask_for_hydrostatics, print_mesh_question, hydrostatics_fields,
     field_names},
    {"pressure", pressing_questions, ask_pressings, print_pressing_question, pressing_fields,
     pressing_names},
    {"forces", crowd_questions, ask_crowds, print_crowd_question, force_fields, force_names},
    {"step", stepping_questions, ask_steppings, print_stepping_question, step_fields, step_names},
};

const struct family_questions *family_questions_of(const struct buoy_kernel *kernel) {
    for (size_t f = 0; f < sizeof families / sizeof *families; ++f) {
        if (strcmp(families[f].name, kernel->method->family) == 0) {
            return &families[f];
        }
    }
    fail_msg("%s: no questions for this family", kernel->id);
    return NULL;
}

struct answer_bits *family_questions_ask(const struct buoy_kernel *kernel) {
    const struct family_questions *family = family_questions_of(kernel);
    struct answer_bits *answers = calloc(family->questions(), sizeof *answers);
    assert_non_null(answers);
    family->ask(kernel, answers);
    return answers;
}

int family_questions_make(void **state) {
    (void)state;
    family_corpus = corpus_make();
    struct rng rng = {1}; // not rng_make(): no seed may change it
    for (size_t i = 0; i < family_box_count; ++i) {
        family_boxes[i] = box_question_make(&rng);
    }
    for (size_t i = 0; i < family_polygon_count; ++i) {
        family_polygons[i] = outline_question_make(&rng);
    }
    return stepping_make(state);
}

int family_questions_free(void **state) {
    (void)state;
    corpus_free(&family_corpus);
    return stepping_free(state);
}
