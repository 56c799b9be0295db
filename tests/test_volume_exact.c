// Every kernel against exact arithmetic, on the given float vertices and planes: any body, size,
// place and immersion, and vertices exactly on the water.
#include "ask.h"
#include "body.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "exact_of.h"
#include "hurry.h"
#include "rng.h"
#include "test.h"

// A body, turned at random, of that many times its own size, that many diagonals from the origin;
// and what else is done to it.
struct setting {
    const char *specification;
    double scale, diagonals_away;
    enum change {
        AS_IT_IS,
        REFINED,
        RENUMBERED,
        JOINED
    } change;
};

// Far out, float leaves few places for vertices: bodies of many triangles would fold over.
static const struct setting settings[] = {
    {"builtin:box", 1.0, 0.0, AS_IT_IS},         {"builtin:box", 1e3, 0.0, AS_IT_IS},
    {"builtin:box", 1.0, 1e5, AS_IT_IS},         {"builtin:sphere:80", 1.0, 1e5, AS_IT_IS},
    {"builtin:barrel:100", 1e-3, 0.0, AS_IT_IS}, {"builtin:sphere:320", 1e3, 0.0, AS_IT_IS},
    {"builtin:sphere:1280", 1.0, 1e3, AS_IT_IS}, {"builtin:torus:2000", 1.0, 0.0, AS_IT_IS},
    {"builtin:catamaran", 1.0, 0.0, AS_IT_IS},   {"builtin:wigley:1300", 1.0, 0.0, AS_IT_IS},
    {"builtin:star:5000", 1.0, 0.0, AS_IT_IS},   {"builtin:sphere:20480", 1e-3, 0.0, AS_IT_IS},
    {"builtin:star:1000", 1.0, 0.0, REFINED},    {"builtin:star:1000", 1.0, 0.0, RENUMBERED},
    {"builtin:star:1000", 1.0, 2.0, JOINED},
};
enum {
    setting_count = sizeof settings / sizeof *settings
};

// A rotation by a random unit quaternion.
static void random_rotation(struct rng *rng, double m[9]) {
    double q[4], length = 0.0;
    for (int i = 0; i < 4; ++i) {
        q[i] = rng_between(rng, -1.0, 1.0);
        length += q[i] * q[i];
    }
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        m[4 * i] = 1.0 - 2.0 * (q[j] * q[j] + q[k] * q[k]) / length;
        m[3 * i + j] = 2.0 * (q[i] * q[j] - q[3] * q[k]) / length;
        m[3 * i + k] = 2.0 * (q[i] * q[k] + q[3] * q[j]) / length;
    }
}

static void turn_body(struct body *body, struct rng *rng) {
    double m[9];
    random_rotation(rng, m);
    body_transform(body, m, (const double[3]){0, 0, 0});
}

// Deals triangles out in another order, starting each at another corner.
static void renumber(struct body *body, struct rng *rng) {
    for (size_t t = body->triangle_count; t > 1; --t) {
        uint32_t *a = body->indices + 3 * (t - 1), *b = body->indices + 3 * rng_below(rng, t);
        const size_t turn = rng_below(rng, 3);
        uint32_t old[3];
        memcpy(old, a, sizeof old);
        memmove(a, b, sizeof old);
        for (size_t k = 0; k < 3; ++k) {
            b[k] = old[(k + turn) % 3];
        }
    }
}

// Four times the triangles, the same ones in another order, or an uneven bipyramid beside them.
static struct body changed(struct body body, enum change change, struct rng *rng) {
    struct body other = change == JOINED ? body_bipyramid(rng, 5) : (struct body){0}, all = body;
    if (change == RENUMBERED) {
        renumber(&body, rng);
    } else if (change != AS_IT_IS) {
        body_move(&other, (const double[3]){3.0, 1.0, -0.5});
        all = change == JOINED ? body_join(&body, &other) : body_refine(&body);
    }
    return all;
}

static struct body place_body(const struct setting *setting, struct rng *rng) {
    struct body body = changed(body_builtin(setting->specification), setting->change, rng);
    double away[3];
    turn_body(&body, rng);
    body_scale(&body, setting->scale);
    if (setting->diagonals_away > 0.0) {
        struct buoy_mesh *mesh = body_mesh(&body, 0);
        const struct buoy_mesh_info info = mesh_info(mesh);
        rng_direction(rng, away);
        for (int i = 0; i < 3; ++i) {
            away[i] *= setting->diagonals_away * info.diagonal;
        }
        body_move(&body, away);
    }
    return body;
}

// Makes the k-th plane about a body.
typedef struct buoy_plane plane_function(struct rng *rng, const struct body *body,
                                         const struct buoy_mesh *mesh, size_t k);

