// Many meshes of one shape, to keep more memory in use than caches hold.
#include "copies.h"

#include <stdlib.h>

#include "cli.h"
#include "meshes/meshes.h"
#include "poses.h"

// The data needed to make a copy.
struct original {
    struct mesh_data data;
    double centre[3]; // what copies are turned about: of meshes given as floats, the origin
    double *moved;    // positions of the copy's vertices: floats, relative to the centre
};

size_t copies_count(const struct buoy_mesh *mesh) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    const size_t count = COPIES_BYTES / info.bytes;
    if (count < COPIES_FEWEST) {
        return COPIES_FEWEST * info.bytes <= COPIES_MOST_BYTES ? COPIES_FEWEST : 0;
    }
    return count < COPIES_MOST ? count : COPIES_MOST;
}

// The matrix of a rotation by a random unit quaternion; all rotations are equally likely.
static void make_rotation(uint64_t *state, double rotation[3][3]) {
    double q[4], square;
    do {
        square = 0.0;
        for (int i = 0; i < 4; ++i) {
            q[i] = random_between(state, -1.0, 1.0);
            square += q[i] * q[i];
        }
    } while (square > 1.0 || square < 0.01);
    const double s = 2.0 / square, w = q[0], x = q[1], y = q[2], z = q[3];
    const double matrix[3][3] = {
        {1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
        {s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)},
        {s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)},
    };
    for (int i = 0; i < 9; ++i) {
        rotation[i / 3][i % 3] = matrix[i / 3][i % 3];
    }
}

// A mesh that is barely accepted may be refused once it is moved and rounded; the copy is then the
// unchanged mesh, which takes as much memory.
static int make_copy(struct original *original, uint64_t *state, struct buoy_mesh **copy) {
    struct buoy_mesh_input input = {
        .positions64 = original->moved,
        .vertex_count = original->data.vertex_count,
        .indices = original->data.indices,
        .triangle_count = original->data.triangle_count,
        .flags = BUOY_MESH_KEEP_ALL,
    };
    double matrix[3][3];
    make_rotation(state, matrix);
    for (int k = 0; k < 3; ++k) {
        const double stretch = random_between(state, 0.75, 1.25);
        for (int i = 0; i < 3; ++i) {
            matrix[i][k] *= stretch;
        }
    }
    for (size_t v = 0; v < original->data.vertex_count; ++v) {
        double from[3];
        for (int i = 0; i < 3; ++i) {
            from[i] = original->data.positions[3 * v + (size_t)i] - original->centre[i];
        }
        for (int i = 0; i < 3; ++i) {
            const double *row = matrix[i];
            const float to = (float)(row[0] * from[0] + row[1] * from[1] + row[2] * from[2]);
            original->moved[3 * v + (size_t)i] = original->centre[i] + (double)to;
        }
    }
    if (buoy_mesh_create(&input, copy, NULL) == BUOY_OK) {
        return 0;
    }
    input.positions64 = original->data.positions;
    return buoy_mesh_create(&input, copy, NULL) == BUOY_OK ? 0 : cli_out_of_memory();
}

// Queries visit the copies in the order of this list. In the order of their addresses, the
// processor's prefetchers would learn the way; the bodies of a game are not so ordered.
static void shuffle(struct copies *copies, uint64_t *state) {
    for (size_t left = copies->count; left > 1; --left) {
        const size_t chosen = (size_t)(random_bits(state) % left);
        struct buoy_mesh *mesh = copies->meshes[chosen];
        copies->meshes[chosen] = copies->meshes[left - 1];
        copies->meshes[left - 1] = mesh;
    }
}

int copies_make(const struct buoy_mesh *mesh, uint64_t seed, size_t count, struct copies *copies) {
    struct original original = {.centre = {0.0}};
    *copies = (struct copies){.meshes = calloc(count, sizeof(struct buoy_mesh *))};
    if (!copies->meshes) {
        return cli_out_of_memory();
    }
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    int status = cli_copy_mesh(mesh, &original.data);
    original.moved = calloc(3 * info.vertex_count, sizeof *original.moved);
    status = status == 0 && !original.moved ? cli_out_of_memory() : status;
    for (int i = 0; info.rounding > 0.0 && i < 3; ++i) {
        original.centre[i] = info.centre[i];
    }
    while (status == 0 && copies->count < count) {
        status = make_copy(&original, &seed, &copies->meshes[copies->count]);
        copies->count += status == 0;
    }
    shuffle(copies, &seed);
    mesh_data_free(&original.data);
    free(original.moved);
    return status;
}

void copies_free(struct copies *copies) {
    for (size_t i = 0; i < copies->count; ++i) {
        buoy_mesh_destroy(copies->meshes[i]);
    }
    free(copies->meshes);
    *copies = (struct copies){0};
}
