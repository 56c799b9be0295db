// Parts, masses and models: against closed forms, and against other ways to say the same.
#include "body.h"
#include "buoyancy_kernels.h"
#include "mesh/mesh.h"
#include "owned.h"
#include "step/model.h"
#include "stepping.h"
#include "test.h"

static struct stepping crowd;
static struct buoy_body_forces results[stepping_most], others[stepping_most];

static struct buoy_part box_part(float a, float b, float c) {
    struct buoy_part part = buoy_part_default();
    part.shape = (struct buoy_shape){BUOY_SHAPE_BOX, {a, b, c}};
    return part;
}

// -------------------------------------------------------------------------------- masses

// A box of 500 kg/m³ turned by a quarter about z, away from the origin: m (b² + c²)/12 and so on.
TEST(box) {
    struct buoy_part part = box_part(1.0f, 0.5f, 0.25f);
    const double density = 500.0, half = sqrt(0.5);
    const double place[3] = {2.0, -3.0, 5.0}, turn[4] = {0.0, 0.0, half, half};
    struct buoy_mass mass;
    memcpy(part.place.position, place, sizeof place);
    memcpy(part.place.rotation, turn, sizeof turn);
    assert_int_equal(buoy_mass_of_parts(&part, &density, 1, &mass, NULL), BUOY_OK);
    expect_within("m", mass.mass, 500.0, 1e-12 * 500.0);
    for (int i = 0; i < 3; ++i) {
        expect_within("the centre", mass.centre_of_mass[i], place[i], 1e-12 * 6.0);
    }
    const double xx = 500.0 / 3.0 * (1.0 + 0.0625), yy = 500.0 / 3.0 * (0.25 + 0.0625);
    const double expected[9] = {xx, 0.0, 0.0, 0.0, yy, 0.0, 0.0, 0.0, 500.0 / 3.0 * 1.25};
    for (int i = 0; i < 9; ++i) {
        expect_within("I", mass.inertia[i], expected[i], 1e-12 * 500.0);
    }
}

// ∫ over the parts, sampled at the points of Gauss and Legendre, which are exact for boxes.
static void integrate(const struct buoy_part *parts, const double *densities, size_t count,
                      struct buoy_mass *mass) {
    const long double gauss = sqrtl(1.0L / 3.0L);
    long double m = 0.0L, first[3] = {0.0L}, second[3][3] = {{0.0L}};
    for (size_t p = 0; p < 8 * count; ++p) {
        const struct buoy_part *part = &parts[p / 8];
        const float *h = part->shape.size;
        double r[3][3];
        long double x[3];
        stepping_rotation(part->place.rotation, r);
        const long double at[3] = {(p & 1 ? gauss : -gauss) * (long double)h[0],
                                   (p & 2 ? gauss : -gauss) * (long double)h[1],
                                   (p & 4 ? gauss : -gauss) * (long double)h[2]};
        const long double of_point = (long double)densities[p / 8] * (long double)h[0] *
                                     (long double)h[1] * (long double)h[2];
        m += of_point;
        for (int i = 0; i < 3; ++i) {
            x[i] = (long double)part->place.position[i] + (long double)r[i][0] * at[0] +
                   (long double)r[i][1] * at[1] + (long double)r[i][2] * at[2];
            first[i] += of_point * x[i];
        }
        for (int i = 0; i < 9; ++i) {
            second[i / 3][i % 3] += of_point * x[i / 3] * x[i % 3];
        }
    }
    mass->mass = (double)m;
    for (int i = 0; i < 3; ++i) {
        mass->centre_of_mass[i] = (double)(first[i] / m);
    }
    for (int i = 0; i < 9; ++i) {
        const int a = i / 3, b = i % 3;
        second[a][b] -= first[a] * first[b] / m;
    }
    for (int i = 0; i < 9; ++i) {
        const int a = i / 3, b = i % 3, c = (a + 1) % 3, d = (a + 2) % 3;
        mass->inertia[i] = (double)(a == b ? second[c][c] + second[d][d] : -second[a][b]);
    }
}

