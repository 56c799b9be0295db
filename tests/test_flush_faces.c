// Water that is flush with faces of a body, in decimals or in a caller's doubles: a deck, a step or
// a lid that lies in the water is dry, bounds the waterplane and is not wetted, however far the
// body is from the origin and whichever axis is up. Where a body only touches the water, there is
// nothing.
#include <float.h>

#include "ask_hydrostatics.h"
#include "buoyancy_equilibrium.h"
#include "dispatch/registry.h"
#include "mesh/leaves.h"
#include "mesh/mesh.h"
#include "owned.h"
#include "pressing.h"
#include "rng.h"
#include "test.h"

// ------------------------------------------------------------------------------------ bodies

enum {
    most_sides = 12,
    most_rings = 6,
    most_vertices = most_sides * most_rings,
    most_triangles = 2 * most_vertices
};

// A body of revolution but for its sides: rings of corners, one above or level with the other,
// between two lids. Coordinates are whole numbers of 1/10000, and so decimals.
struct tower {
    size_t sides, rings, vertex_count, triangle_count;
    long at[most_vertices][3];
    uint32_t indices[3 * most_triangles];
};

static void add(struct tower *tower, size_t a, size_t b, size_t c) {
    uint32_t *corner = tower->indices + 3 * tower->triangle_count++;
    corner[0] = (uint32_t)a;
    corner[1] = (uint32_t)b;
    corner[2] = (uint32_t)c;
}

// Prisms, wedges, stepped and leaning ones, with an outline that is often square to the axes.
static struct tower make_tower(struct rng *rng) {
    struct tower tower = {.sides = 3 + rng_below(rng, most_sides - 2),
                          .rings = 2 + rng_below(rng, most_rings - 1)};
    const size_t n = tower.sides;
    const double turn = n == 4 && rng_below(rng, 2) ? 0.25 : rng_between(rng, 0.0, 1.0);
    const double wide = rng_between(rng, 0.2, 3.0), sharp = rng_between(rng, 0.1, 1.0);
    long level = (long)rng_below(rng, 40000) - 20000;
    double radius = 5000.0 * wide;
    for (size_t ring = 0; ring < tower.rings; ++ring) {
        const bool steps = ring > 0 && ring + 1 < tower.rings && rng_below(rng, 3) == 0;
        if (ring > 0 && !steps) {
            level += 300 + (long)rng_below(rng, 8000);
        }
        radius *= steps               ? rng_between(rng, 0.4, 0.9)
                  : rng_below(rng, 2) ? 1.0
                                      : rng_between(rng, 0.6, 1.5);
        for (size_t side = 0; side < n; ++side) {
            const double angle = 6.283185307179586 * ((double)side + turn) / (double)n;
            long *at = tower.at[tower.vertex_count++];
            at[0] = lrint(radius * cos(angle));
            at[1] = lrint(radius * sharp * sin(angle));
            at[2] = level;
        }
    }
    for (size_t ring = 0; ring + 1 < tower.rings; ++ring) {
        for (size_t side = 0; side < n; ++side) {
            const size_t a = ring * n + side, b = ring * n + (side + 1) % n;
            add(&tower, a, b, b + n);
            add(&tower, a, b + n, a + n);
        }
    }
    const size_t top = (tower.rings - 1) * n;
    for (size_t side = 1; side + 1 < n; ++side) {
        add(&tower, 0, side + 1, side);
        add(&tower, top, top + side, top + side + 1);
    }
    return tower;
}

// The nearest double of a decimal, far out or not.
static double decimal(long number, long far) {
    return (double)(number + 10000 * far) / 10000.0;
}

static struct buoy_mesh *make_mesh(const struct tower *tower, long far) {
    static double positions[3 * most_vertices];
    for (size_t v = 0; v < tower->vertex_count; ++v) {
        for (size_t k = 0; k < 3; ++k) {
            positions[3 * v + k] = decimal(tower->at[v][k], far);
        }
    }
    const struct buoy_mesh_input input = {.positions64 = positions,
                                          .vertex_count = tower->vertex_count,
                                          .indices = tower->indices,
                                          .triangle_count = tower->triangle_count,
                                          .flags = BUOY_MESH_KEEP_ALL};
    struct buoy_error error;
    struct buoy_mesh *mesh;
    if (buoy_mesh_create(&input, &mesh, &error) != BUOY_OK) {
        mesh = NULL; // nothing but edges: a step of no width
    }
    return mesh;
}

