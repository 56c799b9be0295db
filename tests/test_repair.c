// Repairs: welding, dropping degenerate triangles, and winding (consistent, outward, cavities
// inward).
#include "base/vector.h"
#include "body.h"
#include "mesh/mesh.h"
#include "meshes/meshes.h"
#include "shared.h"
#include "soup/soup.h"
#include "test.h"

#ifdef BUOY_HAVE_MESH_FILES
static const bool files_can_be_read = true;
#else
static const bool files_can_be_read = false;
#endif

static struct buoy_soup soup_of(const struct body *body) {
    const struct buoy_mesh_input input = body_input(body, 0);
    struct buoy_soup soup;
    struct buoy_error error;
    FAIL_IF(buoy_soup_copy(&input, &soup, &error) != BUOY_OK, "%s", error.message);
    return soup;
}

// Welding keeps the first vertex of each position and the order of these; every corner stays where
// it is. Few positions, so that most occur often, with zeros of both signs among them.
TEST(weld) {
    static const float values[] = {-1.0f, -0.0f, 0.0f, 1e-45f, 3e38f};
    struct rng rng = rng_make("weld");
    for (int round = 0; round < 50; ++round) {
        float positions[300];
        uint32_t indices[150], first[100];
        for (size_t i = 0; i < 300; ++i) {
            positions[i] = values[rng_below(&rng, 5)];
        }
        for (size_t i = 0; i < 150; ++i) {
            indices[i] = (uint32_t)rng_below(&rng, 100);
        }
        const struct body body = {positions, 100, indices, 50};
        struct buoy_soup soup = soup_of(&body);
        assert_int_equal(buoy_soup_weld(&soup), BUOY_OK);

        size_t distinct = 0;
        for (size_t v = 0; v < 100; ++v) {
            const float *p = positions + 3 * v;
            size_t w = 0;
            for (const float *q = positions; w < v; ++w, q += 3) {
                if (p[0] == q[0] && p[1] == q[1] && p[2] == q[2]) {
                    break;
                }
            }
            first[v] = w == v ? (uint32_t)distinct : first[w];
            if (w == v) {
                assert_memory_equal(soup.positions + 3 * distinct++, p, 3 * sizeof *p);
            }
        }
        assert_int_equal(soup.vertex_count, distinct);
        for (size_t i = 0; i < 150; ++i) {
            assert_int_equal(soup.indices[i], first[indices[i]]);
        }
        buoy_soup_free(&soup);
    }
}

// Only triangles that use a vertex twice go. Three corners on a line may close a gap beside a
// neighbour's longer edge.
TEST(drop_degenerate) {
    float positions[] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0};
    uint32_t indices[] = {0, 0, 1, 0, 1, 2, 3, 1, 3, 1, 2, 2, 3, 2, 1, 3, 3, 3};
    const uint32_t kept[] = {0, 1, 2, 3, 2, 1};
    const struct body body = {positions, 4, indices, 6};
    struct buoy_soup soup = soup_of(&body);
    assert_int_equal(buoy_soup_drop_degenerate(&soup), 4);
    assert_int_equal(soup.triangle_count, 2);
    assert_memory_equal(soup.indices, kept, sizeof kept);
    buoy_soup_free(&soup);
}

// Whether two triangles are one, wound the same way: corners may be listed from another one on.
static bool same_winding(const uint32_t *a, const uint32_t *b) {
    for (int k = 0; k < 3; ++k) {
        if (a[0] == b[k] && a[1] == b[(k + 1) % 3] && a[2] == b[(k + 2) % 3]) {
            return true;
        }
    }
    return false;
}

static size_t differences(const uint32_t *a, const uint32_t *b, size_t triangle_count) {
    size_t count = 0;
    for (size_t t = 0; t < triangle_count; ++t) {
        count += !same_winding(a + 3 * t, b + 3 * t);
    }
    return count;
}

// Fails the test unless repairing the winding of `given` gives the winding of `sound`.
static void expect_repaired(const char *what, const struct body *given, const struct body *sound) {
    struct buoy_soup soup = soup_of(given);
    size_t flipped = 0;
    assert_int_equal(buoy_soup_fix_winding(&soup, &flipped), BUOY_OK);
    const size_t wrong = differences(soup.indices, sound->indices, sound->triangle_count);
    FAIL_IF(wrong != 0, "%s: %zu of %zu triangles wound wrongly", what, wrong,
            sound->triangle_count);
    assert_int_equal(flipped, differences(given->indices, sound->indices, sound->triangle_count));
    buoy_soup_free(&soup);
}

