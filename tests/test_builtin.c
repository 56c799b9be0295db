// The built-in bodies: closed, wound outward, with the promised triangle counts, converging to
// their closed-form volumes, and the same bits on every machine.
#include "buoyancy.h"
#include "digest.h"
#include "meshes/meshes.h"
#include "test.h"

static struct mesh_data load(const char *name, size_t triangles) {
    char specification[64];
    snprintf(specification, sizeof specification, "builtin:%s:%zu", name, triangles);
    struct mesh_data data;
    struct buoy_error error;
    FAIL_IF(mesh_data_load(specification, &data, &error) != BUOY_OK, "%s: %s", specification,
            error.message);
    assert_string_equal(data.name, specification);
    return data;
}

// Where each vertex's outgoing edges start in `ends`, which lists the vertices they lead to.
struct edges {
    uint32_t *first; // vertex_count + 1
    uint32_t *ends;  // 3 × triangle_count
};

static struct edges list_edges(const struct mesh_data *data) {
    const size_t count = 3 * data->triangle_count;
    struct edges edges = {calloc(data->vertex_count + 2, sizeof *edges.first),
                          malloc(count * sizeof *edges.ends)};
    for (size_t i = 0; i < count; ++i) {
        assert_true(data->indices[i] < data->vertex_count);
        ++edges.first[data->indices[i] + 2];
    }
    for (size_t i = 2; i < data->vertex_count + 2; ++i) {
        edges.first[i] += edges.first[i - 1];
    }
    for (size_t i = 0; i < count; ++i) {
        const uint32_t to = data->indices[i % 3 == 2 ? i - 2 : i + 1];
        edges.ends[edges.first[data->indices[i] + 1]++] = to;
    }
    return edges;
}

static size_t count_edges(const struct edges *edges, uint32_t from, uint32_t to) {
    size_t count = 0;
    for (uint32_t i = edges->first[from]; i < edges->first[from + 1]; ++i) {
        count += edges->ends[i] == to;
    }
    return count;
}

// The volume of the tetrahedron from the origin to a triangle, and the triangle's area vector.
static double tetrahedron(const struct mesh_data *data, size_t triangle, double area[3]) {
    double v[3][3];
    for (int corner = 0; corner < 3; ++corner) {
        memcpy(v[corner], data->positions + (size_t)3 * data->indices[3 * triangle + corner],
               sizeof v[corner]);
    }
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        area[i] = 0.5 * ((v[1][j] - v[0][j]) * (v[2][k] - v[0][k]) -
                         (v[1][k] - v[0][k]) * (v[2][j] - v[0][j]));
    }
    return (area[0] * v[0][0] + area[1] * v[0][1] + area[2] * v[0][2]) / 3.0;
}

static double volume_of(const struct mesh_data *data) {
    double volume = 0.0, area[3];
    for (size_t i = 0; i < data->triangle_count; ++i) {
        volume += tetrahedron(data, i, area);
    }
    return volume;
}

static double height_of(double x, double y, double z) {
    return sqrt(x * x + y * y + z * z);
}

// The longest side over the height on it, of the worst triangle.
static double worst_aspect(const struct mesh_data *data) {
    double worst = 0.0;
    for (size_t i = 0; i < data->triangle_count; ++i) {
        double area[3], longest = 0.0;
        tetrahedron(data, i, area);
        for (int corner = 0; corner < 3; ++corner) {
            const double *p = data->positions + (size_t)3 * data->indices[3 * i + corner];
            const double *q = data->positions + (size_t)3 * data->indices[3 * i + (corner + 1) % 3];
            longest = fmax(longest, height_of(q[0] - p[0], q[1] - p[1], q[2] - p[2]));
        }
        worst = fmax(worst, longest * longest / (2.0 * height_of(area[0], area[1], area[2])));
    }
    return worst;
}

// The promises about each body.
struct promise {
    const char *name;
    bool star_shaped;   // about the origin: all tetrahedra from there are positive, so that no two
                        // triangles cross
    size_t count_step;  // counts are even and each multiple of this has one: the nearest is exact
    double count_share; // else the nearest is within this share of the count asked for, or
                        // within 72, a row of the smallest catamaran
    double aspect;      // of any triangle of up to 5 000
    long euler;         // vertices − triangles / 2: 2 for a sphere, 0 for a ring
};

static const struct promise promises[] = {
    {"box", true, 0, 0.25, 2.1, 2},         {"sphere", true, 2, 0.0, 4.0, 2},
    {"torus", false, 0, 0.02, 9.0, 0},      {"wigley", false, 0, 0.1, 40.0, 2},
    {"catamaran", false, 0, 0.05, 16.0, 2}, {"barrel", true, 2, 0.0, 4.0, 2},
    {"star", true, 2, 0.0, 6.0, 2},
};

#define PROMISE_COUNT (sizeof promises / sizeof promises[0])