// Checks every kernel on every body with `count` planes; `relative` is a bound on |ΔV|/V from
// 1/10 000 of the volume up, for all kernels but voxel counts.
static void check_planes(plane_function *make, size_t count, double relative,
                         const char *property) {
    struct rng rng = rng_make(property);
    struct buoy_plane *planes = malloc(count * sizeof *planes);
    struct buoy_volume *truth = malloc(count * sizeof *truth);
    struct buoy_volume *results = malloc(count * sizeof *results);
    for (size_t s = 0; s < setting_count; ++s) {
        struct body body = place_body(&settings[s], &rng);
        const unsigned flags = settings[s].change == REFINED ? BUOY_MESH_WELD : 0;
        struct subject subject = {.mesh = body_mesh(&body, flags),
                                  .body = settings[s].specification};
        struct buoy_exact *exact = buoy_exact_create(subject.mesh);
        assert_non_null(exact);
        const double total = buoy_exact_total(exact);
        for (size_t k = 0; k < count; ++k) {
            planes[k] = make(&rng, &body, subject.mesh, k);
            buoy_exact_volume(exact, &planes[k], &truth[k]);
        }
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            const size_t asked = questions_for(subject.kernel, count);
            ask_all(&subject, planes, asked, results);
            for (size_t k = 0; k < asked; ++k) {
                expect(&subject, property, planes[k], results[k], truth[k], 0.0, 0.0);
                const double error = fabs(results[k].volume - truth[k].volume);
                if (!subject.kernel->method->approximate && truth[k].volume >= 1e-4 * total &&
                    error > relative * truth[k].volume) {
                    fail_answer(&subject, "off by more than the relative bound", planes[k],
                                results[k]);
                }
            }
        }
        buoy_exact_destroy(exact);
    }
    free(planes);
    free(truth);
    free(results);
}

static struct buoy_plane anywhere(struct rng *rng, const struct body *body,
                                  const struct buoy_mesh *mesh, size_t k) {
    struct buoy_plane plane = rng_plane(rng, mesh);
    const float length = k % 2 ? 41.0f : 1.0f; // of the normal
    (void)body;
    for (int i = 0; i < 3; ++i) {
        plane.normal[i] *= length;
    }
    plane.d *= length;
    return plane;
}

TEST(anywhere) {
    check_planes(anywhere, 40, INFINITY, "planes anywhere");
}

// Deeper by a factor of √10 every other time, from a thousand millionth of the body's extent; and
// as far from its top in between.
static struct buoy_plane barely(struct rng *rng, const struct body *body,
                                const struct buoy_mesh *mesh, size_t k) {
    struct buoy_plane plane = rng_plane(rng, mesh);
    double low, high;
    body_extent(body, plane, &low, &high);
    const size_t step = k / 2;
    const double layer = (high - low) * pow(10.0, (double)step / 2.0 - 9.0);
    plane.d = (float)(k % 2 ? high - layer : low + layer);
    return plane;
}

TEST(barely_wet_or_dry) {
    check_planes(barely, 34, 1e-3, "barely wet or barely dry");
}

static double along(struct buoy_plane plane, const float *vertex) {
    return (double)plane.normal[0] * (double)vertex[0] +
           (double)plane.normal[1] * (double)vertex[1] +
           (double)plane.normal[2] * (double)vertex[2];
}

// Through a vertex as nearly as float allows, and one step to either side.
static struct buoy_plane through_vertex(struct rng *rng, const struct body *body,
                                        const struct buoy_mesh *mesh, size_t k) {
    struct buoy_plane plane = rng_plane(rng, mesh);
    plane.d = (float)along(plane, body->positions + 3 * rng_below(rng, body->vertex_count));
    if (k % 3 != 0) {
        plane.d = nextafterf(plane.d, k % 3 == 1 ? INFINITY : -INFINITY);
    }
    return plane;
}

TEST(through_vertices) {
    check_planes(through_vertex, 18, INFINITY, "planes through vertices");
}

// Along an axis, exactly through a vertex: with it, on most of these bodies before they are turned,
// whole faces and rings of vertices.
static struct buoy_plane level(struct rng *rng, const struct body *body,
                               const struct buoy_mesh *mesh, size_t k) {
    (void)mesh;
    const float *vertex = body->positions + 3 * rng_below(rng, body->vertex_count);
    const size_t axis = k % 3;
    const float up = k % 2 ? 1.0f : -1.0f;
    return (struct buoy_plane){
        {axis == 0 ? up : 0.0f, axis == 1 ? up : 0.0f, axis == 2 ? up : 0.0f}, up * vertex[axis]};
}