static void expect_untouched(const char *what, const struct body *body) {
    expect_repaired(what, body, body);
}

// Reverses so many of a body's triangles, drawn at random from one part.
static void scramble(struct body *body, size_t first, size_t end, size_t count, struct rng *rng) {
    for (size_t t = first; t < end; ++t) {
        if (rng_below(rng, end - t) < count) {
            body_flip(body, t);
            --count;
        }
    }
}

// However many of a body's triangles are turned over, the winding comes out as it was.
static void expect_mended(const char *what, const struct body *sound) {
    struct rng rng = rng_make(what);
    for (int round = 0; round < 30; ++round) {
        struct body given = body_copy(sound);
        const size_t count = given.triangle_count;
        scramble(&given, 0, count, rng_below(&rng, count + 1), &rng);
        expect_repaired(what, &given, sound);
    }
}

// Parts side by side, overlapping, touching in a face: each outward, whatever it was.
TEST(several_parts) {
    for (int turns = 0; turns < 5; ++turns) {
        struct body apart = body_joined(body_box(1, 1, 1), body_moved(body_box(2, 1, 1), 8, 0, 0));
        struct body crossing =
            body_joined(body_box(1, 4, 1), body_moved(body_box(4, 1, 1), 0.5, 0.5, 0.5));
        struct body stacked =
            body_joined(body_box(4, 4, 1), body_moved(body_box(2, 1, 2), 1, 1, 3));
        struct body *bodies[] = {&apart, &crossing, &stacked};
        for (int i = 0; i < 3; ++i) {
            body_turn(bodies[i], turns);
            expect_mended("several parts", bodies[i]);
        }
    }
}

// Boxes one in another, the first the largest; `inward` tells of each how it is wound.
static struct body nested(const char *inward) {
    struct body body = body_box(8, 8, 8);
    if (inward[0] == '-') {
        body_flip_all(&body);
    }
    for (int i = 1; inward[i]; ++i) {
        const float h = 8.0f / (float)(1 << i);
        struct body box = body_box(h, 0.5f * h, 0.75f * h);
        body = body_joined(body, inward[i] == '-' ? body_inside_out(box) : box);
    }
    return body;
}

// Bodies, cavities in bodies, bodies in cavities. Only a shell that was wound like a cavity becomes
// one: + is outward, − inward.
TEST(cavities) {
    static const char *const cases[][2] = {
        {"+-", "+-"},     // a cavity stays
        {"--", "+-"},     // also if the body around it was wrong
        {"-+", "+-"},     // all inside out, cavity included
        {"++", "++"},     // an overlap stays
        {"+-+", "+-+"},   // a body in a cavity
        {"-+-", "+-+"},   // all inside out
        {"+--", "+-+"},   // the inner body wrong
        {"-++", "+-+"},   // the outer body wrong, and the cavity with it
        {"+-+-", "+-+-"}, // a cavity in a body in a cavity
        {"-+-+", "+-+-"}, // all inside out
        {"---+", "+-+-"}, // the cavity alone right
        {"++-", "++-"},   // a cavity in two bodies that overlap
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        for (int turns = 0; turns < 4; ++turns) {
            struct body given = nested(cases[i][0]), sound = nested(cases[i][1]);
            body_turn(&given, turns);
            body_turn(&sound, turns);
            expect_repaired(cases[i][0], &given, &sound);
        }
    }
}

// A cavity that touches the wall from within, with an end and with a side.
TEST(cavity_at_the_wall) {
    for (int turns = 0; turns < 4; ++turns) {
        struct body upright = body_inside_out(body_moved(body_box(1, 1, 2), 0, 0, 2));
        struct body lying = body_inside_out(body_moved(body_box(3, 1, 1), 0, 0, -3));
        struct body body = body_joined(body_box(4, 4, 4), body_joined(upright, lying));
        body_turn(&body, turns);
        expect_untouched("cavities at the wall", &body);
    }
}

