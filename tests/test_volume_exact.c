// Every kernel against exact arithmetic, on the given float vertices and planes: any body, size,
// place and immersion, and vertices exactly on the water. Methods in double are right to 1e-13
// max(1, κ) V_total; and volumes of barely wet bodies to a few conditioning floors
// (kernels/bounds/bounds_certificate.c), which is what float cannot tell apart.
#include "ask.h"
#include "base/vector.h"
#include "body.h"
#include "buoyancy_kernels.h"
#include "dispatch/methods.h"
#include "dispatch/registry.h"
#include "exact.h"
#include "exact_of.h"
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
        JOINED,
        FLAT,    // to a thousandth of its height
        UPRIGHT, // not turned: many vertices meet the water at once
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
    {"builtin:star:1000", 1.0, 2.0, JOINED},     {"builtin:barrel:100", 1.0, 30.0, FLAT},
    {"builtin:box", 1.0, 0.0, UPRIGHT},          {"builtin:barrel:508", 1.0, 0.0, UPRIGHT},
    {"builtin:sphere:320", 1.0, 0.0, UPRIGHT},   {"builtin:wigley:64", 1.0, 0.0, UPRIGHT},
};
enum {
    setting_count = sizeof settings / sizeof *settings
};

static void turn_body(struct body *body, struct rng *rng) {
    double m[9];
    // A rotation by a random unit quaternion.
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
    body_transform(body, m, (const double[3]){0, 0, 0});
}

// Four times the triangles, the same ones in another order, or an uneven bipyramid beside them; a
// flat body.
static struct body changed(struct body body, enum change change, struct rng *rng) {
    struct body other = change == JOINED ? body_bipyramid(rng, 5) : (struct body){0}, all = body;
    if (change == RENUMBERED) {
        // Deals triangles out in another order, starting each at another corner.
        for (size_t t = body.triangle_count; t > 1; --t) {
            uint32_t *a = body.indices + 3 * (t - 1), *b = body.indices + 3 * rng_below(rng, t);
            const size_t turn = rng_below(rng, 3);
            uint32_t old[3];
            memcpy(old, a, sizeof old);
            memmove(a, b, sizeof old);
            for (size_t k = 0; k < 3; ++k) {
                b[k] = old[(k + turn) % 3];
            }
        }
    } else if (change == FLAT) {
        static const double flat[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1e-3};
        body_transform(&body, flat, (const double[3]){0, 0, 0});
    } else if (change == REFINED || change == JOINED) {
        body_move(&other, (const double[3]){3.0, 1.0, -0.5});
        all = change == JOINED ? body_joined(body, other) : body_refine(&body);
    }
    return all;
}

