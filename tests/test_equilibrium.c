// Attitudes of rest: closed forms, an independent solver, the count of minima, saddles and maxima,
// the same answers from two sets of starts, families, refusals. Sets of starts on larger meshes,
// which take long, are another subject.
#include <time.h>

#include "afloat.h"
#include "body.h"
#include "buoyancy_equilibrium.h"
#include "meshes/meshes.h"
#include "rng.h"
#include "shared.h"
#include "test.h"

#define DEGREE (3.14159265358979323846 / 180.0)

enum {
    most = 1000
};

static size_t ask(const struct buoy_floating *body, bool all, uint64_t seed,
                  struct buoy_attitude *attitudes) {
    struct buoy_equilibria_options options = {0};
    options.all = all;
    options.seed = seed;
    size_t count;
    struct buoy_error error;
    FAIL_IF(buoy_equilibria(body, &options, attitudes, most, &count, &error) != BUOY_OK, "%s",
            error.message);
    return count;
}

// A uniform body that floats with a share of its volume below water.
static struct buoy_floating uniform(const struct buoy_mesh *mesh, double share) {
    const struct buoy_mesh_info info = mesh_info(mesh);
    return (struct buoy_floating){
        mesh, share * info.volume, {info.centroid[0], info.centroid[1], info.centroid[2]}};
}

static double distance(const double a[3], const double b[3]) {
    const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

// ------------------------------------------------------------------------------- closed forms

// The heel of a square bar of density s, s ≤ ½, from a face up: none; by the wall-sided formula;
// with one corner in the water, the legs of whose triangle sum to 3/2 and have the product 2s; 45°.
static double heel_of_bar(double s) {
    s = s > 0.5 ? 1.0 - s : s;
    if (s < (3.0 - sqrt(3.0)) / 6.0) {
        return 0.0;
    }
    if (s < 0.25) {
        return atan(sqrt(12.0 * s * (1.0 - s) - 2.0)) / DEGREE;
    }
    if (s < 9.0 / 32.0) {
        const double root = sqrt(2.25 - 8.0 * s);
        return atan((1.5 - root) / (1.5 + root)) / DEGREE;
    }
    return 45.0;
}

TEST(square_bar) {
    static const double shares[] = {0.01, 0.1,  0.2,  0.21, 0.2114, 0.212, 0.22, 0.235, 0.249,
                                    0.25, 0.26, 0.27, 0.28, 0.281,  0.282, 0.35, 0.5,   0.65,
                                    0.72, 0.73, 0.76, 0.78, 0.79,   0.9,   0.99};
    static struct buoy_attitude found[most];
    struct body bar = body_box(5.0f, 0.5f, 0.5f);
    struct buoy_mesh *mesh = body_mesh(&bar, 0);
    for (size_t k = 0; k < sizeof shares / sizeof *shares; ++k) {
        const struct buoy_floating body = uniform(mesh, shares[k]);
        const size_t count = ask(&body, false, 0, found);
        const double heel = heel_of_bar(shares[k]);
        assert_int_equal(count, heel == 0.0 || heel == 45.0 ? 4 : 8);
        for (size_t i = 0; i < count; ++i) {
            const double y = fabs(found[i].up[1]), z = fabs(found[i].up[2]);
            expect_within("level lengthwise", found[i].up[0], 0.0, 1e-7);
            // The bar is 0.01°. Slopes of 1e-12 grow as gm_min shrinks near where the form changes.
            expect_within("heel", atan2(fmin(y, z), fmax(y, z)) / DEGREE, heel, 1e-4);
            assert_true(found[i].stable && !found[i].family && found[i].gm_min > 0.0);
        }
    }
}

// A box of any sides with a face up: GM = B²/12T − (H − T)/2 for each side; the energy (H − T)/2.
TEST(box_faces) {
    static struct buoy_attitude found[most];
    static const double sides[3] = {1.0, 1.25, 1.5};
    struct buoy_mesh *mesh = mesh_of(body_box(0.5f, 0.625f, 0.75f), 0);
    for (int k = 1; k < 10; ++k) {
        const double share = 0.1 * k - 0.003;
        const struct buoy_floating body = uniform(mesh, share);
        const size_t count = ask(&body, true, 0, found);
        for (int axis = 0; axis < 3; ++axis) {
            const double height = sides[axis], draught = share * height;
            const double b = sides[(axis + 1) % 3], c = sides[(axis + 2) % 3];
            const double bg = 0.5 * (height - draught);
            int faces = 0;
            for (size_t i = 0; i < count; ++i) {
                if (fabs(found[i].up[axis]) > 1.0 - 1e-12) {
                    ++faces;
                    expect_within("gm_min", found[i].gm_min,
                                  fmin(b, c) * fmin(b, c) / 12.0 / draught - bg, 1e-10);
                    expect_within("gm_max", found[i].gm_max,
                                  fmax(b, c) * fmax(b, c) / 12.0 / draught - bg, 1e-10);
                    expect_within("energy", found[i].energy, bg, 1e-12);
                    assert_true(found[i].stable == (found[i].gm_min > 0.0));
                }
            }
            assert_int_equal(faces, 2);
        }
    }
}

// Faces, edges and corners of a cube, 6 − 12 + 8 = 2: which of them are stable depends on density.
TEST(cube) {
    static struct buoy_attitude found[most];
    struct buoy_mesh *mesh = mesh_of(body_box(0.5f, 0.5f, 0.5f), 0);
    struct buoy_floating body = uniform(mesh, 0.1);
    assert_int_equal(ask(&body, true, 0, found), 26);
    assert_int_equal(ask(&body, false, 0, found), 6); // faces
    body = uniform(mesh, 0.5);
    assert_int_equal(ask(&body, true, 0, found), 26);
    assert_int_equal(ask(&body, false, 0, found), 8); // corners
    for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < 3; ++j) {
            expect_within("corner up", fabs(found[i].up[j]), sqrt(1.0 / 3.0), 1e-9);
        }
    }
}

