// Meshes from arbitrary arrays, under every flag: refused with a message, or made, and then the
// mesh's properties are consistent.
#include "targets.h"

#include <math.h>
#include <string.h>

#include "buoyancy.h"
#include "buoyancy_pressure.h"
#include "bytes.h"

enum {
    MOST_VERTICES = 64,
    MOST_TRIANGLES = 128,
};

struct arrays {
    float positions[3 * MOST_VERTICES];
    uint32_t indices[3 * MOST_TRIANGLES];
    struct buoy_mesh_input input;
};

// Finite or not, often the same as another's, so that vertices meet.
static float any_coordinate(struct fuzz_bytes *bytes, const struct arrays *arrays, size_t before) {
    static const float odd[] = {INFINITY, -INFINITY, NAN};
    if (fuzz_one_in(bytes, 200)) {
        return odd[fuzz_below(bytes, 3)];
    }
    if (before > 0 && fuzz_one_in(bytes, 4)) {
        return arrays->positions[fuzz_below(bytes, before < 256 ? before : 256)];
    }
    return fuzz_coordinate(bytes);
}

static void make_arrays(struct fuzz_bytes *bytes, struct arrays *arrays) {
    arrays->input = (struct buoy_mesh_input){
        .positions = arrays->positions,
        .indices = arrays->indices,
        .flags = (fuzz_byte(bytes) & 15u) | BUOY_MESH_KEEP_ALL,
    };
    arrays->input.vertex_count = fuzz_below(bytes, MOST_VERTICES + 1);
    arrays->input.triangle_count = fuzz_below(bytes, MOST_TRIANGLES + 1);
    if (fuzz_one_in(bytes, 4)) {
        arrays->input.triangle_count = 4 * (1 + fuzz_below(bytes, 4));
    }
    for (size_t i = 0; i < 3 * arrays->input.vertex_count; ++i) {
        arrays->positions[i] = any_coordinate(bytes, arrays, i);
    }
    // Corners of few vertices, sometimes of none that exist; a third of triangles close a
    // tetrahedron with those before, so that whole bodies come up.
    static const uint8_t faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    const size_t vertices = arrays->input.vertex_count, most = arrays->input.triangle_count;
    size_t made = 0;
    while (made < most) {
        uint32_t corner[4];
        for (int i = 0; i < 4; ++i) {
            corner[i] = (uint32_t)fuzz_below(bytes, vertices > 0 ? vertices : 1);
        }
        if (fuzz_one_in(bytes, 64)) {
            corner[0] = fuzz_word(bytes);
        }
        const bool whole = !fuzz_one_in(bytes, 3);
        for (size_t f = 0; f < (whole ? 4 : 1) && made < most; ++f, ++made) {
            for (int k = 0; k < 3; ++k) {
                arrays->indices[3 * made + (size_t)k] = corner[faces[f][k]];
            }
        }
    }
}

static void check_message(enum buoy_status status, const struct buoy_error *error) {
    FUZZ_FAIL_IF(
        error->status != status || !memchr(error->message, '\0', sizeof error->message) ||
            (status != BUOY_OK) != (error->message[0] != '\0') || strchr(error->message, '\n'),
        "status %d, in the error %d: '%.200s'", (int)status, (int)error->status, error->message);
}

static bool is_finite_sum(const double *numbers, size_t count) {
    double sum = 0.0;
    for (size_t i = 0; i < count; ++i) {
        sum += numbers[i];
    }
    return isfinite(sum);
}

// A mesh copied out makes the same mesh without any repair.
static void check_copy(const struct buoy_mesh *mesh, unsigned flags) {
    static float positions[3 * MOST_VERTICES];
    static uint32_t indices[3 * MOST_TRIANGLES];
    static uint8_t hidden[MOST_TRIANGLES];
    struct buoy_mesh_info info, again;
    struct buoy_mesh *copy;
    struct buoy_error error;
    buoy_mesh_get_info(mesh, &info, NULL);
    buoy_mesh_copy_out(mesh, positions, indices, NULL);
    const struct buoy_mesh_input input = {.positions = positions,
                                          .vertex_count = info.vertex_count,
                                          .indices = indices,
                                          .triangle_count = info.triangle_count,
                                          .flags =
                                              (flags & BUOY_MESH_ACCEPT_OPEN) | BUOY_MESH_KEEP_ALL};
    FUZZ_FAIL_IF(buoy_mesh_create(&input, &copy, &error) != BUOY_OK,
                 "a mesh copied out is refused: %s", error.message);
    buoy_mesh_get_info(copy, &again, NULL);
    FUZZ_FAIL_IF(again.volume != info.volume || again.area != info.area ||
                     again.closed != info.closed,
                 "a mesh copied out is another: volume %.17g and %.17g, area %.17g and %.17g",
                 info.volume, again.volume, info.area, again.area);
    buoy_mesh_destroy(copy);
    FUZZ_FAIL_IF(buoy_mesh_find_hidden(mesh, hidden, NULL) != BUOY_OK,
                 "hidden triangles cannot be looked for");
}