TEST(level) {
    check_planes(level, 18, INFINITY, "planes along the axes, through vertices");
}

// Boards, beams, plates and needles of 12 triangles: the worst bodies for their conditioning, since
// few errors average out.
TEST(plates) {
    static const float halves[][3] = {
        {1.0f, 1.0f, 1e-1f}, {1.0f, 1e-1f, 1e-1f}, {1.0f, 1.0f, 1e-2f}, {1.0f, 1e-2f, 1e-2f},
        {1.0f, 1.0f, 1e-3f}, {1.0f, 1e-3f, 1e-3f}, {1.0f, 1.0f, 1e-5f}, {1.0f, 1e-5f, 1e-5f}};
    struct rng rng = rng_make("plates");
    for (size_t b = 0; b < sizeof halves / sizeof *halves; ++b) {
        struct body plate = body_box(halves[b][0], halves[b][1], halves[b][2]);
        turn_body(&plate, &rng);
        struct subject subject = {.mesh = body_mesh(&plate, 0), .body = "a plate"};
        struct buoy_exact *exact = exact_of(subject.mesh);
        for (int k = 0; k < 300; ++k) {
            const struct buoy_plane plane = rng_plane(&rng, subject.mesh);
            struct buoy_volume truth;
            buoy_exact_volume(exact, &plane, &truth);
            for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
                if (!is_voxel(subject.kernel) || k < 4) {
                    expect(&subject, "a plate", plane, ask(&subject, plane), truth, 0.0, 0.0);
                }
            }
        }
    }
}

// Small parts of a large body: crates on a square a thousand times their size, and a square raft of
// thin beams, with the water through one of the parts. An apex far from the part must not matter.
TEST(scattered) {
    struct rng rng = rng_make("scattered");
    for (int raft = 0; raft < 2; ++raft) {
        struct body all = {0};
        for (int i = 0; i < 4; ++i) {
            const double x = i & 1 ? 1 : -1, y = i & 2 ? 1 : -1;
            struct body part = raft ? body_box(i & 1 ? 1.0f : 0.003f, i & 1 ? 0.003f : 1.0f, 0.003f)
                                    : body_box(0.001f, 0.001f, 0.001f);
            const double at[2] = {raft && (i & 1) ? 0 : x, raft && !(i & 1) ? 0 : y};
            body_move(&part, (const double[3]){at[0], at[1], i * 0.0005});
            struct body joined = i ? body_join(&all, &part) : body_copy(&part);
            all = joined;
        }
        turn_body(&all, &rng);
        struct subject subject = {.mesh = body_mesh(&all, 0), .body = raft ? "a raft" : "crates"};
        struct buoy_exact *exact = exact_of(subject.mesh);
        for (int k = 0; k < 400; ++k) {
            struct buoy_plane plane = rng_plane(&rng, subject.mesh);
            const float *through = all.positions + 3 * (rng_below(&rng, all.vertex_count));
            plane.d = plane.normal[0] * through[0] + plane.normal[1] * through[1] +
                      plane.normal[2] * through[2] + 0.001f * (float)rng_between(&rng, -1, 1);
            struct buoy_volume truth;
            buoy_exact_volume(exact, &plane, &truth);
            for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
                if (!is_voxel(subject.kernel)) {
                    expect(&subject, "scattered parts", plane, ask(&subject, plane), truth, 0.0,
                           0.0);
                }
            }
        }
    }
}

// A ring whose walls all cross the water: 120 000 triangles to clip, whose sums would drift if they
// ran on in float. The wider the ring, the better its conditioning.
TEST(many_cut_triangles) {
    static const double profile[8] = {0.5, -0.5, 1.5, -0.5, 1.5, 0.5, 0.5, 0.5};
    static const struct buoy_plane planes[] = {
        {{0.0f, 0.0f, 1.0f}, 0.125f},
        {{0.0f, 0.0f, -1.0f}, 0.375f},
        {{0.05f, -0.02f, 1.0f}, 0.01f},
    };
    struct body ring = body_ring(profile, 4, (size_t)in_a_hurry(5000, 30000));
    struct subject subject = {.mesh = body_mesh(&ring, 0), .body = "a ring of many segments"};
    struct buoy_exact *exact = exact_of(subject.mesh);
    for (size_t k = 0; k < sizeof planes / sizeof *planes; ++k) {
        struct buoy_volume truth;
        buoy_exact_volume(exact, &planes[k], &truth);
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            expect(&subject, "every wall across the water", planes[k], ask(&subject, planes[k]),
                   truth, 0.0, 0.0);
        }
    }
}