// Two boxes with an edge in common, four triangles: each is turned by itself.
TEST(common_edge) {
    struct body boxes = body_joined(body_box(1, 1, 1), body_moved(body_box(2, 2, 1), 3, 3, 0));
    struct buoy_soup soup = soup_of(&boxes);
    assert_int_equal(buoy_soup_weld(&soup), BUOY_OK);
    assert_int_equal(soup.vertex_count, 14);
    struct body sound = {soup.positions, soup.vertex_count, soup.indices, soup.triangle_count};
    expect_mended("common edge", &sound);
    buoy_soup_free(&soup);
}

// A Klein bottle: a tube whose ring turns over on the way round.
static struct body klein_bottle(uint32_t rings, uint32_t sides) {
    const size_t quads = (size_t)rings * sides;
    struct body body = {calloc(3 * quads, sizeof(float)), quads,
                        calloc(6 * quads, sizeof(uint32_t)), 2 * quads};
    assert_non_null(body.positions);
    assert_non_null(body.indices);
    for (uint32_t i = 0; i < quads; ++i) {
        const uint32_t ring = i / sides, side = i % sides;
        const double u = 6.283185307179586 * ring / rings, v = 6.283185307179586 * side / sides;
        const double s = sin(v), t = sin(2.0 * v);
        const double r = 3.0 + cos(0.5 * u) * s - sin(0.5 * u) * t;
        float *p = body.positions + 3 * i;
        p[0] = (float)(r * cos(u));
        p[1] = (float)(r * sin(u));
        p[2] = (float)(sin(0.5 * u) * s + cos(0.5 * u) * t);

        const uint32_t next = (side + 1) % sides, after = (ring + 1) % rings * sides;
        const bool seam = ring + 1 == rings;
        const uint32_t a = i, b = ring * sides + next;
        const uint32_t c = after + (seam ? (sides - side) % sides : side);
        const uint32_t d = after + (seam ? (sides - next) % sides : next);
        const uint32_t quad[6] = {a, c, b, b, c, d};
        memcpy(body.indices + 6 * i, quad, sizeof quad);
    }
    return body;
}

// A one-sided surface stays as it is, and is refused with that reason; what else there is, is
// repaired.
TEST(one_sided) {
    struct body sound = body_joined(klein_bottle(16, 9), body_moved(body_box(1, 1, 1), 9, 0, 0));
    struct body given = body_copy(&sound);
    for (size_t t = given.triangle_count - 12; t < given.triangle_count; ++t) {
        body_flip(&given, t);
    }
    expect_repaired("Klein bottle and box", &given, &sound);

    const struct buoy_mesh_input input = body_input(&given, BUOY_MESH_REPAIR);
    struct buoy_mesh *mesh;
    struct buoy_error error;
    assert_int_equal(buoy_mesh_create(&input, &mesh, &error), BUOY_ERROR_WINDING);
    FAIL_IF(!strstr(error.message, "one-sided"), "%s", error.message);
}

// A box without its top.
static struct body open_box(void) {
    struct body box = body_box(1, 2, 3);
    size_t kept = 0;
    for (size_t t = 0; t < box.triangle_count; ++t) {
        const uint32_t *c = box.indices + 3 * t;
        const float *p = box.positions;
        if (p[3 * c[0] + 2] < 0 || p[3 * c[1] + 2] < 0 || p[3 * c[2] + 2] < 0) {
            memmove(box.indices + 3 * kept++, c, 3 * sizeof *c);
        }
    }
    assert_int_equal(kept, 10);
    box.triangle_count = kept;
    return box;
}

// Open surfaces are made consistent, and turned if their volume is negative wherever the apex of
// the fan that closes it lies: a box without its top is. A cone without its base encloses nothing
// as seen from its tip, a triangle or a sheet nothing at all: these keep the side that most of
// their triangles had.
TEST(open_surfaces) {
    struct body box = open_box();
    expect_mended("open box", &box);

    struct rng rng = rng_make("open surfaces");
    for (int round = 0; round < 20; ++round) {
        struct body cone = body_open_cone(&rng, 20), given = body_copy(&cone);
        scramble(&given, 0, 20, rng_below(&rng, 10), &rng);
        expect_repaired("open cone", &given, &cone);
    }
    for (int turns = 0; turns < 10; ++turns) {
        float positions[] = {0, 0, 0, 2, 0, 0, 3, 1, 0, 1, 4, 0};
        uint32_t indices[] = {0, 1, 2, 0, 2, 3};
        struct body sheet = {positions, 4, indices, 2};
        body_turn(&sheet, turns);
        expect_untouched("sheet", &sheet);
        sheet.triangle_count = 1;
        expect_untouched("triangle", &sheet);
    }
}

