// Compares every mesh file with assimp's reading, if assimp is installed: the same faces with the
// same corners in the same order. Coordinates in text may differ by the error of assimp's decimals,
// and coordinates placed by a node by the error of assimp's single-precision arithmetic.

#if defined(BUOY_HAVE_ASSIMP) && defined(BUOY_HAVE_MESH_FILES)
#define COMPARED
#endif
#ifdef COMPARED
#include <assimp/cimport.h>
#include <assimp/scene.h>

#include "child.h"
#include "glb.h"
#include "meshes/meshes.h"
#include "rng.h"
#include "shared.h"
#endif
#include "test.h"

#ifdef COMPARED
// A mesh of ours, and how far assimp's faces have gone through it.
struct comparison {
    const char *path;
    const struct mesh_data *data;
    size_t triangle;
    double tolerance; // of a coordinate
};

static const double *corner_of(const struct mesh_data *data, size_t triangle, size_t corner) {
    return data->positions + (size_t)3 * data->indices[3 * triangle + corner];
}

static double largest_coordinate(const struct mesh_data *data) {
    double largest = 0.0;
    for (size_t i = 0; i < 3 * data->vertex_count; ++i) {
        largest = fmax(largest, fabs(data->positions[i]));
    }
    return largest;
}

// Rows of an affine map.
struct map {
    double rows[3][4];
};

static struct map compose(const struct map *outer, const struct aiMatrix4x4 *m) {
    const double inner[3][4] = {
        {(double)m->a1, (double)m->a2, (double)m->a3, (double)m->a4},
        {(double)m->b1, (double)m->b2, (double)m->b3, (double)m->b4},
        {(double)m->c1, (double)m->c2, (double)m->c3, (double)m->c4},
    };
    struct map map;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 4; ++j) {
            map.rows[i][j] = j == 3 ? outer->rows[i][3] : 0.0;
            for (int k = 0; k < 3; ++k) {
                map.rows[i][j] += outer->rows[i][k] * inner[k][j];
            }
        }
    }
    return map;
}

static bool is_near(const double *ours, const struct aiVector3D *theirs, const struct map *map,
                    double tolerance) {
    bool near = true;
    for (int i = 0; i < 3; ++i) {
        const double *row = map->rows[i];
        const double moved = row[0] * (double)theirs->x + row[1] * (double)theirs->y +
                             row[2] * (double)theirs->z + row[3];
        near = near && fabs(ours[i] - moved) <= tolerance;
    }
    return near;
}

// A face of n corners is n − 2 of our triangles, which together have each of its corners.
static void compare_face(struct comparison *comparison, const struct aiMesh *mesh,
                         const struct aiFace *face, const struct map *map) {
    const size_t first = comparison->triangle;
    if (face->mNumIndices < 3) {
        return;
    }
    comparison->triangle += face->mNumIndices - 2;
    if (comparison->triangle > comparison->data->triangle_count) {
        fail_msg("%s: assimp has more triangles than our %zu", comparison->path,
                 comparison->data->triangle_count);
    }
    for (unsigned i = 0; i < face->mNumIndices; ++i) {
        const struct aiVector3D *theirs = &mesh->mVertices[face->mIndices[i]];
        bool found = false;
        for (size_t k = 3 * first; k < 3 * comparison->triangle && !found; ++k) {
            const bool only = face->mNumIndices == 3; // then in this order, too
            found =
                (!only || k - 3 * first == i) && is_near(corner_of(comparison->data, k / 3, k % 3),
                                                         theirs, map, comparison->tolerance);
        }
        if (!found) {
            fail_msg("%s: triangle %zu: assimp has a corner at %.9g %.9g %.9g", comparison->path,
                     first, (double)theirs->x, (double)theirs->y, (double)theirs->z);
        }
    }
}

static void compare_node(struct comparison *comparison, const struct aiScene *scene,
                         const struct aiNode *node, const struct map *outer) {
    const struct map map = compose(outer, &node->mTransformation);
    for (unsigned i = 0; i < node->mNumMeshes; ++i) {
        const struct aiMesh *mesh = scene->mMeshes[node->mMeshes[i]];
        for (unsigned k = 0; k < mesh->mNumFaces; ++k) {
            compare_face(comparison, mesh, &mesh->mFaces[k], &map);
        }
    }
    for (unsigned i = 0; i < node->mNumChildren; ++i) {
        compare_node(comparison, scene, node->mChildren[i], &map);
    }
}