static struct body place_body(const struct setting *setting, struct rng *rng) {
    struct body body = changed(body_builtin(setting->specification), setting->change, rng);
    double away[3];
    if (setting->change != UPRIGHT) {
        turn_body(&body, rng);
    }
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

static bool is_in_double(const struct buoy_kernel *kernel) {
    return strcmp(kernel->method->name, "blocks64") == 0 ||
           strcmp(kernel->method->name, "hierarchy64") == 0 ||
           strcmp(kernel->method->name, "indexed64") == 0;
}

// How many conditioning floors a method promises where little is wet: `hierarchy` two. `indexed`,
// `blocks` and `batch` take heights from the mesh's centre, not from the apex, so that n·x and d
// are rounded one after the other: three. 0: nothing is promised.
static double floors_of(const struct buoy_kernel *kernel) {
    static const char *const methods[] = {"hierarchy", "indexed",  "blocks",      "batch",
                                          "auto",      "blocks64", "hierarchy64", "indexed64"};
    for (size_t i = 0; i < COUNT_OF(methods); ++i) {
        if (strcmp(kernel->method->name, methods[i]) == 0) {
            return i == 0 ? 2.0 : 3.0;
        }
    }
    return 0.0;
}

// Planes about a body and the truth.
struct questions {
    size_t count;
    struct buoy_plane *planes;
    struct buoy_volume *truth;
    double *floors, total; // floors: what one is on V, or INFINITY
};

// `relative` is a bound on |ΔV|/V from 1/10 000 of the volume up, but for approximations.
static void check_answers(const struct subject *subject, const char *property, double relative,
                          const struct questions *questions, const struct buoy_volume *results,
                          size_t asked) {
    const bool exact = !subject->kernel->method->approximate;
    const double floors = floors_of(subject->kernel);
    for (size_t k = 0; k < asked; ++k) {
        const struct buoy_volume truth = questions->truth[k];
        const double error = fabs(results[k].volume - truth.volume);
        expect(subject, property, questions->planes[k], results[k], truth, 0.0, 0.0);
        if (exact && truth.volume >= 1e-4 * questions->total && error > relative * truth.volume) {
            fail_answer(subject, "off by more than the relative bound", questions->planes[k],
                        results[k]);
        }
        if (floors > 0.0 && error > fmax(floors * questions->floors[k], 1e-6 * truth.volume)) {
            fail_answer(subject, "within so many conditioning floors, or 1e-6 of itself",
                        questions->planes[k], results[k]);
        }
        if (is_in_double(subject->kernel)) {
            // Volumes, and centroids where a hundredth or more is wet; one far out is rounded
            // there.
            const struct buoy_volume got = results[k];
            const struct buoy_mesh_info info = mesh_info(subject->mesh);
            const double bar = 1e-13 * fmax(1.0, info.conditioning);
            const double rounded = 0x1p-51 * buoy_length(info.centre);
            if (fabs(got.volume - truth.volume) > bar * info.volume) {
                fail_answer(subject, "within 1e-13 max(1, conditioning)", questions->planes[k],
                            got);
            }
            if (truth.volume > 0.01 * info.volume &&
                buoy_distance(got.centre, truth.centre) > 100.0 * bar * info.diagonal + rounded) {
                fail_answer(subject, "a centroid in double", questions->planes[k], got);
            }
        }
    }
}

// Checks every kernel on every body with `count` planes.
static void check_planes(plane_function *make, size_t count, double relative,
                         const char *property) {
    struct rng rng = rng_make(property);
    struct questions questions = {count, test_alloc(count * sizeof *questions.planes),
                                  test_alloc(count * sizeof *questions.truth),
                                  test_alloc(count * sizeof *questions.floors), 0.0};
    struct buoy_volume *results = test_alloc(count * sizeof *results);
    for (size_t s = 0; s < setting_count; ++s) {
        struct body body = place_body(&settings[s], &rng);
        const unsigned flags = settings[s].change == REFINED ? BUOY_MESH_WELD : 0;
        struct subject subject = {.mesh = body_mesh(&body, flags),
                                  .body = settings[s].specification};
        struct buoy_exact *exact = exact_of(subject.mesh);
        double *slopes = test_alloc(subject.mesh->vertex_count * sizeof *slopes);
        questions.total = buoy_exact_total(exact);
        for (size_t k = 0; k < count; ++k) {
            const struct buoy_plane plane = make(&rng, &body, subject.mesh, k);
            double low, high;
            body_extent(&body, plane, &low, &high);
            const double share = ((double)plane.d - low) / (high - low);
            questions.planes[k] = plane;
            buoy_exact_volume(exact, &plane, &questions.truth[k]);
            questions.floors[k] = share > 5e-7 && share < 1e-2
                                      ? buoy_conditioning_floor(subject.mesh, &plane, slopes)
                                      : INFINITY;
        }
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            const size_t asked = questions_for(subject.kernel, count);
            ask_all(&subject, questions.planes, asked, results);
            check_answers(&subject, property, relative, &questions, results, asked);
        }
    }
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
// as far from its top in between. Along an axis every third time round.
static struct buoy_plane barely(struct rng *rng, const struct body *body,
                                const struct buoy_mesh *mesh, size_t k) {
    enum {
        steps = 17
    };
    struct buoy_plane plane = rng_plane(rng, mesh);
    const size_t step = k / 2 % steps, round = k / (2 * steps);
    double low, high;
    for (size_t i = 0; i < 3 && round % 3 == 2; ++i) {
        plane.normal[i] = i == k % 3 ? (round % 2 ? -1.0f : 1.0f) : 0.0f;
    }
    body_extent(body, plane, &low, &high);
    const double layer = (high - low) * pow(10.0, (double)step / 2.0 - 9.0);
    plane.d = (float)(k % 2 ? high - layer : low + layer);
    return plane;
}

TEST(barely_wet_or_dry) {
    check_planes(barely, 34 * (size_t)in_a_hurry(3, 12), 1e-3, "barely wet or barely dry");
}

// A cube's heights at level water are 1, half a float's step of which is 2^-24: the floor is that
// of a waterplane of 4 that moves so far, or more where sides move against each other.
TEST(size_of_the_floor) {
    struct buoy_mesh *mesh = mesh_of(body_box(1.0f, 1.0f, 1.0f), 0);
    const struct buoy_plane level = {{0.0f, 0.0f, 1.0f}, 0.0f};
    double slopes[9] = {[8] = (double)NAN}; // the last is not the mesh's
    const double floor = buoy_conditioning_floor(mesh, &level, slopes);
    assert_true(floor >= 0.999 * 4.0 * 0x1p-24 && floor <= 4.0 * 4.0 * 0x1p-24);
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

// Crates on a square a thousand times their size, or a square raft of thin beams.
static struct body crates(bool raft) {
    struct body all = {0};
    for (int i = 0; i < 4; ++i) {
        const double x = i & 1 ? 1 : -1, y = i & 2 ? 1 : -1;
        struct body part = raft ? body_box(i & 1 ? 1.0f : 0.003f, i & 1 ? 0.003f : 1.0f, 0.003f)
                                : body_box(0.001f, 0.001f, 0.001f);
        const double at[2] = {raft && (i & 1) ? 0 : x, raft && !(i & 1) ? 0 : y};
        body_move(&part, (const double[3]){at[0], at[1], i * 0.0005});
        all = i ? body_joined(all, part) : part;
    }
    return all;
}

// Two to five tetrahedra anywhere in a unit box, each smaller than it by a factor of 1 to 10.
static struct body tetrahedra(struct rng *rng) {
    struct body all = {0};
    const size_t parts = 2 + rng_below(rng, 4);
    for (size_t p = 0; p < parts; ++p) {
        const float size = (float)pow(10.0, -rng_between(rng, 0.0, 1.0));
        struct body part = body_corner(size, size, size);
        double place[3];
        for (int i = 0; i < 3; ++i) {
            place[i] = rng_between(rng, 0.0, 1.0);
        }
        body_move(&part, place);
        all = p ? body_joined(all, part) : part;
    }
    return all;
}

// Small parts of a large body, with the water through one of them. An apex far from the part must
// not matter.
TEST(scattered) {
    struct rng rng = rng_make("scattered");
    int loose = 0;
    for (int b = 0; b < in_a_hurry(100, 300); ++b) {
        struct body all = b < 2 ? crates(b) : tetrahedra(&rng);
        turn_body(&all, &rng);
        struct subject subject = {.mesh = body_mesh(&all, 0), .body = "scattered parts"};
        struct buoy_exact *exact = exact_of(subject.mesh);
        loose += mesh_info(subject.mesh).conditioning > 60.0;
        for (int k = 0; k < (b < 2 ? 400 : 16); ++k) {
            struct buoy_plane plane = rng_plane(&rng, subject.mesh);
            if (b < 2) {
                const float *through = all.positions + 3 * (rng_below(&rng, all.vertex_count));
                plane.d = plane.normal[0] * through[0] + plane.normal[1] * through[1] +
                          plane.normal[2] * through[2] + 0.001f * (float)rng_between(&rng, -1, 1);
            }
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
    assert_true(loose > 6); // else few are what this is about
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

// What `auto` answers small meshes by, `indexed`, and what it took before, `hierarchy`: the worst
// errors of both are printed. Those of V stay below 1.5e-7 of the whole, around a hole 2.5e-7,
// those of centres below 1e-6 of the diagonal where a hundredth or more is wet.
TEST(auto_of_small_meshes) {
    static const char *const ids[3] = {"volume/auto/best", "volume/indexed/best",
                                       "volume/hierarchy/best"};
    struct rng rng = rng_make("auto of small meshes");
    struct body bodies[body_smalls];
    body_make_small(&rng, bodies);
    for (size_t b = 0; b < body_smalls; ++b) {
        struct subject subject = {.mesh = body_mesh(&bodies[b], 0), .body = "a small mesh"};
        const struct buoy_mesh_info info = mesh_info(subject.mesh);
        struct buoy_exact *exact = exact_of(subject.mesh);
        double volume[3] = {0.0}, centre[3] = {0.0};
        for (int k = 0; k < in_a_hurry(1000, 10000); ++k) {
            const struct buoy_plane plane = rng_plane(&rng, subject.mesh);
            struct buoy_volume truth, got[3];
            buoy_exact_volume(exact, &plane, &truth);
            for (int i = 0; i < 3; ++i) {
                subject.kernel = buoy_kernel_find(ids[i]);
                got[i] = ask(&subject, plane);
                volume[i] = fmax(volume[i], fabs(got[i].volume - truth.volume) / info.volume);
                if (truth.volume > 0.01 * info.volume) {
                    centre[i] =
                        fmax(centre[i], buoy_distance(got[i].centre, truth.centre) / info.diagonal);
                }
            }
            assert_memory_equal(&got[0], &got[1], sizeof got[0]);
        }
        print_message("body %zu, volumes and centres: indexed %.1e %.1e, hierarchy %.1e %.1e\n", b,
                      volume[1], centre[1], volume[2], centre[2]);
        assert_true(volume[1] <= (b < 5 ? 1.5e-7 : 2.5e-7) && centre[1] <= 1e-6);
    }
}

// A cube far out, where d and n·x cancel in all but a few digits.
TEST(offsets) {
    struct rng rng = rng_make("offsets in double");
    double low;
    struct body body = body_cube_far_out(&low);
    struct subject subject = {.mesh = body_mesh(&body, 0), .body = "a cube far out"};
    for (int k = 0; k < 40; ++k) {
        const struct buoy_plane64 plane = {{0.0, 0.0, 1.0},
                                           low + 2.0 * pow(2.0, rng_between(&rng, -24.0, 0.0))};
        for (size_t i = 0; (subject.kernel = next_kernel("volume", &i));) {
            struct buoy_volume got;
            if (is_in_double(subject.kernel)) {
                ask_with_errors(&subject, NULL, &plane, 1, &got, NULL);
                assert_true(fabs(got.volume - 4.0 * (plane.d - low)) <= 1e-14 * 8.0);
            }
        }
    }
}