// The flags make a usable mesh from all of that.
TEST(repaired_meshes) {
    struct buoy_mesh_info info;
    struct buoy_mesh *mesh =
        mesh_of(body_inside_out(body_builtin("builtin:sphere:320")), BUOY_MESH_FIX_WINDING);
    buoy_mesh_get_info(mesh, &info, NULL);
    assert_true(info.closed && info.volume > 0.0);
    assert_int_equal(info.triangle_count, 320);

    mesh = mesh_of(nested("--"), BUOY_MESH_REPAIR);
    buoy_mesh_get_info(mesh, &info, NULL);
    assert_true(info.volume == 16.0 * 16.0 * 16.0 - 8.0 * 4.0 * 6.0);
}

static struct body read_body(const char *path) {
    struct mesh_data data;
    struct buoy_error error;
    FAIL_IF(mesh_data_load(path, &data, &error) != BUOY_OK, "%s", error.message);
    const struct body body = body_of_data(&data);
    mesh_data_free(&data);
    return body;
}

TEST(shared_meshes_repaired) {
    SKIP_IF(!shared_folder() || !files_can_be_read,
            "no folder of shared meshes, or no reader of mesh files");
    size_t count, checked = 0;
    struct shared_mesh *meshes = shared_meshes(&count);
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(meshes[i].name, "viking_ship") == 0) {
            // Sixteen closed parts, some overlapping, all outward.
            struct body ship = read_body(meshes[i].path);
            struct buoy_soup soup = soup_of(&ship);
            assert_int_equal(buoy_soup_weld(&soup), BUOY_OK);
            const struct body welded = {soup.positions, soup.vertex_count, soup.indices,
                                        soup.triangle_count};
            expect_untouched("viking ship", &welded);
            buoy_soup_free(&soup);
            ++checked;
        } else if (strcmp(meshes[i].name, "multibody_inconsistent") == 0) {
            // The part that the planes wet is inward in the file: once repaired, volumes have the
            // other sign.
            const struct shared_mesh *shared = &meshes[i];
            struct buoy_mesh *mesh = mesh_of(read_body(shared->path), BUOY_MESH_REPAIR);
            const struct buoy_mesh_info info = mesh_info(mesh);
            assert_true(info.closed);
            for (size_t k = 0; k < shared->count; ++k) {
                struct buoy_volume got;
                assert_int_equal(buoy_volume_compute(
                                     &(struct buoy_volume_query){
                                         .mesh = mesh, .planes = &shared->planes[k], .count = 1},
                                     &got, NULL),
                                 BUOY_OK);
                // The bound that any volume keeps, 3e-7 V κ/60, with room for the importer.
                const double slack = 5e-7 * info.volume * fmax(1.0, info.conditioning / 60.0);
                FAIL_IF(!(fabs(got.volume + shared->expected[k].volume) <= slack),
                        "plane %zu: volume %.9g, expected %.9g", k, got.volume,
                        -shared->expected[k].volume);
            }
            ++checked;
        }
        shared_mesh_free(&meshes[i]);
    }
    free(meshes);
    assert_int_equal(checked, 2);
}

// side³ boxes in rows around the origin, and one around them all.
static struct body box_grid(uint32_t side) {
    const uint32_t boxes = side * side * side + 1;
    struct body box = body_box(0.5f, 0.5f, 0.5f);
    struct body grid = {calloc(24 * boxes, sizeof(float)), 8 * boxes,
                        calloc(36 * boxes, sizeof(uint32_t)), 12 * boxes};
    assert_non_null(grid.positions);
    assert_non_null(grid.indices);
    for (uint32_t i = 0; i < boxes; ++i) {
        const uint32_t cell[3] = {i % side, i / side % side, i / side / side};
        for (uint32_t k = 0; k < 24; ++k) {
            const float at = 2.0f * (float)cell[k % 3] + 1.0f - (float)side;
            const bool around = i + 1 == boxes;
            grid.positions[24 * i + k] =
                around ? 2.0f * (float)side * box.positions[k] : at + box.positions[k];
        }
        for (uint32_t k = 0; k < 36; ++k) {
            grid.indices[36 * i + k] = 8 * i + box.indices[k];
        }
    }
    return grid;
}