TEST(random_boxes) {
    struct rng rng = rng_make("masses of boxes");
    for (int round = 0; round < 500; ++round) {
        struct buoy_part parts[5];
        double densities[5], size = 0.0;
        struct buoy_mass got, expected;
        const size_t count = 1 + rng_below(&rng, 5);
        for (size_t p = 0; p < count; ++p) {
            double *q = parts[p].place.rotation, length = 0.0;
            parts[p] =
                box_part((float)rng_between(&rng, 0.1, 2.0), (float)rng_between(&rng, 0.1, 2.0),
                         (float)rng_between(&rng, 0.1, 2.0));
            densities[p] = rng_between(&rng, 1.0, 1000.0);
            for (int k = 0; k < 4; ++k) {
                q[k] = rng_between(&rng, -1.0, 1.0);
                length += q[k] * q[k];
            }
            for (int k = 0; k < 4; ++k) {
                q[k] *= rng_between(&rng, 0.999, 1.001) / sqrt(length);
            }
            for (int k = 0; k < 3; ++k) {
                parts[p].place.position[k] = rng_between(&rng, -10.0, 10.0);
                size = fmax(size, 4.0 + fabs(parts[p].place.position[k]) * 1.8);
            }
        }
        assert_int_equal(buoy_mass_of_parts(parts, densities, count, &got, NULL), BUOY_OK);
        integrate(parts, densities, count, &expected);
        expect_within("m", got.mass, expected.mass, 1e-12 * got.mass);
        for (int i = 0; i < 3; ++i) {
            expect_within("the centre", got.centre_of_mass[i], expected.centre_of_mass[i],
                          1e-12 * size);
        }
        for (int i = 0; i < 9; ++i) {
            expect_within("I", got.inertia[i], expected.inertia[i],
                          1e-12 * (got.mass * size * size));
            assert_true(got.inertia[i] == got.inertia[3 * (i % 3) + i / 3]);
        }
    }
}

// A box of triangles, and one sheared, which has the moments of the box and products on top.
TEST(meshes) {
    const struct buoy_part box = box_part(0.75f, 0.5f, 0.25f);
    const struct stepping_model *made = stepping_model("mesh that is a box");
    const double density = 500.0;
    struct buoy_mass of_box, of_mesh;
    assert_int_equal(buoy_mass_of_parts(&box, &density, 1, &of_box, NULL), BUOY_OK);
    assert_int_equal(buoy_mass_of_parts(made->parts, &density, 1, &of_mesh, NULL), BUOY_OK);
    expect_within("m", of_mesh.mass, of_box.mass, 1e-12 * of_box.mass);
    const double away[3] = {0.5, -0.25, 1.0};
    for (int i = 0; i < 9; ++i) {
        expect_within("the centre", of_mesh.centre_of_mass[i / 3], away[i / 3], 1e-12 * 2.0);
        expect_within("I", of_mesh.inertia[i], of_box.inertia[i], 1e-12 * of_box.mass);
    }
    // x' = x + y/4: ∫ x' y = ∫ y²/4.
    made = stepping_model("sheared box");
    assert_int_equal(buoy_mass_of_parts(made->parts, &density, 1, &of_mesh, NULL), BUOY_OK);
    const double yy = of_box.mass * 0.25 / 3.0;
    expect_within("Ixy", of_mesh.inertia[1], -0.25 * yy, 1e-12 * of_box.mass);
    expect_within("Ixx", of_mesh.inertia[0], of_box.inertia[0], 1e-12 * of_box.mass);
    expect_within("Iyy", of_mesh.inertia[4], of_box.inertia[4] + yy / 16.0, 1e-12 * of_box.mass);
}

// -------------------------------------------------------------------------------- models