// Assimp's decimals are off by up to two units in the last place, and so are its matrices; a
// coordinate is the sum of four products of these, each below the largest coordinate or not much
// above: 2^-20 of that covers it.
static void expect_as_assimp(const char *path) {
    static const struct map identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    struct mesh_data data;
    struct buoy_error error;
    if (mesh_data_load(path, &data, &error) != BUOY_OK) {
        fail_msg("%s", error.message);
    }
    const struct aiScene *scene = aiImportFile(path, 0);
    if (!scene) {
        fail_msg("%s: assimp: %s", path, aiGetErrorString());
        return;
    }
    struct comparison comparison = {
        .path = path, .data = &data, .tolerance = ldexp(largest_coordinate(&data), -20)};
    compare_node(&comparison, scene, scene->mRootNode, &identity);
    assert_int_equal(comparison.triangle, data.triangle_count);
    aiReleaseImport(scene);
    mesh_data_free(&data);
}

// ----------------------------------------------------------------------------- shared meshes

TEST(shared_meshes) {
    size_t count = 0;
    if (!shared_folder()) {
        print_message("no folder of shared meshes\n");
        return;
    }
    struct shared_mesh *meshes = shared_meshes(&count);
    for (size_t i = 0; i < count; ++i) {
        expect_as_assimp(meshes[i].path);
        shared_mesh_free(&meshes[i]);
    }
    free(meshes);
    assert_true(count > 0);
}

// ----------------------------------------------------------------------- a generated corpus

#define FACES 200
#define MOST_CORNERS 9

// Convex polygons here and there, each with corners of its own.
struct corpus {
    size_t counts[FACES], vertices;
    double points[FACES * MOST_CORNERS][3];
};

static void make_corpus(struct corpus *corpus, struct rng *rng, bool triangles) {
    corpus->vertices = 0;
    for (size_t i = 0; i < FACES; ++i) {
        double centre[3], u[3], v[3];
        corpus->counts[i] = triangles ? 3 : 3 + rng_below(rng, MOST_CORNERS - 2);
        for (int k = 0; k < 3; ++k) {
            centre[k] = rng_between(rng, -100.0, 100.0);
            u[k] = rng_between(rng, -1.0, 1.0);
            v[k] = rng_between(rng, -1.0, 1.0);
        }
        for (size_t c = 0; c < corpus->counts[i]; ++c) {
            const double angle = 6.283185307 * (double)c / (double)corpus->counts[i];
            double *point = corpus->points[corpus->vertices++];
            for (int k = 0; k < 3; ++k) {
                point[k] = centre[k] + u[k] * cos(angle) + v[k] * sin(angle);
            }
        }
    }
}

static void put_points(FILE *file, const struct corpus *corpus, const char *before, int digits) {
    for (size_t i = 0; i < corpus->vertices; ++i) {
        const double *p = corpus->points[i];
        fprintf(file, "%s%.*g %.*g %.*g\n", before, digits, p[0], digits, p[1], digits, p[2]);
    }
}

static void put_faces(FILE *file, const struct corpus *corpus, bool obj) {
    size_t first = obj ? 1 : 0;
    for (size_t i = 0; i < FACES; ++i) {
        if (obj) {
            fputs("f", file);
        } else {
            fprintf(file, "%zu", corpus->counts[i]);
        }
        for (size_t c = 0; c < corpus->counts[i]; ++c) {
            fprintf(file, " %zu", first++);
        }
        fputs("\n", file);
    }
}

static void put_text_stl(FILE *file, const struct corpus *corpus) {
    fputs("solid corpus\n", file);
    for (size_t i = 0; i < corpus->vertices; ++i) {
        const double *p = corpus->points[i];
        fprintf(file, "%svertex %.7e %.7e %.7e\n%s",
                i % 3 == 0 ? "facet normal 0 0 0\nouter loop\n" : "", p[0], p[1], p[2],
                i % 3 == 2 ? "endloop\nendfacet\n" : "");
    }
    fputs("endsolid corpus\n", file);
}