static void run(const uint8_t *bytes, size_t size) {
    static struct arrays arrays;
    struct fuzz_bytes in = {bytes, bytes + size};
    make_arrays(&in, &arrays);
    const struct buoy_mesh_input *input = &arrays.input;
    struct buoy_diagnosis diagnosis;
    struct buoy_error error;
    struct buoy_mesh *mesh;
    enum buoy_status status = buoy_mesh_diagnose(input, &diagnosis, &error);
    const bool examined = status == BUOY_OK;
    check_message(status, &error);
    if (examined) {
        FUZZ_FAIL_IF(diagnosis.distinct_vertices > diagnosis.vertex_count ||
                         diagnosis.degenerate_triangles > diagnosis.triangle_count ||
                         diagnosis.open_edges + diagnosis.inconsistent_edges +
                                 diagnosis.non_manifold_edges >
                             diagnosis.edges ||
                         diagnosis.inward_parts > diagnosis.parts ||
                         diagnosis.parts > diagnosis.triangle_count,
                     "counts of a diagnosis do not hang together: %zu vertices, %zu distinct; %zu "
                     "triangles, %zu degenerate; %zu edges, %zu open, %zu inconsistent, %zu "
                     "non-manifold; %zu parts, %zu inward",
                     diagnosis.vertex_count, diagnosis.distinct_vertices, diagnosis.triangle_count,
                     diagnosis.degenerate_triangles, diagnosis.edges, diagnosis.open_edges,
                     diagnosis.inconsistent_edges, diagnosis.non_manifold_edges, diagnosis.parts,
                     diagnosis.inward_parts);
        FUZZ_FAIL_IF(!is_finite_sum(diagnosis.minimum, 3) || !is_finite_sum(diagnosis.maximum, 3) ||
                         !is_finite_sum(diagnosis.centroid, 3) ||
                         !is_finite_sum(diagnosis.inertia[0], 9) || !isfinite(diagnosis.volume) ||
                         !(diagnosis.area >= 0.0) || isnan(diagnosis.conditioning),
                     "numbers of a diagnosis are not finite: volume %g, area %g", diagnosis.volume,
                     diagnosis.area);
    }
    status = buoy_mesh_create(input, &mesh, &error);
    check_message(status, &error);
    FUZZ_FAIL_IF(!mesh != (status != BUOY_OK), "status %d, and %s mesh", (int)status,
                 mesh ? "a" : "no");
    if (mesh) {
        FUZZ_FAIL_IF(!examined, "made, but it could not be examined");
        const unsigned flags = input->flags;
        struct buoy_mesh_info info;
        buoy_mesh_get_info(mesh, &info, NULL);
        const bool accepted_open = (flags & BUOY_MESH_ACCEPT_OPEN) != 0;
        FUZZ_FAIL_IF(!(info.closed || accepted_open) || info.triangle_count == 0 ||
                         info.vertex_count == 0 || (!accepted_open && !(info.volume > 0.0)),
                     "made, but closed: %d, triangles: %zu, volume: %g", (int)info.closed,
                     info.triangle_count, info.volume);
        FUZZ_FAIL_IF(!is_finite_sum(info.centre, 3) || !is_finite_sum(info.half_extent, 3) ||
                         !is_finite_sum(info.centroid, 3) || !isfinite(info.volume) ||
                         !isfinite(info.area) || !isfinite(info.diagonal) ||
                         isnan(info.conditioning),
                     "a mesh whose numbers are not finite: volume %g, area %g, diagonal %g",
                     info.volume, info.area, info.diagonal);
        check_copy(mesh, input->flags);
    }
    buoy_mesh_destroy(mesh);
    fuzz_count(1, 1);
}

const struct fuzz_target fuzz_mesh = {
    "mesh", "making, mending and examining meshes from any arrays", 1024, true, false, run};