TEST(info) {
    struct buoy_model_info info;
    assert_int_equal(buoy_model_get_info(stepping_model("box")->model, &info, NULL), BUOY_OK);
    expect_within("V", info.volume, 0.75, 1e-12 * 1.0);
    expect_within("L", info.length, 1.0, 1e-12 * 1.0);
    expect_within("the diagonal", info.diagonal, 2.0 * sqrt(0.875), 1e-12 * 2.0);
    assert_true(info.is_box && info.part_count == 1 && info.bytes >= sizeof(struct buoy_model));
    assert_true(info.drag.linear == 2.0 && info.mass.mass == 375.0);
    // A turned box has its own box; its middle is where it lies in the body.
    assert_int_equal(buoy_model_get_info(stepping_model("turned box")->model, &info, NULL),
                     BUOY_OK);
    expect_within("L", info.length, 3.5 / 3.0, 1e-12 * 1.0);
    expect_within("x", info.middle[0], 0.25, 1e-12 * 1.0);
    expect_within("y", info.middle[1], -0.5, 1e-12 * 1.0);
    expect_within("z", info.middle[2], 0.125, 1e-12 * 1.0);
    // Four boxes: the one turned by 120° about a diagonal has its long side along x or y, the one
    // turned about y by 2 atan(3/4) has |cos| 0.28 and |sin| 0.96.
    const struct stepping_model *made = stepping_model("four boxes");
    assert_int_equal(buoy_model_get_info(made->model, &info, NULL), BUOY_OK);
    double low[3] = {1e9, 1e9, 1e9}, high[3] = {-1e9, -1e9, -1e9};
    for (int corner = 0; corner < 32; ++corner) {
        const struct buoy_part *part = &made->parts[corner / 8];
        double r[3][3];
        stepping_rotation(part->place.rotation, r);
        for (int i = 0; i < 3; ++i) {
            double x = part->place.position[i];
            for (int k = 0; k < 3; ++k) {
                x += (corner >> k & 1 ? 1.0 : -1.0) * r[i][k] * (double)part->shape.size[k];
            }
            low[i] = fmin(low[i], x);
            high[i] = fmax(high[i], x);
        }
    }
    double diagonal = 0.0;
    for (int i = 0; i < 3; ++i) {
        expect_within("the middle", info.middle[i], 0.5 * (low[i] + high[i]), 1e-12 * 4.0);
        diagonal += (high[i] - low[i]) * (high[i] - low[i]);
    }
    expect_within("the diagonal", info.diagonal, sqrt(diagonal), 1e-12 * 8.0);
    expect_within("V", info.volume, 4.0 * 0.5, 1e-12 * 2.0);
    assert_true(!info.is_box && info.part_count == 4);
}

// Boxes of triangles whatever their order, place and size; and what only looks like one.
TEST(recognition) {
    struct rng rng = rng_make("meshes that are boxes");
    for (int round = 0; round < 200; ++round) {
        struct body box = body_box((float)exp(rng_between(&rng, -5.0, 5.0)),
                                   (float)exp(rng_between(&rng, -5.0, 5.0)),
                                   (float)exp(rng_between(&rng, -5.0, 5.0)));
        const double away[3] = {rng_between(&rng, -3.0, 3.0), rng_between(&rng, -3.0, 3.0),
                                rng_between(&rng, -3.0, 3.0)};
        body_move(&box, away);
        for (size_t t = 0; t < 12; ++t) { // in any order, from any corner
            const size_t other = rng_below(&rng, 12), turn = rng_below(&rng, 3);
            uint32_t held[3];
            memcpy(held, &box.indices[3 * t], sizeof held);
            memcpy(&box.indices[3 * t], &box.indices[3 * other], sizeof held);
            for (size_t k = 0; k < 3; ++k) {
                box.indices[3 * other + k] = held[(k + turn) % 3];
            }
        }
        struct buoy_mesh *mesh = body_mesh(&box, 0);
        assert_true(mesh->is_box);
        // The least change of one coordinate.
        float *moved = &box.positions[rng_below(&rng, 24)];
        *moved = nextafterf(*moved, *moved + 1.0f);
        mesh = body_mesh(&box, 0);
        assert_false(mesh->is_box);
    }
    struct buoy_mesh *mesh = mesh_of(body_bipyramid(&rng, 6), 0);
    assert_false(mesh->is_box); // 12 triangles, 8 vertices
}