// Wholly submerged, as heavy as its water: the centre of mass below the centroid, and nothing else.
TEST(submerged) {
    static struct buoy_attitude found[most];
    struct buoy_mesh *mesh = mesh_of(body_box(2.0f, 0.5f, 0.25f), 0);
    struct buoy_floating body = uniform(mesh, 1.0);
    body.centre_of_mass[1] = -0.125;
    assert_int_equal(ask(&body, true, 0, found), 2);
    expect_within("up", found[0].up[1], 1.0, 1e-12);
    expect_within("gm = BG", found[0].gm_min, 0.125, 1e-12);
    expect_within("gm = BG", found[0].gm_max, 0.125, 1e-12);
    expect_within("the highest vertex", found[0].d, 0.5, 1e-12);
    expect_within("bottom up", found[1].energy, 0.125, 1e-12);
    assert_true(found[0].stable && !found[1].stable);
    body.centre_of_mass[1] = 0.0; // at rest in every attitude
    assert_int_equal(ask(&body, true, 0, found), 1);
    assert_true(found[0].family && found[0].stable);
    expect_within("gm_min", found[0].gm_min, 0.0, 1e-12);
    expect_within("gm_max", found[0].gm_max, 0.0, 1e-12);
}

// -------------------------------------------------------------------------- independent solver

// Volume, energy, and the energy's slope and curvature by differences, 10⁻³ radians apart: the
// curvature jumps by as much again as third derivatives have it where a vertex meets the water.
static void check_attitude(const struct body *hull, const struct buoy_floating *body,
                           const struct buoy_attitude *at, double size) {
    const double step = 1e-3, *n = at->up, *g = body->centre_of_mass;
    double e[3] = {0, 0, 0}, f[3], energy[3][3];
    const int least = fabs(n[0]) < 0.5 ? 0 : 1;
    for (int i = 0; i < 3; ++i) {
        e[i] = (i == least) - n[least] * n[i];
    }
    const double length = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
    for (int i = 0; i < 3; ++i) {
        e[i] /= length;
    }
    f[0] = n[1] * e[2] - n[2] * e[1];
    f[1] = n[2] * e[0] - n[0] * e[2];
    f[2] = n[0] * e[1] - n[1] * e[0];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            double turned[3];
            const double a = step * (i - 1), b = step * (j - 1), c = sqrt(1.0 - a * a - b * b);
            for (int k = 0; k < 3; ++k) {
                turned[k] = a * e[k] + b * f[k] + c * n[k];
            }
            energy[i][j] = afloat_energy(hull, turned, body->volume, g);
        }
    }
    const struct afloat below = afloat_below(hull, n, at->d);
    expect_within("volume", below.volume, body->volume, 1e-11 * size * size * size);
    expect_within("volume", at->volume, body->volume, 1e-11 * size * size * size);
    expect_within("centre", distance(below.centre, at->centre), 0.0, 1e-9 * size);
    expect_within("energy", at->energy, energy[1][1], 1e-10 * size);
    expect_within("slope", energy[2][1] - energy[0][1], 0.0, 2e-3 * step * size * step);
    expect_within("slope", energy[1][2] - energy[1][0], 0.0, 2e-3 * step * size * step);
    const double ee = (energy[2][1] + energy[0][1] - 2.0 * energy[1][1]) / (step * step);
    const double ff = (energy[1][2] + energy[1][0] - 2.0 * energy[1][1]) / (step * step);
    const double ef =
        (energy[2][2] + energy[0][0] - energy[2][0] - energy[0][2]) / (4.0 * step * step);
    const double mean = 0.5 * (ee + ff), radius = sqrt(0.25 * (ee - ff) * (ee - ff) + ef * ef);
    expect_within("gm_min", at->gm_min, mean - radius, 2e-3 * size);
    expect_within("gm_max", at->gm_max, mean + radius, 2e-3 * (size + fabs(at->gm_max)));
}

