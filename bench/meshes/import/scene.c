// From assimp's scene to plain arrays: every mesh of every node, moved to where the node puts it.
#include "import.h"
#include "triangulate.h"

#include <assimp/scene.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Rows of an affine map: what it does is rows × (x, y, z, 1).
struct map {
    double rows[3][4];
};

struct gathering {
    const struct aiScene *scene;
    struct mesh_data *data;
    struct triangulator *triangulator;
    size_t vertices, triangles, most_corners; // counted first
    uint32_t *corners;                        // of one face
    const char *cause;                        // of failure
};

typedef void mesh_visitor(struct gathering *gathering, const struct aiMesh *mesh,
                          const struct map *map);

static struct map compose(const struct map *outer, const struct aiMatrix4x4 *m) {
    const double inner[4][4] = {
        {(double)m->a1, (double)m->a2, (double)m->a3, (double)m->a4},
        {(double)m->b1, (double)m->b2, (double)m->b3, (double)m->b4},
        {(double)m->c1, (double)m->c2, (double)m->c3, (double)m->c4},
        {0.0, 0.0, 0.0, 1.0},
    };
    struct map map;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 4; ++j) {
            const double *o = outer->rows[i];
            map.rows[i][j] =
                o[0] * inner[0][j] + o[1] * inner[1][j] + o[2] * inner[2][j] + o[3] * inner[3][j];
        }
    }
    return map;
}

// No deeper than reduce_gltf() lets nodes nest.
static void visit_node(struct gathering *gathering, const struct aiNode *node,
                       const struct map *outer, mesh_visitor *visit) {
    const struct map map = compose(outer, &node->mTransformation);
    for (unsigned i = 0; i < node->mNumMeshes; ++i) {
        visit(gathering, gathering->scene->mMeshes[node->mMeshes[i]], &map);
    }
    for (unsigned i = 0; i < node->mNumChildren; ++i) {
        visit_node(gathering, node->mChildren[i], &map, visit);
    }
}

static void visit_all(struct gathering *gathering, mesh_visitor *visit) {
    static const struct map identity = {
        {{1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}}};
    visit_node(gathering, gathering->scene->mRootNode, &identity, visit);
}

static void count_mesh(struct gathering *gathering, const struct aiMesh *mesh,
                       const struct map *map) {
    (void)map;
    gathering->vertices += mesh->mNumVertices;
    for (unsigned i = 0; i < mesh->mNumFaces; ++i) {
        const size_t corners = mesh->mFaces[i].mNumIndices;
        gathering->triangles += corners > 2 ? corners - 2 : 0;
        if (corners > gathering->most_corners) {
            gathering->most_corners = corners;
        }
    }
}

// A map that mirrors turns triangles inside out.
static bool mirrors(const struct map *map) {
    const double *a = map->rows[0], *b = map->rows[1], *c = map->rows[2];
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]) <
           0.0;
}

static bool is_identity(const struct map *map) {
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 4; ++j) {
            if (map->rows[i][j] != (i == j ? 1.0 : 0.0)) {
                return false;
            }
        }
    }
    return true;
}

// Where nothing moves, the file's bits are kept, negative zeros too.
static void add_vertices(struct mesh_data *data, const struct aiMesh *mesh, const struct map *map) {
    const bool identity = is_identity(map);
    for (unsigned i = 0; i < mesh->mNumVertices; ++i) {
        const struct aiVector3D *v = &mesh->mVertices[i];
        const double p[3] = {(double)v->x, (double)v->y, (double)v->z};
        double moved[3];
        for (int k = 0; k < 3; ++k) {
            const double *row = map->rows[k];
            moved[k] = row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3];
        }
        const uint32_t index = mesh_add_vertex(data, moved[0], moved[1], moved[2]);
        if (identity) {
            memcpy(data->positions + (size_t)3 * index, v, 3 * sizeof(float));
        }
    }
}

// Adds the triangles of a face whose corners are numbered from `first`.
static void add_face(struct gathering *gathering, const struct aiFace *face, size_t first,
                     unsigned vertices, bool mirrored) {
    struct mesh_data *data = gathering->data;
    uint32_t *triangles = data->indices + 3 * data->triangle_count;
    const size_t count = face->mNumIndices;
    for (size_t i = 0; i < count; ++i) {
        if (face->mIndices[i] >= vertices) {
            gathering->cause = "assimp made a triangle of a vertex that does not exist";
            return;
        }
        gathering->corners[i] = (uint32_t)(first + face->mIndices[i]);
    }
    if (!triangulate(gathering->triangulator, data->positions, gathering->corners, count,
                     triangles)) {
        gathering->cause = "its polygons are too intricate to be split into triangles";
        return;
    }
    data->triangle_count += count - 2;
    for (size_t i = 0; mirrored && i + 2 < count; ++i) {
        const uint32_t swap = triangles[3 * i + 1];
        triangles[3 * i + 1] = triangles[3 * i + 2];
        triangles[3 * i + 2] = swap;
    }
}

static void add_mesh(struct gathering *gathering, const struct aiMesh *mesh,
                     const struct map *map) {
    const size_t first = gathering->data->vertex_count;
    const bool mirrored = mirrors(map);
    add_vertices(gathering->data, mesh, map);
    for (unsigned i = 0; i < mesh->mNumFaces && !gathering->cause; ++i) {
        if (mesh->mFaces[i].mNumIndices > 2) {
            add_face(gathering, &mesh->mFaces[i], first, mesh->mNumVertices, mirrored);
        }
    }
}

static enum buoy_status check_finite(const struct import_file *file, const struct mesh_data *data,
                                     struct buoy_error *error) {
    for (size_t i = 0; i < 3 * data->vertex_count; ++i) {
        if (!isfinite(data->positions[i])) {
            return import_fail(file, 0, error, BUOY_ERROR_NON_FINITE,
                               "vertex %zu has a coordinate that is not finite once read", i / 3);
        }
    }
    return BUOY_OK;
}

enum buoy_status import_scene(const struct import_file *file, const struct import_reduced *reduced,
                              const struct aiScene *scene, struct mesh_data *data,
                              struct buoy_error *error) {
    struct triangulator triangulator = {0};
    struct gathering gathering = {.scene = scene, .data = data, .triangulator = &triangulator};
    visit_all(&gathering, count_mesh);
    if (gathering.triangles != reduced->triangles) {
        return import_fail(file, 0, error, BUOY_ERROR_ARGUMENT,
                           "assimp read %zu of the file's %zu triangles", gathering.triangles,
                           reduced->triangles);
    }
    gathering.corners = malloc(gathering.most_corners * sizeof *gathering.corners);
    const bool memory = gathering.corners &&
                        triangulator_make(&triangulator, gathering.most_corners) &&
                        mesh_reserve(data, gathering.vertices, gathering.triangles);
    if (memory) {
        visit_all(&gathering, add_mesh);
    }
    free(gathering.corners);
    triangulator_free(&triangulator);
    if (!memory) {
        return import_fail(file, 0, error, BUOY_ERROR_MEMORY, "out of memory");
    }
    if (gathering.cause) {
        return import_fail(file, 0, error, BUOY_ERROR_ARGUMENT, "%s", gathering.cause);
    }
    return check_finite(file, data, error);
}