// Two crowds in the same states: forces agree to within a share of ρ g V_T and of the drag.
static void expect_alike(const char *a, const char *b, const double moved[3], double share) {
    struct rng rng = rng_make("step: models alike");
    const struct stepping_model *first = stepping_model(a), *second = stepping_model(b);
    struct buoy_model_info info;
    buoy_model_get_info(first->model, &info, NULL);
    for (int round = 0; round < 20; ++round) {
        stepping_random(&rng, stepping_most, &crowd);
        for (size_t i = 0; i < crowd.count; ++i) {
            crowd.models[i] = first->model;
        }
        const struct buoy_step_query query = stepping_query(&crowd);
        stepping_ask(buoy_kernel_find("step/auto/best"), &query, results);
        for (size_t i = 0; i < crowd.count; ++i) {
            double r[3][3];
            stepping_rotation(crowd.states[i].rotation, r);
            crowd.models[i] = second->model;
            for (int k = 0; k < 3; ++k) {
                crowd.states[i].position[k] -=
                    r[k][0] * moved[0] + r[k][1] * moved[1] + r[k][2] * moved[2];
            }
        }
        stepping_ask(buoy_kernel_find("step/auto/best"), &query, others);
        const double weight = BUOY_SEA_WATER * BUOY_GRAVITY * info.volume;
        for (size_t i = 0; i < crowd.count; ++i) {
            const struct buoy_body_forces *x = &results[i], *y = &others[i];
            const double scale = share * (weight + fabs(x->drag.force[0]) + fabs(x->drag.force[1]) +
                                          fabs(x->drag.force[2]) + fabs(x->drag.torque[0]) +
                                          fabs(x->drag.torque[1]) + fabs(x->drag.torque[2]));
            for (int k = 0; k < 3; ++k) {
                FAIL_IF(!(fabs(x->buoyancy.force[k] - y->buoyancy.force[k]) <= scale &&
                          fabs(x->buoyancy.torque[k] - y->buoyancy.torque[k]) <= scale &&
                          fabs(x->drag.force[k] - y->drag.force[k]) <= scale &&
                          fabs(x->drag.torque[k] - y->drag.torque[k]) <= scale),
                        "%s and %s, body %zu, axis %d: %g %g %g %g, %g %g %g %g", a, b, i, k,
                        x->buoyancy.force[k], x->buoyancy.torque[k], x->drag.force[k],
                        x->drag.torque[k], y->buoyancy.force[k], y->buoyancy.torque[k],
                        y->drag.force[k], y->drag.torque[k]);
            }
            assert_true(fabs(x->volume - y->volume) <= share * info.volume);
        }
    }
}

// A mesh that is a box floats as the box does, from where its frame's origin is.
TEST(meshes_that_are_boxes) {
    const double away[3] = {0.5, -0.25, 1.0};
    expect_alike("box", "mesh that is a box", away, 1e-12);
}

// Two halves of a box: the same V, c and S, but inner faces count as wetted.
TEST(two_halves) {
    struct stepping_model *made = &stepping_made[stepping_made_count++];
    const struct buoy_part half = box_part(0.375f, 0.5f, 0.25f);
    const double none[3] = {0.0};
    made->name = "two halves without quadratic drag";
    made->parts[0] = made->parts[1] = half;
    made->parts[0].place.position[0] = -0.375;
    made->parts[1].place.position[0] = 0.375;
    made->input = stepping_model("box")->input;
    made->input.parts = made->parts;
    made->input.part_count = 2;
    made->model = model_of(&made->input);
    expect_alike("box", made->name, none, 5e-6);
}

// Parts in another order: other sums, the same forces to within rounding.
TEST(order_of_parts) {
    struct stepping_model *made = &stepping_made[stepping_made_count++];
    const struct stepping_model *other = stepping_model("four kinds of parts");
    const double none[3] = {0.0};
    *made = *other;
    made->name = "four kinds of parts, in reverse";
    made->input.parts = made->parts;
    for (size_t i = 0; i < 4; ++i) {
        made->parts[i] = other->parts[3 - i];
    }
    made->model = model_of(&made->input);
    expect_alike(other->name, made->name, none, 1e-11);
}