TEST(against_the_solver) {
    static struct buoy_attitude found[most];
    static const char *const names[] = {"builtin:box", "builtin:wigley:300",
                                        "builtin:catamaran:300", "builtin:barrel:100"};
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k) {
        struct body hull = body_builtin(names[k]);
        struct buoy_mesh *mesh = body_mesh(&hull, BUOY_MESH_WELD);
        const struct buoy_mesh_info info = mesh_info(mesh);
        struct buoy_floating body = uniform(mesh, 0.35);
        body.centre_of_mass[2] -= 0.0625 * info.half_extent[2];
        const size_t count = ask(&body, true, 0, found);
        assert_true(count >= 2);
        for (size_t i = 0; i < count; ++i) {
            check_attitude(&hull, &body, &found[i], info.diagonal);
            assert_true(i == 0 || found[i].energy > found[i - 1].energy - 1e-9 * info.diagonal);
            expect_within("unit", distance(found[i].up, (const double[3]){0, 0, 0}), 1.0, 1e-14);
        }
    }
}

// ------------------------------------------------------------------------------ sets of starts

static bool is_among(const struct buoy_attitude *a, const struct buoy_attitude *others,
                     size_t count, double size) {
    for (size_t i = 0; i < count; ++i) {
        const bool same = distance(a->up, others[i].up) < 2.0 * 0.01 * DEGREE;
        const bool family =
            a->family && others[i].family && fabs(a->energy - others[i].energy) < 1e-4 * size;
        if (same || family) {
            return true;
        }
    }
    return false;
}

// Two sets of starts find one set; and minima − saddles + maxima = 2 where all are isolated.
static void compare_starts(const struct body *hull, const char *name) {
    static struct buoy_attitude found[most], again[most];
    struct buoy_mesh *mesh = body_mesh(hull, BUOY_MESH_WELD);
    const struct buoy_mesh_info info = mesh_info(mesh);
    static const double shares[] = {0.2, 0.5, 0.8};
    for (int k = 0; k < 3; ++k) {
        const struct buoy_floating body = uniform(mesh, shares[k]);
        const bool all = hull->triangle_count < 4000; // takes twice as long
        const size_t count = ask(&body, all, 0, found), others = ask(&body, all, 12345, again);
        int sum = 0, families = 0, stable = 0;
        for (size_t i = 0; i < count; ++i) {
            sum += (found[i].gm_min > 0.0) == (found[i].gm_max > 0.0) ? 1 : -1;
            families += found[i].family;
            stable += found[i].stable;
            FAIL_IF(!is_among(&found[i], again, others, info.diagonal),
                    "%s, %g: attitude %zu of %zu is not among the other %zu", name, shares[k], i,
                    count, others);
        }
        FAIL_IF(others != count || (all && !families && sum != 2) || stable == 0 ||
                    (!all && stable != (int)count),
                "%s, %g: %zu and %zu attitudes, %d stable, sum %d", name, shares[k], count, others,
                stable, sum);
    }
}

static void compare_starts_of(const char *name) {
    struct body hull = body_builtin(name);
    compare_starts(&hull, name);
}

TEST(two_sets_of_starts) {
    compare_starts_of("builtin:catamaran:300");
    struct body box = body_box(1.0f, 0.75f, 0.375f);
    compare_starts(&box, "box");
}

