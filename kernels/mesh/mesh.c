// Properties of a mesh.
#include "base/arithmetic.h"

#include "mesh/mesh.h"

#include <math.h>

#include "base/status.h"
#include "base/vector.h"
#include "mesh/leaves.h"
#include "mesh/plane.h"

enum buoy_status buoy_mesh_get_info(const struct buoy_mesh *mesh, struct buoy_mesh_info *info,
                                    struct buoy_error *error) {
    BUOY_REFUSE_IF(!mesh || !info, ARGUMENT, "no mesh, or no room for its description");
    const double s = mesh->scale;
    *info = (struct buoy_mesh_info){
        .vertex_count = mesh->vertex_count,
        .triangle_count = mesh->triangle_count,
        .bytes = mesh->bytes,
        .closed = mesh->closed || mesh->inside_out,
        .volume = mesh->volume * (s * s * s),
        .inverted_volume = mesh->inverted * (s * s * s),
        .inverted_doubt = mesh->inverted_doubt * (s * s * s),
        .merged_vertices = mesh->merged_vertices,
        .merged_distance = mesh->merged_distance,
        .area = mesh->area * (s * s),
        .conditioning = buoy_mesh_conditioning(mesh),
        .rounding = mesh->moved * s,
    };
    for (int k = 0; k < 3; ++k) {
        info->centre[k] = mesh->centre[k];
        info->half_extent[k] = mesh->half_extent[k] * s;
        info->centroid[k] = mesh->centroid[k] * s + mesh->centre[k];
    }
    info->diagonal = 2.0 * buoy_length(info->half_extent);
    return buoy_succeed(error);
}

enum buoy_status buoy_mesh_get_closing(const struct buoy_mesh *mesh, struct buoy_closing *closing,
                                       struct buoy_error *error) {
    BUOY_REFUSE_IF(!mesh || !closing, ARGUMENT, "no mesh, or no room for how it was closed");
    *closing = mesh->closing ? *mesh->closing : (struct buoy_closing){0};
    return buoy_succeed(error);
}

struct buoy_spread buoy_mesh_spread(const struct buoy_mesh *mesh) {
    const double scale = mesh->scale;
    struct buoy_spread spread = {.length = mesh->spread_length};
    for (int i = 0; i < 3; ++i) {
        const double half = mesh->half_extent[i] * scale;
        spread.centroid[i] = mesh->spread_is_box ? 0.0 : mesh->centroid[i] * scale;
        for (int j = i; j < 3; ++j) {
            const int k = buoy_symmetric(i, j);
            const double of_box = i == j ? half * half / 3.0 : 0.0;
            spread.second[k] =
                mesh->spread_is_box ? of_box : mesh->volume_spread[k] * (scale * scale);
        }
    }
    return spread;
}

static void copy_indices(const struct buoy_mesh *mesh, uint32_t *indices) {
    for (size_t i = 0; i < mesh->triangle_count; ++i) {
        indices[3 * i] = mesh->triangles->i0[i];
        indices[3 * i + 1] = mesh->triangles->i1[i];
        indices[3 * i + 2] = mesh->triangles->i2[i];
    }
}

void buoy_mesh_copy_own(const struct buoy_mesh *mesh, float *positions, uint32_t *indices) {
    for (size_t i = 0; i < mesh->vertex_count; ++i) {
        positions[3 * i] = mesh->triangles->px[i];
        positions[3 * i + 1] = mesh->triangles->py[i];
        positions[3 * i + 2] = mesh->triangles->pz[i];
    }
    copy_indices(mesh, indices);
}

enum buoy_status buoy_mesh_copy_out(const struct buoy_mesh *mesh, float *positions,
                                    uint32_t *indices, struct buoy_error *error) {
    BUOY_REFUSE_IF(!mesh || !positions || !indices, ARGUMENT, "no mesh, or no room for its arrays");
    BUOY_TRY(buoy_check_kept(mesh, BUOY_MESH_KEEP_TRIANGLES, "copying out", error));
    buoy_mesh_copy_own(mesh, positions, indices);
    for (size_t i = 0; mesh->triangles->given && i < 3 * (size_t)mesh->vertex_count; ++i) {
        positions[i] = (float)mesh->triangles->given[i];
    }
    return buoy_succeed(error);
}