// -------------------------------------------------------------------------------- merged meshes

static struct buoy_model *model_merged(struct buoy_model_input input) {
    input.merge = true;
    return model_of(&input);
}

// Closed meshes as one: the same forces, within the bounds of meshes, on the same body.
TEST(merged) {
    struct rng rng = rng_make("step: merged meshes");
    static const char *const specifications[] = {"builtin:star:96", "builtin:sphere:320",
                                                 "builtin:barrel:44", "builtin:barrel:44"};
    struct stepping_model *apart = &stepping_made[stepping_made_count++];
    struct stepping_model *merged = &stepping_made[stepping_made_count++];
    struct buoy_mesh *meshes[4];
    const double none[3] = {0.0};
    for (int round = 0; round < 4; ++round) {
        const size_t hulls = round == 0 ? 4 : 3;
        for (size_t i = 0; i < 4; ++i) {
            struct body body = body_builtin(specifications[i]);
            apart->parts[i] = buoy_part_default();
            const struct buoy_mesh_input input = body_input(&body, 0);
            assert_int_equal(buoy_mesh_create(&input, &meshes[i], NULL), BUOY_OK);
            apart->parts[i].shape.kind = BUOY_SHAPE_MESH;
            apart->parts[i].mesh = meshes[i];
            if (i >= hulls) {
                apart->parts[i].mesh = NULL;
                apart->parts[i].shape = (struct buoy_shape){BUOY_SHAPE_CAPSULE, {0.5f, 0.5f}};
            }
            double *q = apart->parts[i].place.rotation, square = 0.0;
            for (int k = 0; k < 4; ++k) {
                q[k] = rng_between(&rng, -1.0, 1.0);
                square += q[k] * q[k];
            }
            for (int k = 0; k < 4; ++k) {
                q[k] = square > 0.01 ? q[k] / sqrt(square) : 0.5;
            }
            for (int k = 0; k < 3; ++k) {
                apart->parts[i].place.position[k] = rng_between(&rng, -1.0, 1.0);
            }
        }
        // Another order, in which what is no mesh stands between meshes.
        const struct buoy_part last = apart->parts[3];
        apart->parts[3] = apart->parts[round];
        apart->parts[round] = last;
        const double densities[] = {300.0, 400.0, 500.0, 600.0};
        apart->input = (struct buoy_model_input){.parts = apart->parts,
                                                 .part_count = 4,
                                                 .densities = densities,
                                                 .drag = {1.0, 1.0, round % 2 ? 0.5 : 0.0},
                                                 .frame = (enum buoy_frame)BUOY_Z_UP};
        apart->name = "apart";
        apart->model = model_of(&apart->input);
        *merged = *apart;
        merged->name = "merged";
        merged->model = model_merged(apart->input);
        struct buoy_model_info one, several;
        buoy_model_get_info(merged->model, &one, NULL);
        buoy_model_get_info(apart->model, &several, NULL);
        assert_int_equal(one.part_count, 4);
        assert_memory_equal(&one.mass, &several.mass, sizeof one.mass);
        expect_within("V", one.volume, several.volume, 1e-12 * (1e5 * several.volume));
        assert_true(one.bytes > several.bytes && one.diagonal <= several.diagonal * (1.0 + 1e-12));
        expect_alike("apart", "merged", none, 2e-6);
        // The meshes given are not needed any more.
        for (size_t i = 0; i < 4; ++i) {
            buoy_mesh_destroy(meshes[i]);
        }
        const struct buoy_step_query query = stepping_query(&crowd);
        stepping_ask(buoy_kernel_find("step/auto/best"), &query, results);
        assert_memory_equal(results, others, crowd.count * sizeof *results);
    }
}

TEST_FIXTURE(stepping_make, NULL)