// A post of all but square section, as high as stands on end all but neutrally: around the ends,
// which are maxima, lie rings of maxima, saddles and minima, faint and near to each other. Only
// walks from maxima to maxima find all of them.
TEST(faint_rings) {
    static struct buoy_attitude found[most];
    struct buoy_mesh *mesh = mesh_of(body_box(0.5f, 0.500391662f, 0.76771605f), 0);
    struct buoy_floating body = uniform(mesh, 0.078633443177910212);
    const double off[3] = {1.27574648e-06, 2.53368823e-05, 2.62005387e-06};
    memcpy(body.centre_of_mass, off, sizeof off);
    for (uint64_t seed = 0; seed < 6; ++seed) {
        const size_t count = ask(&body, true, seed, found);
        int sum = 0;
        for (size_t i = 0; i < count; ++i) {
            sum += (found[i].gm_min > 0.0) == (found[i].gm_max > 0.0) ? 1 : -1;
        }
        FAIL_IF(sum != 2, "seed %d: %zu attitudes, minima - saddles + maxima = %d", (int)seed,
                count, sum);
    }
}

TEST_OF("test_equilibrium_starts", larger_meshes) {
    compare_starts_of("builtin:barrel:1000");
    compare_starts_of("builtin:wigley:1300");
    compare_starts_of("builtin:torus:1300");
    compare_starts_of("builtin:star:1000");
}

TEST_OF("test_equilibrium_starts", shared_meshes) {
    SKIP_IF(!shared_folder(), "no folder of shared meshes");
    size_t count;
    struct shared_mesh *meshes = shared_meshes(&count);
    for (size_t i = 0; i < count; ++i) {
        struct mesh_data data;
        if (mesh_data_load(meshes[i].path, &data, NULL) == BUOY_OK) { // files may not be read
            struct body hull = body_of_data(&data);
            const struct buoy_mesh_input input = {.positions = hull.positions,
                                                  .vertex_count = hull.vertex_count,
                                                  .indices = hull.indices,
                                                  .triangle_count = hull.triangle_count,
                                                  .flags = BUOY_MESH_WELD | BUOY_MESH_KEEP_ALL};
            struct buoy_mesh *mesh;
            if (buoy_mesh_create(&input, &mesh, NULL) == BUOY_OK) { // the closed ones
                buoy_mesh_destroy(mesh);
                compare_starts(&hull, meshes[i].name);
            }
            mesh_data_free(&data);
        }
        shared_mesh_free(&meshes[i]);
    }
    free(meshes);
}

// ------------------------------------------------------------------------------------- families

// Bodies of revolution: each row's energy and tilt by formula where there is one.
TEST(families) {
    static struct buoy_attitude found[most];
    struct buoy_mesh *mesh = mesh_of(body_builtin("builtin:sphere:5120"), BUOY_MESH_WELD);
    struct buoy_floating body = uniform(mesh, 0.5);
    assert_int_equal(ask(&body, true, 0, found), 1);
    assert_true(found[0].stable && found[0].family);
    expect_within("3/8 r", found[0].energy, 0.5 * 3.0 / 8.0, 1e-3);
    expect_within("gm_min", found[0].gm_min, 0.0, 1e-3);
    body.centre_of_mass[0] -= 0.0625; // ballast: no family, up to the ripple of facets
    assert_int_equal(ask(&body, true, 0, found), 2);
    expect_within("ballast down", found[0].up[0], 1.0, 1e-4);
    expect_within("gm_min", found[0].gm_min, 0.0625, 1e-3);
    assert_true(found[0].stable && !found[1].stable);
    // A ring that lies flat either way up, or stands on its rim whichever way it is turned.
    static const double profile[] = {0.75, -0.125, 1.0, -0.125, 1.0, 0.125, 0.75, 0.125};
    struct body ring = body_ring(profile, 4, 128);
    mesh = body_mesh(&ring, BUOY_MESH_WELD);
    body = uniform(mesh, 0.4);
    assert_int_equal(ask(&body, true, 0, found), 3);
    expect_within("flat", fabs(found[0].up[2]), 1.0, 1e-12);
    expect_within("flat", found[0].energy, 0.5 * (0.25 - 0.1), 1e-12);
    assert_true(found[0].stable && found[1].stable && !found[2].stable);
    assert_true(!found[0].family && !found[1].family && found[2].family);
    expect_within("on its rim", found[2].up[2], 0.0, 1e-9);
    expect_within("as well turned otherwise", found[2].gm_max, 0.0, 1e-2);
}

// -------------------------------------------------------------------------------- from one start

