// Triangles that other parts of a mesh hide: those whose centre is inside the solid.
#include "body.h"
#include "buoyancy_pressure.h"
#include "test.h"

// A mast stuck into a hull: its foot and the sides below deck are hidden, the deck is not, nor is
// what stands out.
TEST(hidden) {
    struct body hull = body_box(2.0f, 1.0f, 0.5f), mast = body_box(0.1f, 0.1f, 0.7f);
    const double up[3] = {0.13, 0.07, 0.9};
    body_move(&mast, up);
    struct body fine = body_refine(&mast), finer = body_refine(&fine);
    struct body both = body_joined(hull, finer);
    struct buoy_mesh *mesh = body_mesh(&both, BUOY_MESH_WELD);
    uint8_t *hidden = test_alloc(both.triangle_count);
    assert_int_equal(buoy_mesh_find_hidden(mesh, hidden, NULL), BUOY_OK);
    size_t inside = 0;
    for (size_t t = 0; t < both.triangle_count; ++t) {
        double z = 0.0;
        for (size_t k = 0; k < 3; ++k) {
            z += (double)both.positions[3 * both.indices[3 * t + k] + 2] / 3.0;
        }
        const bool expected = t >= hull.triangle_count && z < 0.5;
        assert_int_equal(hidden[t], expected);
        inside += expected;
    }
    assert_true(inside > 0);
    assert_int_equal(buoy_mesh_find_hidden(NULL, hidden, NULL), BUOY_ERROR_ARGUMENT);
    assert_int_equal(buoy_mesh_find_hidden(mesh, NULL, NULL), BUOY_ERROR_ARGUMENT);
}

// A cavity lies within what is solid, and is hidden; a stone that lies in the cavity is not within
// anything.
TEST(hidden_in_cavity) {
    struct body shell =
        body_joined(body_box(2.0f, 2.0f, 2.0f), body_inside_out(body_box(1.0f, 1.0f, 1.0f)));
    struct body stone = body_moved(body_box(0.25f, 0.25f, 0.25f), 0.1, 0.2, 0.3);
    struct body both = body_joined(shell, stone);
    struct buoy_mesh *mesh = body_mesh(&both, 0);
    uint8_t hidden[36];
    assert_int_equal(both.triangle_count, 36);
    assert_int_equal(buoy_mesh_find_hidden(mesh, hidden, NULL), BUOY_OK);
    for (size_t t = 0; t < 36; ++t) {
        assert_int_equal(hidden[t], t >= 12 && t < 24);
    }
}

// A part that is not closed hides nothing, whichever triangle it lacks.
TEST(open_hides_nothing) {
    struct body stone = body_moved(body_box(0.25f, 0.25f, 0.25f), 0.1, 0.2, 0.3);
    for (size_t lacking = 0; lacking < 12; ++lacking) {
        struct body shell = body_box(1.0f, 1.0f, 1.0f);
        memmove(shell.indices + 3 * lacking, shell.indices + 3 * lacking + 3,
                (11 - lacking) * 3 * sizeof *shell.indices);
        --shell.triangle_count;
        struct body both = body_joined(shell, stone);
        struct buoy_mesh *mesh = body_mesh(&both, BUOY_MESH_ACCEPT_OPEN);
        uint8_t hidden[23];
        assert_int_equal(both.triangle_count, 23);
        assert_int_equal(buoy_mesh_find_hidden(mesh, hidden, NULL), BUOY_OK);
        for (size_t t = 0; t < 23; ++t) {
            assert_int_equal(hidden[t], 0);
        }
    }
}