// 20 000 parts, every other one inward: cavities, or without the box around them, mistakes. The
// time does not grow with their number's square.
TEST(many_parts) {
    struct body outward = box_grid(27), mixed = box_grid(27);
    for (size_t t = 0; t < mixed.triangle_count - 12; ++t) {
        if (t / 12 % 2) {
            body_flip(&mixed, t);
        }
    }
    expect_untouched("many cavities", &mixed);
    mixed.triangle_count -= 12;
    outward.triangle_count -= 12;
    expect_repaired("many parts", &mixed, &outward);
}

// ------------------------------------------------------------------------- corners apart by noise

// Every triangle with corners of its own, each moved by some 1e-9 of the diagonal: as doubles, and
// as floats, by one unit in the last place where that is more.
static struct body apart_by_noise(const struct body *body, double diagonal, struct rng *rng,
                                  double **doubles) {
    const size_t corners = 3 * body->triangle_count;
    struct body apart = {malloc(3 * corners * sizeof(float)), corners,
                         malloc(corners * sizeof(uint32_t)), body->triangle_count};
    *doubles = malloc(3 * corners * sizeof **doubles);
    assert_true(apart.positions && apart.indices && *doubles);
    for (size_t i = 0; i < 3 * corners; ++i) {
        const float x = body->positions[3 * (size_t)body->indices[i / 3] + i % 3];
        const double move = rng_between(rng, -0.5e-9, 0.5e-9) * diagonal;
        const float moved = (float)((double)x + move);
        (*doubles)[i] = (double)x + move;
        apart.positions[i] = moved != x ? moved : nextafterf(x, move > 0.0 ? INFINITY : -INFINITY);
        apart.indices[i / 3] = (uint32_t)(i / 3);
    }
    return apart;
}

static void expect_like_clean(const struct buoy_mesh *clean, const struct buoy_mesh_input *input,
                              struct rng *rng) {
    struct buoy_mesh *mesh;
    struct buoy_error error;
    struct buoy_mesh_info info, mended;
    struct buoy_closing closing;
    FAIL_IF(buoy_mesh_create(input, &mesh, &error) != BUOY_OK, "%s", error.message);
    buoy_mesh_get_info(clean, &info, NULL);
    buoy_mesh_get_info(mesh, &mended, NULL);
    buoy_mesh_get_closing(mesh, &closing, NULL);
    assert_true(mended.closed && closing.loops == 0);
    assert_int_equal(mended.vertex_count, info.vertex_count);
    // Doubles may be one place once they are rounded, relative to the mesh's centre.
    assert_true((mended.merged_vertices > 0) == (mended.merged_distance > 0.0) &&
                (mended.merged_vertices > 0 || input->positions64) &&
                mended.merged_distance <= BUOY_WELD_TOLERANCE * info.diagonal);
    for (int round = 0; round < 20; ++round) {
        const struct buoy_plane plane = rng_plane(rng, clean);
        struct buoy_volume expected, volume;
        buoy_volume_compute(
            &(struct buoy_volume_query){.mesh = clean, .planes = &plane, .count = 1}, &expected,
            NULL);
        buoy_volume_compute(&(struct buoy_volume_query){.mesh = mesh, .planes = &plane, .count = 1},
                            &volume, NULL);
        assert_true(fabs(volume.volume - expected.volume) <= 1e-6 * info.volume);
    }
    buoy_mesh_destroy(mesh);
}

// Nine meshes: repaired, they answer as the clean ones do; lids are not needed; a mesh without
// repairs, or with a tolerance below the noise, is open.
TEST(noise) {
    struct rng rng = rng_make("noise");
    struct body bodies[] = {
        body_box(1, 2, 3),
        body_bipyramid(&rng, 20),
        body_builtin("builtin:sphere:320"),
        body_builtin("builtin:barrel"),
        body_builtin("builtin:star"),
        body_builtin("builtin:torus:400"),
        body_builtin("builtin:wigley:500"),
        body_builtin("builtin:catamaran"),
        body_joined(body_box(4, 4, 4), body_inside_out(body_box(1, 1, 1))),
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) {
        struct buoy_mesh *clean = body_mesh(&bodies[i], BUOY_MESH_WELD);
        double *doubles;
        struct body apart = apart_by_noise(
            &bodies[i], 2.0 * buoy_length(clean->half_extent) * clean->scale, &rng, &doubles);
        for (int as_doubles = 0; as_doubles < 2; ++as_doubles) {
            struct buoy_mesh_input input = body_input(&apart, BUOY_MESH_REPAIR);
            input.positions = as_doubles ? NULL : apart.positions;
            input.positions64 = as_doubles ? doubles : NULL;
            expect_like_clean(clean, &input, &rng);
            input.flags = BUOY_MESH_CLOSE | BUOY_MESH_KEEP_ALL;
            expect_like_clean(clean, &input, &rng);
            input.flags = BUOY_MESH_REPAIR | BUOY_MESH_KEEP_ALL;
            for (int equal = 0; equal < 2 && !as_doubles; ++equal) {
                struct buoy_mesh *mesh;
                input.weld_tolerance = equal ? -1.0 : 1e-12;
                assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), BUOY_ERROR_OPEN);
            }
        }
        free(doubles);
    }
}