// Rolls to one of the stable attitudes that the search finds; from an unstable one, too.
TEST(one_start) {
    static struct buoy_attitude found[most];
    struct rng rng = rng_make("equilibrium from a start");
    struct body hull = body_builtin("builtin:catamaran:300");
    struct buoy_mesh *mesh = body_mesh(&hull, BUOY_MESH_WELD);
    const struct buoy_mesh_info info = mesh_info(mesh);
    const struct buoy_floating body = uniform(mesh, 0.4);
    const size_t count = ask(&body, true, 0, found);
    for (size_t i = 0; i < count + 100; ++i) {
        double start[3];
        rng_direction(&rng, start);
        memcpy(start, i < count ? found[i].up : start, sizeof start);
        struct buoy_attitude attitude;
        struct buoy_error error;
        assert_int_equal(buoy_equilibrium(&body, start, &attitude, &error), BUOY_OK);
        assert_true(attitude.stable && is_among(&attitude, found, count, info.diagonal));
        assert_true(attitude.energy <=
                    afloat_energy(&hull, start, body.volume, body.centre_of_mass) + 1e-9);
        if (i < count && found[i].stable) {
            expect_within("stays", distance(attitude.up, start), 0.0, 1e-6);
        }
    }
}

// A cup floats upright with its rim dry, and nowhere else.
TEST(open_mesh) {
    static struct buoy_attitude found[most];
    struct rng rng = rng_make("a cup at rest");
    struct body cup = body_open_cone(&rng, 9);
    struct buoy_mesh *mesh = body_mesh(&cup, BUOY_MESH_ACCEPT_OPEN);
    const double up[3] = {0, 0, 1}, draft = 0.125;
    struct buoy_form form;
    assert_int_equal(buoy_curves_of_form(mesh, up, &draft, 1, &form, NULL), BUOY_OK);
    const struct buoy_floating body = {mesh, form.at.volume, {0, 0, form.d - 0.25}};
    const size_t count = ask(&body, true, 0, found);
    assert_true(count >= 1 && found[0].stable && found[0].up[2] > 0.5);
    struct buoy_attitude attitude;
    assert_int_equal(buoy_equilibrium(&body, (const double[3]){0, 0, -1}, &attitude, NULL),
                     BUOY_ERROR_OPEN);
    assert_int_equal(buoy_equilibrium(&body, up, &attitude, NULL), BUOY_OK);
    expect_within("upright", distance(attitude.up, found[0].up), 0.0, 1e-6);
}

// A bowl z = 1.5 r² of facets, filled up to z = 1.5.
static struct body paraboloid(uint32_t sides, uint32_t rings) {
    struct body body = body_alloc(sides * rings + 2, 2 * sides * rings);
    body.triangle_count = 0;
    const uint32_t keel = sides * rings, top = keel + 1;
    for (uint32_t v = 0; v < keel + 2; ++v) {
        const uint32_t ring = v / sides + 1;
        const double r = v == keel ? 0.0 : v == top ? 1.0 : (double)ring / rings;
        const double angle = 6.283185307179586 * (v % sides) / sides, off = v < keel ? r : 0.0;
        body.positions[3 * v] = (float)(off * cos(angle));
        body.positions[3 * v + 1] = (float)(off * sin(angle));
        body.positions[3 * v + 2] = (float)(1.5 * r * r);
    }
    for (uint32_t v = 0; v < keel; ++v) {
        const uint32_t next = v % sides + 1 < sides ? v + 1 : v + 1 - sides;
        if (v < sides) {
            body_add_triangle(&body, keel, next, v);
        } else {
            body_add_triangle(&body, v - sides, next - sides, next);
            body_add_triangle(&body, v - sides, next, v);
        }
        if (v + sides >= keel) {
            body_add_triangle(&body, v, next, top);
        }
    }
    return body;
}

// Seconds of the processor for all attitudes of a uniform body.
static double seconds_for(const struct body *hull, double share) {
    struct buoy_attitude found[most];
    struct buoy_mesh *mesh = body_mesh(hull, 0);
    const struct buoy_floating body = uniform(mesh, share);
    const clock_t begin = clock();
    assert_in_range(ask(&body, false, 0, found), 1, most);
    const clock_t end = clock();
    return (double)(end - begin) / CLOCKS_PER_SEC;
}

// A body of revolution, which rests on a ring of faint hills and hollows, takes about as long as
// any other: 2 to 3 times as long as a star of as many triangles, where it once took 60 times.
TEST(ring_costs_no_more) {
    struct body star = body_builtin("builtin:star:4800"), bowl = paraboloid(80, 30);
    assert_int_equal(bowl.triangle_count, 4800);
    const double usual = seconds_for(&star, 0.3), ring = seconds_for(&bowl, 0.3);
    FAIL_IF(!(ring <= 12.0 * usual), "a paraboloid takes %.3g s, a star %.3g s", ring, usual);
}