// ------------------------------------------------------------------------------------- truth

// What is submerged, from whole numbers: what is flush is known. Lengths in metres, from the
// decimals' origin.
struct truth {
    double volume, wetted, area, first[3], second[3][3]; // the waterplane's, about the origin
};

static void add_piece(double v[3][3], size_t up, double sign, struct truth *truth) {
    double a[3], sum[3];
    for (size_t k = 0; k < 3; ++k) {
        const size_t i = (k + 1) % 3, j = (k + 2) % 3;
        a[k] = 0.5 * ((v[1][i] - v[0][i]) * (v[2][j] - v[0][j]) -
                      (v[1][j] - v[0][j]) * (v[2][i] - v[0][i]));
        sum[k] = v[0][k] + v[1][k] + v[2][k];
    }
    const double shadow = -sign * a[up];
    truth->volume += a[up] * sum[up] / 3.0; // about the water, where x[up] is counted from it
    truth->wetted += sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    truth->area += shadow;
    for (size_t i = 0; i < 3; ++i) {
        truth->first[i] += shadow * sum[i] / 3.0;
        for (size_t j = 0; j < 3; ++j) {
            truth->second[i][j] +=
                shadow / 12.0 *
                (sum[i] * sum[j] + v[0][i] * v[0][j] + v[1][i] * v[1][j] + v[2][i] * v[2][j]);
        }
    }
}

static struct truth find_truth(const struct tower *tower, size_t up, double sign, long level) {
    struct truth truth = {0};
    for (size_t t = 0; t < tower->triangle_count; ++t) {
        double v[3][3], kept[4][3];
        size_t count = 0;
        for (size_t k = 0; k < 3; ++k) {
            const long *at = tower->at[tower->indices[3 * t + k]];
            for (size_t i = 0; i < 3; ++i) {
                v[k][i] = (double)(i == up ? at[i] - level : at[i]) / 10000.0;
            }
        }
        for (size_t k = 0; k < 3; ++k) {
            const double *one = v[k], *next = v[(k + 1) % 3];
            const double s = sign * one[up], s_next = sign * next[up];
            if (s < 0.0) {
                memcpy(kept[count++], one, sizeof v[k]);
            }
            if ((s < 0.0) != (s_next < 0.0)) {
                for (size_t i = 0; i < 3; ++i) {
                    kept[count][i] = one[i] + s / (s - s_next) * (next[i] - one[i]);
                }
                ++count;
            }
        }
        for (size_t k = 2; k < count; ++k) {
            double piece[3][3];
            memcpy(piece[0], kept[0], sizeof kept[0]);
            memcpy(piece[1], kept[k - 1], sizeof kept[0]);
            memcpy(piece[2], kept[k], sizeof kept[0]);
            add_piece(piece, up, sign, &truth);
        }
    }
    return truth;
}

// As the library answers it; `far` metres out along each axis.
static struct buoy_hydrostatics as_answer(const struct truth *truth, size_t up, long level,
                                          double far) {
    struct buoy_hydrostatics answer = {
        .volume = truth->volume, .wetted_area = truth->wetted, .waterplane_area = truth->area};
    if (truth->area > 0.0) {
        double w[3], m[3][3];
        for (size_t i = 0; i < 3; ++i) {
            w[i] = i == up ? 0.0 : truth->first[i] / truth->area;
            answer.waterplane_centroid[i] = far + (i == up ? (double)level / 10000.0 : w[i]);
        }
        for (size_t i = 0; i < 3; ++i) {
            for (size_t j = 0; j < 3; ++j) {
                const bool along = i == up || j == up;
                m[i][j] = along ? 0.0 : truth->second[i][j] - truth->area * w[i] * w[j];
            }
        }
        answer.xx = m[0][0];
        answer.xy = m[0][1];
        answer.xz = m[0][2];
        answer.yy = m[1][1];
        answer.yz = m[1][2];
        answer.zz = m[2][2];
    }
    return answer;
}