// A closed mesh keeps its vertices, however near they are to each other.
TEST(near_but_closed) {
    struct body body =
        body_joined(body_box(1, 1, 1), body_moved(body_box(1e-9f, 1e-9f, 1e-9f), 0, 0, 2));
    struct buoy_mesh *mesh = body_mesh(&body, BUOY_MESH_REPAIR);
    const struct buoy_mesh_info info = mesh_info(mesh);
    assert_int_equal(info.merged_vertices, 0);
}

// A box of diagonal 7, one of whose corners is 1 % nearer to its double than the tolerance, or 1 %
// farther away.
TEST(at_the_tolerance) {
    for (int near = 0; near < 2; ++near) {
        struct body box = body_box(1, 1.5f, 3), more = body_with_room(&box, 1, 0);
        const float gap = near ? 0.99f * 7e-3f : 1.01f * 7e-3f;
        for (int k = 0; k < 3; ++k) {
            more.positions[3 * box.vertex_count + (size_t)k] =
                more.positions[3 * more.indices[0] + (uint32_t)k] * (k ? 1.0f : 1.0f - gap);
        }
        more.indices[0] = (uint32_t)more.vertex_count++;
        struct buoy_mesh_input input = body_input(&more, BUOY_MESH_WELD);
        input.weld_tolerance = 1e-3;
        struct buoy_mesh *mesh;
        assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), near ? BUOY_OK : BUOY_ERROR_OPEN);
        buoy_mesh_destroy(mesh);
    }
}

// Triangles without neighbours, small in a large box: all their corners are within the tolerance of
// each other, or of none, or all lie in a plane across the space diagonal. Looking for near ones
// takes the time of sorting; pairs of them would take minutes.
TEST(many_near) {
    enum {
        TRIANGLES = 40000
    };
    struct rng rng = rng_make("many near");
    static float positions[9 * TRIANGLES];
    static uint32_t indices[3 * TRIANGLES];
    for (int shape = 0; shape < 3; ++shape) {
        for (uint32_t i = 0; i < 3 * TRIANGLES; ++i) {
            float *x = &positions[3 * (size_t)i];
            indices[i] = i;
            x[0] = (float)rng_between(&rng, 0.0, 1.0);
            x[1] = (float)rng_between(&rng, 0.0, 1.0);
            x[2] = shape == 2 ? -(0.6230f * x[0] + 0.5374f * x[1]) / 0.5682f
                              : (float)rng_between(&rng, 0.0, 1.0);
        }
        positions[0] = shape == 0 ? 3e7f : 1.0f;
        const struct body body = {positions, 3 * (size_t)TRIANGLES, indices, TRIANGLES};
        for (int coarse = 0; coarse < 2; ++coarse) {
            const double tolerance = coarse ? 1e-3 : 1e-9;
            struct buoy_mesh_input input = body_input(&body, BUOY_MESH_WELD);
            input.flags |= BUOY_MESH_ACCEPT_OPEN;
            input.weld_tolerance = tolerance;
            struct buoy_mesh *mesh;
            struct buoy_mesh_info info;
            const enum buoy_status status = buoy_mesh_create(&input, &mesh, NULL);
            if (status == BUOY_OK) {
                buoy_mesh_get_info(mesh, &info, NULL);
                assert_true(info.merged_distance <= tolerance * info.diagonal * (1.0 + 1e-6));
            } else { // closed, since nothing is left
                assert_int_equal(status, BUOY_ERROR_ZERO_VOLUME);
            }
            buoy_mesh_destroy(mesh);
        }
    }
}