static void put_corpus(FILE *file, const struct corpus *corpus, const char *name) {
    if (strcmp(name, "a.obj") == 0) {
        put_points(file, corpus, "v ", 9);
        put_faces(file, corpus, true);
    } else if (strcmp(name, "a.off") == 0) {
        fprintf(file, "OFF\n%zu %d 0\n", corpus->vertices, FACES);
        put_points(file, corpus, "", 8);
        put_faces(file, corpus, false);
    } else if (strcmp(name, "a.ply") == 0) {
        fprintf(file,
                "ply\nformat ascii 1.0\nelement vertex %zu\nproperty float x\nproperty float y\n"
                "property float z\nelement face %d\nproperty list uchar int vertex_indices\n"
                "end_header\n",
                corpus->vertices, FACES);
        put_points(file, corpus, "", 9);
        put_faces(file, corpus, false);
    } else {
        put_text_stl(file, corpus);
    }
}

TEST(text) {
    static const char *const names[] = {"a.obj", "a.off", "a.ply", "a.stl"};
    struct rng rng = rng_make("assimp");
    struct corpus *corpus = malloc(sizeof *corpus);
    for (size_t i = 0; i < 80; ++i) {
        const char *name = names[i % 4], *path = scratch_path(name);
        make_corpus(corpus, &rng, strcmp(name, "a.stl") == 0);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        put_corpus(file, corpus, name);
        assert_int_equal(fclose(file), 0);
        expect_as_assimp(path);
    }
    free(corpus);
}

// A chain of three nodes that turn, scale and shift; the points as floats, in the file or beside
// it.
TEST(gltf) {
    struct rng rng = rng_make("assimp gltf");
    struct corpus *corpus = malloc(sizeof *corpus);
    float(*points)[3] = malloc((size_t)3 * FACES * sizeof *points);
    for (size_t i = 0; i < 20; ++i) {
        char json[2048], *end = json;
        make_corpus(corpus, &rng, true);
        for (size_t k = 0; k < (size_t)9 * FACES; ++k) {
            points[k / 3][k % 3] = (float)corpus->points[k / 3][k % 3];
        }
        end += sprintf(end,
                       "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
                       "\"nodes\":[");
        for (int node = 0; node < 3; ++node) {
            double axis[3];
            const double half = rng_between(&rng, -3.0, 3.0), s = sin(half);
            rng_direction(&rng, axis);
            end += sprintf(end,
                           "{\"rotation\":[%.9f,%.9f,%.9f,%.9f],\"scale\":[%.6f,%.6f,%.6f],"
                           "\"translation\":[%.4f,%.4f,%.4f],%s}%s",
                           s * axis[0], s * axis[1], s * axis[2], cos(half),
                           rng_between(&rng, 0.5, 2.0), rng_between(&rng, 0.5, 2.0),
                           rng_between(&rng, 0.5, 2.0), rng_between(&rng, -9.0, 9.0),
                           rng_between(&rng, -9.0, 9.0), rng_between(&rng, -9.0, 9.0),
                           node == 0   ? "\"children\":[1]"
                           : node == 1 ? "\"children\":[2]"
                                       : "\"mesh\":0",
                           node < 2 ? "," : "");
        }
        sprintf(end,
                "],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
                "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":%d,"
                "\"type\":\"VEC3\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%d}],"
                "\"buffers\":[{%s\"byteLength\":%d}]}",
                3 * FACES, 36 * FACES, i % 2 ? "\"uri\":\"a.bin\"," : "", 36 * FACES);
        const size_t size = (size_t)36 * FACES;
        if (i % 2) {
            scratch_write("a.bin", points, size);
            expect_as_assimp(scratch_write_text("a.gltf", json));
        } else {
            expect_as_assimp(write_glb("a.glb", json, points, size));
        }
    }
    free(points);
    free(corpus);
}
#endif

static bool assimp_is_installed(void) {
#ifdef COMPARED
    return true;
#else
    return false;
#endif
}

TEST_NEEDS(assimp_is_installed)