// --------------------------------------------------------------------------------- questions

// A body, and water level with one of its corners.
struct question {
    struct subject subject;
    const struct tower *tower;
    size_t up;
    double sign;
    long level, far;
    struct buoy_plane64 plane;
    struct truth truth;
    struct buoy_hydrostatics expected;
    double area, size; // of the whole surface; the diagonal
};

static void fail_question(const struct question *of, const char *who, const char *what, double got,
                          double expected, double allowed) {
    fail_msg("%s: %s is %.17g, expected %.17g, allowed %.3g: %zu sides, %zu rings, water at "
             "%ld/10000 + %ld along %c%c",
             who, what, got, expected, allowed, of->tower->sides, of->tower->rings, of->level,
             of->far, of->sign < 0.0 ? '-' : '+', "xyz"[of->up]);
}

static void expect_near(const struct question *of, const char *who, const char *what, double got,
                        double expected, double allowed) {
    if (!(fabs(got - expected) <= allowed)) {
        fail_question(of, who, what, got, expected, allowed);
    }
}

// Areas and waterplane within shares of the body's area and size.
static void expect_areas(const struct question *of, const char *who,
                         const struct buoy_hydrostatics *got, struct surface_slack slack) {
    const struct buoy_hydrostatics *expected = &of->expected;
    const double area = of->area, size = of->size;
    expect_near(of, who, "wetted area", got->wetted_area, expected->wetted_area,
                slack.areas * area);
    expect_near(of, who, "waterplane", got->waterplane_area, expected->waterplane_area,
                slack.areas * area);
    for (size_t i = 0; i < 3 && expected->waterplane_area > 0.0; ++i) {
        expect_near(of, who, "waterplane's first moment",
                    (got->waterplane_centroid[i] - expected->waterplane_centroid[i]) *
                        expected->waterplane_area,
                    0.0, slack.centroid * area * size);
    }
    const double m[6] = {got->xx, got->xy, got->xz, got->yy, got->yz, got->zz};
    const double e[6] = {expected->xx, expected->xy, expected->xz,
                         expected->yy, expected->yz, expected->zz};
    for (size_t i = 0; i < 6; ++i) {
        expect_near(of, who, "second moment", m[i], e[i], slack.moments * area * size * size);
    }
    if (of->truth.wetted == 0.0 &&
        (got->volume != 0.0 || got->wetted_area != 0.0 || got->waterplane_area != 0.0)) {
        fail_question(of, who, "the volume of a body that touches the water", got->volume, 0.0,
                      0.0);
    }
}

// Heave and, about the waterplane's centroid, roll and pitch: ρ times area and second moments,
// which a lid that is wet by luck would make 0, and the volume times the way to the centre of
// buoyancy.
static void expect_stiff(const struct question *of, const char *who,
                         const struct buoy_hydrostatics *got, struct surface_slack slack) {
    const struct buoy_hydrostatics *expected = &of->expected;
    float normal[3] = {0.0f, 0.0f, 0.0f};
    double k[6][6];
    normal[of->up] = (float)of->sign;
    if (!(expected->waterplane_area > 0.0)) {
        return;
    }
    assert_int_equal(buoy_stiffness(got, normal, 1000.0, expected->waterplane_centroid, k, NULL),
                     BUOY_OK);
    const double area = 1000.0 * of->area,
                 below = of->sign * (got->centre[of->up] - expected->waterplane_centroid[of->up]);
    expect_near(of, who, "heave stiffness", k[of->up][of->up], 1000.0 * expected->waterplane_area,
                slack.areas * area);
    const double m[3] = {expected->xx, expected->yy, expected->zz};
    for (size_t i = 0; i < 3; ++i) {
        const size_t across = 3 - of->up - i; // turning about i moves along the other one
        if (i != of->up) {
            expect_near(of, who, "roll stiffness", k[3 + i][3 + i],
                        1000.0 * (m[across] + got->volume * below),
                        2.0 * slack.moments * area * of->size * of->size);
        }
    }
}