// A cube, a corner of which is written thrice, each 1.5e-7 from the next: all three become one if
// the outer ones may be as far apart, else the mesh stays open, in whichever order they come.
TEST(chain) {
    const double extent = 2.0 * 0x1p-20;
    for (int order = 0; order < 6; ++order) {
        for (int wide = 0; wide < 2; ++wide) {
            struct body box = body_box(1, 1, 1), more = body_with_room(&box, 2, 0);
            const uint32_t corner = box.indices[0];
            uint32_t copies[3] = {corner, 8, 9};
            for (int k = 0; k < 3; ++k) {
                const int place = k == 0 ? order / 2 : (order / 2 + (order % 2 ? 3 - k : k)) % 3;
                float *x = &more.positions[3 * (size_t)copies[k]];
                memcpy(x, &box.positions[3 * (size_t)corner], 3 * sizeof *x);
                x[0] *= 1.0f - 0x1p-20f * (float)place;
            }
            more.vertex_count = 10;
            for (size_t i = 0, used = 0; i < 36; ++i) {
                more.indices[i] = box.indices[i] == corner ? copies[used++ % 3] : box.indices[i];
            }
            struct buoy_mesh_input input = body_input(&more, BUOY_MESH_WELD);
            input.weld_tolerance = extent / sqrt(12.0) * (wide ? 1.001 : 0.999);
            struct buoy_mesh *mesh;
            assert_int_equal(buoy_mesh_create(&input, &mesh, NULL),
                             wide ? BUOY_OK : BUOY_ERROR_OPEN);
            if (mesh) {
                const struct buoy_mesh_info info = mesh_info(mesh);
                assert_int_equal(info.merged_vertices, 2);
                assert_true(info.merged_distance == extent);
            }
            buoy_mesh_destroy(mesh);
        }
    }
}

TEST(tolerances_refused) {
    const double refused[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1.0, 1e9};
    struct body box = body_box(1, 1, 1);
    struct buoy_mesh_input input = body_input(&box, BUOY_MESH_WELD);
    struct buoy_mesh *mesh;
    struct buoy_error error;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; ++i) {
        input.weld_tolerance = refused[i];
        assert_int_equal(buoy_mesh_create(&input, &mesh, &error), BUOY_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "weld_tolerance"));
    }
    input.weld_tolerance = 1.0 - 0x1p-53;
    assert_int_equal(buoy_mesh_create(&input, &mesh, NULL), BUOY_OK);
    buoy_mesh_destroy(mesh);
}

// A triangle written twice is dropped; a surface that is written twice is closed, and stays. The
// caller's numbers name triangles also after one has been dropped.
TEST(repeated) {
    struct body box = body_box(1, 1, 1), more = body_with_room(&box, 0, 2);
    body_add_triangle(&more, box.indices[1], box.indices[2], box.indices[0]);
    const struct buoy_mesh_input input = body_input(&more, 0);
    struct buoy_diagnosis diagnosis;
    assert_int_equal(buoy_mesh_diagnose(&input, &diagnosis, NULL), BUOY_OK);
    assert_int_equal(diagnosis.repeated_triangles, 1);
    assert_int_equal(diagnosis.unbalanced_edges, 3);
    struct buoy_mesh *mesh = body_mesh(&more, BUOY_MESH_DROP_REPEATED);
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    assert_true(info.triangle_count == 12 && info.volume == 8.0);
    mesh = mesh_of(body_joined(box, box), BUOY_MESH_REPAIR);
    buoy_mesh_get_info(mesh, &info, NULL);
    assert_true(info.triangle_count == 24 && info.volume == 16.0);
}

// A triangle that is written twice, the wrong way round, has no edge over which its winding could
// be told from its neighbours'. It has once its double is gone: one of another triangle is, too, so
// that dropping both leaves fewer faulty edges.
TEST(repeated_and_turned) {
    struct body box = body_box(1, 1, 1);
    body_flip(&box, 0);
    struct body more = body_with_room(&box, 0, 2);
    const uint32_t *last = &box.indices[33];
    body_add_triangle(&more, box.indices[0], box.indices[1], box.indices[2]);
    body_add_triangle(&more, last[0], last[1], last[2]);
    const struct buoy_mesh_info info = mesh_info(body_mesh(&more, BUOY_MESH_REPAIR));
    assert_true(info.closed && info.triangle_count == 12 && info.volume == 8.0);
}