enum buoy_status buoy_mesh_copy_out64(const struct buoy_mesh *mesh, double *positions,
                                      uint32_t *indices, struct buoy_error *error) {
    BUOY_REFUSE_IF(!mesh || !positions || !indices, ARGUMENT, "no mesh, or no room for its arrays");
    BUOY_TRY(buoy_check_kept(mesh, BUOY_MESH_KEEP_TRIANGLES, "copying out", error));
    const float *const own[3] = {mesh->triangles->px, mesh->triangles->py, mesh->triangles->pz};
    for (size_t i = 0; i < 3 * (size_t)mesh->vertex_count; ++i) {
        positions[i] =
            mesh->triangles->given ? mesh->triangles->given[i] : (double)own[i % 3][i / 3];
    }
    copy_indices(mesh, indices);
    return buoy_succeed(error);
}

// The first layout that is needed and not kept decides the message.
enum buoy_status buoy_check_kept(const struct buoy_mesh *mesh, unsigned needed, const char *what,
                                 struct buoy_error *error) {
    static const struct {
        unsigned flag;
        const char *name, *layout;
    } layouts[] = {
        {BUOY_MESH_KEEP_FACETS, "BUOY_MESH_KEEP_FACETS", "facets"},
        {BUOY_MESH_KEEP_BLOCKS, "BUOY_MESH_KEEP_BLOCKS", "blocks"},
        {BUOY_MESH_KEEP_TRIANGLES, "BUOY_MESH_KEEP_TRIANGLES", "triangles"},
        {BUOY_MESH_KEEP_TREE, "BUOY_MESH_KEEP_TREE", "tree"},
    };
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; ++i) {
        BUOY_REFUSE_IF(layouts[i].flag & needed & ~(unsigned)mesh->kept, LAYOUT,
                       "%s reads the mesh's %s, which it keeps only if it is made with %s", what,
                       layouts[i].layout, layouts[i].name);
    }
    return BUOY_OK;
}

double buoy_mesh_conditioning(const struct buoy_mesh *mesh) {
    if (mesh->volume == 0.0) {
        return (double)INFINITY;
    }
    const double diagonal = 2.0 * buoy_length(mesh->half_extent);
    return mesh->area * diagonal / fabs(mesh->volume);
}

// ------------------------------------------------------------------------------------------ spread

// Jacobi's rotation of two axes that makes a[p][q] 0.
static void turn_axes(double a[3][3], int p, int q) {
    const double difference = a[q][q] - a[p][p];
    // A turn by nothing, whose cotangent would overflow.
    if (fabs(a[p][q]) <= 0x1p-511 * fabs(difference)) {
        a[p][q] = a[q][p] = 0.0;
        return;
    }
    const int other = 3 - p - q;
    const double cotangent = difference / (2.0 * a[p][q]); // of twice the angle
    const double size = 1.0 / (fabs(cotangent) + sqrt(cotangent * cotangent + 1.0));
    const double tangent = cotangent < 0.0 ? -size : size;
    const double cosine = 1.0 / sqrt(tangent * tangent + 1.0), sine = tangent * cosine;
    const double with_p = a[other][p], with_q = a[other][q];
    a[p][p] -= tangent * a[p][q];
    a[q][q] += tangent * a[p][q];
    a[p][q] = a[q][p] = 0.0;
    a[other][p] = a[p][other] = cosine * with_p - sine * with_q;
    a[other][q] = a[q][other] = sine * with_p + cosine * with_q;
}

bool buoy_spread_make(const double centroid[3], double second[3][3], const double half_extent[3],
                      bool sound, struct buoy_spread *spread) {
    double a[3][3], extents = 0.0;
    for (int i = 0; i < 9; ++i) {
        a[i / 3][i % 3] = 0.5 * (second[i / 3][i % 3] + second[i % 3][i / 3]);
    }
    // Leaves the eigenvalues: five rounds leave nothing beside the diagonal but rounding, because
    // each round squares what is left.
    for (int round = 0; round < 8; ++round) {
        turn_axes(a, 0, 1);
        turn_axes(a, 0, 2);
        turn_axes(a, 1, 2);
    }
    for (int i = 0; i < 3; ++i) {
        // No part of a body is farther from its centroid than its box is wide.
        const double most = 4.0 * half_extent[i] * half_extent[i];
        sound = sound && a[i][i] > 0.0 && second[i][i] <= most;
    }
    for (int i = 0; i < 3; ++i) {
        const double of_box = half_extent[i] * half_extent[i] / 3.0;
        spread->centroid[i] = sound ? centroid[i] : 0.0;
        for (int j = i; j < 3; ++j) {
            const double own = 0.5 * (second[i][j] + second[j][i]);
            spread->second[buoy_symmetric(i, j)] = sound ? own : i == j ? of_box : 0.0;
        }
        extents += sqrt(sound ? a[i][i] : of_box);
    }
    // A box of half extent h has the second moment h²/3: its extent is 2√3 times the root of that.
    spread->length = 2.0 * 1.7320508075688772935 / 3.0 * extents;
    return sound;
}