static _Alignas(64) char scratch[128 * most_vertices];

static void ask_volumes(struct question *of) {
    const double whole = of->subject.mesh->volume * pow(of->subject.mesh->scale, 3.0);
    for (size_t k = 0; (of->subject.kernel = next_kernel("volume", &k));) {
        struct buoy_volume got;
        const struct buoy_volume_query query = {.mesh = of->subject.mesh,
                                                .planes64 = &of->plane,
                                                .count = 1,
                                                .scratch = scratch,
                                                .scratch_bytes = sizeof scratch,
                                                .kernel = of->subject.kernel};
        if (of->subject.kernel->method->approximate) {
            continue;
        }
        assert_int_equal(buoy_volume_compute(&query, &got, NULL), BUOY_OK);
        const double allowed = of->truth.wetted > 0.0 ? 1e-4 * whole : 0.0;
        expect_near(of, of->subject.kernel->id, "volume", got.volume, of->truth.volume, allowed);
    }
}

// One kernel of `pressure` in turn, and curves of form, which count from the keel.
static void ask_others(struct question *of, size_t turn) {
    const struct surface_slack slack = {.areas = 1e-5, .centroid = 1e-5, .moments = 1e-5};
    size_t k = turn % 8;
    const struct buoy_kernel *kernel = next_kernel("pressure", &k);
    struct pressing pressing = {.body = "a tower",
                                .mesh = of->subject.mesh,
                                .pose = buoy_pose_identity(),
                                .water = buoy_calm_sea(BUOY_Z_UP)};
    pressing.water.plane64 = of->plane;
    struct buoy_pressure_query query = pressing_query(&pressing, scratch, sizeof scratch);
    query.kernel = kernel;
    struct buoy_pressure pressed;
    if (!kernel->method->approximate) {
        assert_int_equal(buoy_pressure_compute(&query, NULL, &pressed, NULL), BUOY_OK);
        expect_near(of, kernel->id, "wetted area", pressed.wetted_area, of->expected.wetted_area,
                    slack.areas * of->area);
    }
    double up[3] = {0.0, 0.0, 0.0};
    up[of->up] = of->sign;
    long keel = of->level;
    for (size_t v = 0; v < of->tower->vertex_count; ++v) {
        const long at = of->tower->at[v][of->up];
        keel = of->sign * (double)(at - keel) < 0.0 ? at : keel;
    }
    const double draft = of->sign * (double)(of->level - keel) / 10000.0;
    struct buoy_form form;
    assert_int_equal(buoy_curves_of_form(of->subject.mesh, up, &draft, 1, &form, NULL), BUOY_OK);
    expect_areas(of, "curves of form", &form.at, slack);
}

static void ask_about(struct rng *rng, struct tower *tower, long far, size_t turn) {
    // What is turned onto which axis.
    const size_t by = rng_below(rng, 3);
    for (size_t v = 0; v < tower->vertex_count; ++v) {
        const long at[3] = {tower->at[v][0], tower->at[v][1], tower->at[v][2]};
        for (size_t k = 0; k < 3; ++k) {
            tower->at[v][(k + by) % 3] = at[k];
        }
    }
    struct question of = {.subject = {.mesh = make_mesh(tower, far), .body = "a tower"},
                          .tower = tower,
                          .up = rng_below(rng, 3),
                          .sign = rng_below(rng, 2) ? 1.0 : -1.0,
                          .far = far};
    if (!of.subject.mesh) {
        return;
    }
    struct buoy_mesh_info info;
    buoy_mesh_get_info(of.subject.mesh, &info, NULL);
    of.area = info.area;
    of.size = info.diagonal;
    of.level = tower->at[rng_below(rng, tower->vertex_count)][of.up];
    of.truth = find_truth(tower, of.up, of.sign, of.level);
    of.expected = as_answer(&of.truth, of.up, of.level, (double)far);
    of.plane.normal[of.up] = of.sign;
    of.plane.d = of.sign * decimal(of.level, far);
    // What rounding the vertices may do: areas are off by it times the lengths of all edges, and
    // by 40 times as much on decks that lean.
    const double share =
        40.0 * of.subject.mesh->moved * of.subject.mesh->perimeter / of.subject.mesh->area + 1e-15;
    const struct surface_slack rounding =
        (struct surface_slack){.areas = share, .centroid = 4.0 * share, .moments = 16.0 * share};
    const struct buoy_hydrostatics_query query = {
        .mesh = of.subject.mesh, .planes64 = &of.plane, .count = 1, .kernel = of.subject.kernel};
    struct buoy_plane plane = {.d = 0.0f};
    plane.normal[of.up] = (float)of.sign;
    for (size_t k = 0; (of.subject.kernel = next_kernel("hydrostatics", &k));) {
        struct buoy_hydrostatics got;
        assert_int_equal(buoy_hydrostatics_compute(&query, &got, NULL), BUOY_OK);
        struct surface_slack slack = surface_bounds_at(&of.subject, plane, of.plane.d);
        // A lid is far more than bounds allow for roundings.
        if (!(slack.areas <= 5e-4)) {
            fail_question(&of, of.subject.kernel->id, "the bound on areas", slack.areas, 0.0, 5e-4);
        }
        slack.areas += rounding.areas;
        slack.centroid += rounding.centroid;
        slack.moments += rounding.moments;
        expect_areas(&of, of.subject.kernel->id, &got, slack);
        expect_stiff(&of, of.subject.kernel->id, &got, slack);
    }
    ask_volumes(&of);
    ask_others(&of, turn);
    buoy_mesh_destroy(of.subject.mesh);
}