static void expect_promises(const struct promise *promise, size_t asked, size_t smallest) {
    struct mesh_data data = load(promise->name, asked);
    const double wanted = (double)(asked < smallest ? smallest : asked);
    const double miss = fabs((double)data.triangle_count - wanted);
    assert_true(data.triangle_count >= smallest);
    assert_true(data.triangle_count <= MESH_MAX_TRIANGLES);
    FAIL_IF(promise->count_step > 0 ? miss > (double)(asked % promise->count_step)
                                    : miss > fmax(promise->count_share * wanted, 72.0),
            "%s has %zu triangles", data.name, data.triangle_count);
    assert_int_equal((long)data.vertex_count - (long)data.triangle_count / 2, promise->euler);
    // Closed, and no more than that: every directed edge is there once, and once the other way;
    // every vertex is used. (So no two triangles coincide, and no edge has more than two.)
    struct edges edges = list_edges(&data);
    for (uint32_t from = 0; from < data.vertex_count; ++from) {
        assert_true(edges.first[from] < edges.first[from + 1]);
        for (uint32_t i = edges.first[from]; i < edges.first[from + 1]; ++i) {
            const uint32_t to = edges.ends[i];
            FAIL_IF(count_edges(&edges, from, to) != 1 || count_edges(&edges, to, from) != 1,
                    "%s is not closed between vertices %u and %u", data.name, from, to);
        }
    }
    free(edges.first);
    free(edges.ends);
    for (size_t i = 0; i < data.triangle_count && promise->star_shaped; ++i) {
        double area[3];
        assert_true(tetrahedron(&data, i, area) > 0.0);
    }
    assert_true(volume_of(&data) > 0.0);
    FAIL_IF(data.triangle_count <= 5000 && worst_aspect(&data) > promise->aspect,
            "%s has a sliver of aspect %g", data.name, worst_aspect(&data));
    mesh_data_free(&data);
}

// All small counts, then ever larger ones with no pattern to them.
TEST(every_count_gives_a_sound_body) {
    assert_int_equal(mesh_builtin_count(), PROMISE_COUNT);
    for (size_t i = 0; i < PROMISE_COUNT; ++i) {
        const struct mesh_builtin *builtin = mesh_builtin_at(i);
        assert_string_equal(builtin->name, promises[i].name);
        for (size_t count = 1; count < 700; ++count) {
            expect_promises(&promises[i], count, builtin->smallest_triangles);
        }
        for (size_t count = 700; count < 30000; count += count / 9 + 7) {
            expect_promises(&promises[i], count, builtin->smallest_triangles);
        }
        struct mesh_data smallest = load(builtin->name, 1);
        assert_int_equal(smallest.triangle_count, builtin->smallest_triangles);
        mesh_data_free(&smallest);
    }
}

TEST(two_million_triangles) {
    for (size_t i = 0; i < PROMISE_COUNT; ++i) {
        const size_t smallest = mesh_builtin_at(i)->smallest_triangles;
        expect_promises(&promises[i], MESH_MAX_TRIANGLES, smallest);
    }
}

TEST(default_counts) {
    for (size_t i = 0; i < mesh_builtin_count(); ++i) {
        const struct mesh_builtin *builtin = mesh_builtin_at(i);
        char specification[64];
        snprintf(specification, sizeof specification, "builtin:%s", builtin->name);
        struct mesh_data data;
        struct buoy_error error;
        assert_int_equal(mesh_data_load(specification, &data, &error), BUOY_OK);
        assert_string_equal(data.name, specification);
        const double share = (double)data.triangle_count / (double)builtin->default_triangles - 1.0;
        FAIL_IF(fabs(share) > 0.02, "%s has %zu triangles", specification, data.triangle_count);
        mesh_data_free(&data);
    }
}

// Flat triangles through points of a smooth surface miss it by side² × curvature: the error is
// C / triangles. C goes with the square of a grid's width, which is within 10 % of the ideal one:
// (1.1 / 0.9)² = 1.5, and some for uneven sampling: 2. Rounding the points to f32 moves each by up
// to 2^-24 of the body's size, at random: 1e-7 of the volume is ample for bodies like these.
TEST(volumes_converge_to_the_closed_forms) {
    for (size_t i = 0; i < PROMISE_COUNT; ++i) {
        double first = 0.0;
        for (size_t count = 2000; count <= 1024000; count *= 8) {
            struct mesh_data data = load(promises[i].name, count);
            const double error = volume_of(&data) / data.closed_form_volume - 1.0;
            const double scaled = fabs(error) * (double)data.triangle_count;
            if (count == 2000) {
                first = scaled;
                assert_true(fabs(error) < 0.05);
            } else if (scaled > 2.0 * first + 1e-7 * (double)count) {
                fail_msg("%s: volume wrong by %g of itself", data.name, error);
            }
            mesh_data_free(&data);
        }
    }
}

// The box is flat-sided and its corners are exact in f32.
TEST(the_box_is_a_unit_cube) {
    struct mesh_data data = load("box", 12);
    assert_int_equal(data.vertex_count, 8);
    for (size_t i = 0; i < 24; ++i) {
        assert_true(fabs(data.positions[i]) == 0.5);
    }
    assert_true(volume_of(&data) == 1.0);
    assert_true(data.closed_form_volume == 1.0);
    mesh_data_free(&data);
}