TEST(along_axes) {
    struct rng rng = rng_make("flush along axes");
    const size_t count = (size_t)in_a_hurry(2000, 100000);
    for (size_t i = 0; i < count; ++i) {
        struct tower tower = make_tower(&rng);
        ask_about(&rng, &tower, i % 3 == 0 ? 1000000 : 0, i);
    }
}

// A tower turned at random, in doubles or in floats: a face is flush to within rounding. Areas may
// then be those of water a little lower.
static void ask_tilted(struct rng *rng, const struct tower *tower, bool floats) {
    static double positions[3 * most_vertices];
    static float rounded[3 * most_vertices];
    const long keel = tower->at[0][2]; // near the origin, where floats are fine
    double n[3], e[3], f[3];
    rng_direction(rng, n);
    rng_direction(rng, f);
    const double along = f[0] * n[0] + f[1] * n[1] + f[2] * n[2];
    double length = 0.0;
    for (size_t i = 0; i < 3; ++i) {
        e[i] = f[i] - along * n[i];
        length += e[i] * e[i];
    }
    for (size_t i = 0; i < 3; ++i) {
        e[i] /= sqrt(length);
    }
    for (size_t i = 0; i < 3; ++i) { // n × e
        f[i] = n[(i + 1) % 3] * e[(i + 2) % 3] - n[(i + 2) % 3] * e[(i + 1) % 3];
    }
    for (size_t v = 0; v < tower->vertex_count; ++v) {
        const double x = (double)tower->at[v][0] / 10000.0, y = (double)tower->at[v][1] / 10000.0;
        const double z = (double)(tower->at[v][2] - keel) / 10000.0;
        for (size_t i = 0; i < 3; ++i) {
            positions[3 * v + i] = x * e[i] + y * f[i] + z * n[i];
            rounded[3 * v + i] = (float)positions[3 * v + i];
        }
    }
    const struct buoy_mesh_input input = {.positions = floats ? rounded : NULL,
                                          .positions64 = floats ? NULL : positions,
                                          .vertex_count = tower->vertex_count,
                                          .indices = tower->indices,
                                          .triangle_count = tower->triangle_count,
                                          .flags = BUOY_MESH_KEEP_ALL};
    struct question of = {.subject = {.body = "a turned tower"}, .tower = tower, .up = 2};
    if (buoy_mesh_create(&input, &of.subject.mesh, NULL) != BUOY_OK) {
        return;
    }
    struct buoy_mesh_info info;
    buoy_mesh_get_info(of.subject.mesh, &info, NULL);
    of.sign = rng_below(rng, 2) ? 1.0 : -1.0;
    of.level = tower->at[rng_below(rng, tower->vertex_count)][2];
    const struct truth truth = find_truth(tower, 2, of.sign, of.level);
    for (size_t i = 0; i < 3; ++i) {
        of.plane.normal[i] = of.sign * n[i];
    }
    of.plane.d = of.sign * (double)(of.level - keel) / 10000.0;
    const struct buoy_hydrostatics expected = as_answer(&truth, 2, of.level, 0.0);
    const struct buoy_hydrostatics_query query = {
        .mesh = of.subject.mesh, .planes64 = &of.plane, .count = 1, .kernel = of.subject.kernel};
    for (size_t k = 0; (of.subject.kernel = next_kernel("hydrostatics", &k));) {
        struct buoy_hydrostatics got;
        const char *who = of.subject.kernel->id;
        const double most = 1e-3 * info.area;
        assert_int_equal(buoy_hydrostatics_compute(&query, &got, NULL), BUOY_OK);
        expect_near(&of, who, "wetted area", got.wetted_area, expected.wetted_area, most);
        expect_near(&of, who, "waterplane", got.waterplane_area, expected.waterplane_area, most);
        expect_near(&of, who, "second moments", got.xx + got.yy + got.zz,
                    expected.xx + expected.yy + expected.zz, most * info.diagonal * info.diagonal);
    }
    struct pressing pressing = {.body = of.subject.body,
                                .mesh = of.subject.mesh,
                                .pose = buoy_pose_identity(),
                                .water = buoy_calm_sea(BUOY_Z_UP)};
    pressing.water.plane64 = of.plane;
    struct buoy_pressure_query pressure = pressing_query(&pressing, scratch, sizeof scratch);
    for (size_t k = 0; (of.subject.kernel = next_kernel("pressure", &k));) {
        struct buoy_pressure got;
        if (!of.subject.kernel->method->approximate) {
            const char *who = of.subject.kernel->id;
            pressure.kernel = of.subject.kernel;
            assert_int_equal(buoy_pressure_compute(&pressure, NULL, &got, NULL), BUOY_OK);
            expect_near(&of, who, "wetted area", got.wetted_area, expected.wetted_area,
                        1e-3 * info.area);
        }
    }
    buoy_mesh_destroy(of.subject.mesh);
}

TEST(tilted) {
    struct rng rng = rng_make("flush and tilted");
    const size_t count = (size_t)in_a_hurry(500, 10000);
    for (size_t i = 0; i < count; ++i) {
        const struct tower tower = make_tower(&rng);
        ask_tilted(&rng, &tower, i % 2);
    }
}

// Without a face square to an axis, the body's two ends are its levels, whichever corner of a
// triangle comes first.
TEST(ends) {
    static const double positions[6][3] = {{0.1, 0.0, 0.0},  {-0.1, 0.0, 0.0}, {0.0, 0.1, 0.0},
                                           {0.0, -0.1, 0.0}, {0.0, 0.0, 0.1},  {0.0, 0.0, -0.1}};
    for (uint32_t first = 0; first < 3; ++first) {
        uint32_t indices[8][3];
        for (uint32_t t = 0; t < 8; ++t) {
            const bool turned = (t ^ t >> 1 ^ t >> 2) & 1u; // wound the other way
            const uint32_t corners[3] = {t & 1u, 2 + (t >> 1 & 1u), 4 + (t >> 2 & 1u)};
            for (uint32_t k = 0; k < 3; ++k) {
                indices[t][k] = corners[(first + (turned ? 3 - k : k)) % 3];
            }
        }
        const struct buoy_mesh_input input = {
            .positions64 = *positions, .vertex_count = 6, .indices = *indices, .triangle_count = 8};
        struct buoy_mesh *mesh;
        assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), BUOY_OK);
        const struct buoy_levels *levels = buoy_levels_behind(mesh);
        assert_int_equal(mesh->level_count, 6);
        for (int axis = 0; axis < 3; ++axis) {
            const float *at = levels->at + 2 * axis;
            assert_int_equal(levels->end[axis], 2 * axis + 2);
            assert_true(at[1] > 0.0f && at[0] == -at[1]);
        }
        buoy_mesh_destroy(mesh);
    }
}