// Every vertex of the sphere is where it should be, to f32's rounding of three coordinates, each
// half a unit in the last place of at most 2^-25.
TEST(the_sphere_is_round) {
    struct mesh_data data = load("sphere", 20480);
    for (size_t i = 0; i < data.vertex_count; ++i) {
        const double *p = data.positions + 3 * i;
        const double r = height_of(p[0], p[1], p[2]);
        assert_true(fabs(r - 0.5) < 0x1p-25);
    }
    mesh_data_free(&data);
}

// The lowest of several exact powers of a vertex's height above the waterline that fit a hull: the
// hull lies below its deck, its sides are parabolas.
TEST(the_wigley_hull_is_parabolic) {
    struct mesh_data data = load("wigley", 20000);
    for (size_t i = 0; i < data.vertex_count; ++i) {
        const double x = data.positions[3 * i] / 5.0;
        const double y = data.positions[3 * i + 1];
        const double z = data.positions[3 * i + 2] / 0.625;
        const double half_breadth = 0.5 * (1.0 - x * x) * (1.0 - z * z);
        // Below the deck a vertex lies on the side, on it also between the sides.
        assert_true(fabs(y) < half_breadth + 1e-6);
        assert_true(z == 0.0 || fabs(fabs(y) - half_breadth) < 1e-6);
    }
    mesh_data_free(&data);
}

// The bits are a promise: digests of results on other machines are built on them.
TEST(bits_are_the_same_everywhere) {
    static const struct {
        const char *name;
        size_t triangles;
        uint64_t digest;
    } expected[] = {
        {"box", 12, UINT64_C(0x507f6e45924a61d5)},
        {"box", 3000, UINT64_C(0x03ba5eccc401c039)},
        {"sphere", 1280, UINT64_C(0x248159bbbf647d13)},
        {"sphere", 327680, UINT64_C(0x69fa4df711661d1d)},
        {"torus", 1600, UINT64_C(0x2e98e20d2de71e7d)},
        {"wigley", 1300, UINT64_C(0x3c0558317a322eb5)},
        {"catamaran", 1800, UINT64_C(0x73919d428ec75b34)},
        {"catamaran", 50000, UINT64_C(0x56c9b95e58677b7f)},
        {"barrel", 100, UINT64_C(0xfbd9b255ff52c0b6)},
        {"star", 5000, UINT64_C(0x7fb8946b8b06b587)},
    };
    bool same = true;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; ++i) {
        struct mesh_data data = load(expected[i].name, expected[i].triangles);
        uint64_t got = DIGEST_EMPTY;
        for (size_t k = 0; k < 3 * data.vertex_count; ++k) {
            const float x = (float)data.positions[k];
            assert_true((double)x == data.positions[k]);
            got = digest_floats(got, &x, 1);
        }
        got = digest_indices(got, data.indices, 3 * data.triangle_count);
        if (got != expected[i].digest) {
            print_error("%s: digest 0x%016llx\n", data.name, (unsigned long long)got);
            same = false;
        }
        mesh_data_free(&data);
    }
    assert_true(same);
}

TEST(bad_specifications_are_refused) {
    static const struct {
        const char *specification;
        enum buoy_status status;
    } cases[] = {
        {"builtin:", BUOY_ERROR_UNKNOWN_NAME},
        {"builtin:cube", BUOY_ERROR_UNKNOWN_NAME},
        {"builtin:spher", BUOY_ERROR_UNKNOWN_NAME},
        {"builtin:Sphere", BUOY_ERROR_UNKNOWN_NAME},
        {"builtin::12", BUOY_ERROR_UNKNOWN_NAME},
        {"builtin:sphere:", BUOY_ERROR_ARGUMENT},
        {"builtin:sphere:0", BUOY_ERROR_ARGUMENT},
        {"builtin:sphere:-4", BUOY_ERROR_ARGUMENT},
        {"builtin:sphere:+4", BUOY_ERROR_ARGUMENT},
        {"builtin:sphere: 4", BUOY_ERROR_ARGUMENT},
        {"builtin:sphere:12x", BUOY_ERROR_ARGUMENT},
        {"builtin:sphere:1e3", BUOY_ERROR_ARGUMENT},
        {"builtin:sphere:12:12", BUOY_ERROR_ARGUMENT},
        {"builtin:sphere:2000001", BUOY_ERROR_ARGUMENT},
        {"builtin:sphere:18446744073709551628", BUOY_ERROR_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct mesh_data data;
        struct buoy_error error;
        assert_int_equal(mesh_data_load(cases[i].specification, &data, &error), cases[i].status);
        assert_int_equal(error.status, cases[i].status);
        // The message names the specification, and what there is instead.
        assert_non_null(strstr(error.message, cases[i].specification));
        assert_non_null(strstr(error.message, cases[i].status == BUOY_ERROR_UNKNOWN_NAME
                                                  ? "box, sphere, torus"
                                                  : "from 1 to 2000000"));
        mesh_data_free(&data);
    }
}
