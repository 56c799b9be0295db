// Meshes from elsewhere with exact answers.
#include "shared.h"

#include <dirent.h>

#include <unistd.h>

#include "test.h"

static const char planes_suffix[] = ".planes.csv";

const char *shared_folder(void) {
    const char *folder = getenv("BUOY_SHARED_MESHES");
    folder = folder && *folder ? folder : TEST_SHARED_MESHES;
    return access(folder, R_OK) == 0 ? folder : NULL;
}

static char *join(const char *folder, const char *id, const char *suffix) {
    const size_t size = strlen(folder) + strlen(id) + strlen(suffix) + 2;
    char *path = malloc(size);
    assert_non_null(path);
    snprintf(path, size, "%s/%s%s", folder, id, suffix);
    return path;
}

// Reads `columns` columns below the header, row by row; a blank is NaN. Returns the number of rows.
static size_t read_columns(const char *path, int columns, double **rows) {
    FILE *file = fopen(path, "r");
    FAIL_IF(!file, "%s: cannot open", path);
    char line[2048];
    size_t count = 0;
    *rows = NULL;
    assert_non_null(fgets(line, sizeof line, file)); // the header
    while (fgets(line, sizeof line, file)) {
        *rows = realloc(*rows, (count + 1) * (size_t)columns * sizeof **rows);
        assert_non_null(*rows);
        const char *p = line;
        for (int i = 0; i < columns; ++i) {
            char *end;
            const double value = strtod(p, &end);
            (*rows)[count * (size_t)columns + (size_t)i] = end == p ? (double)NAN : value;
            FAIL_IF(i < columns - 1 && *end != ',', "%s: row %zu has fewer than %d columns", path,
                    count + 1, columns);
            p = end + 1;
        }
        ++count;
    }
    fclose(file);
    assert_true(count > 0);
    return count;
}

static char *find_mesh_file(const char *folder, const char *id) {
    static const char *const suffixes[] = {".obj", ".stl", ".ply", ".off", ".glb", ".gltf"};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; ++i) {
        char *path = join(folder, id, suffixes[i]);
        if (access(path, R_OK) == 0) {
            return path;
        }
        free(path);
    }
    fail_msg("%s/%s: planes, but no mesh", folder, id);
    return NULL;
}

static struct shared_mesh read_mesh(const char *folder, const char *id) {
    struct shared_mesh mesh = {.path = find_mesh_file(folder, id), .name = strdup(id)};
    char *path = join(folder, id, planes_suffix);
    double *planes, *expected;
    mesh.count = read_columns(path, 4, &planes);
    free(path);
    path = join(folder, id, ".expected.csv");
    assert_int_equal(read_columns(path, 15, &expected), mesh.count);
    free(path);
    mesh.planes = malloc(mesh.count * sizeof *mesh.planes);
    mesh.expected = malloc(mesh.count * sizeof *mesh.expected);
    assert_true(mesh.planes && mesh.expected);
    for (size_t i = 0; i < mesh.count; ++i) {
        const double *p = planes + 4 * i, *e = expected + 15 * i;
        mesh.planes[i] = (struct buoy_plane){{(float)p[0], (float)p[1], (float)p[2]}, (float)p[3]};
        mesh.expected[i] = (struct buoy_hydrostatics){.volume = e[0],
                                                      .centre = {e[1], e[2], e[3]},
                                                      .wetted_area = e[4],
                                                      .waterplane_area = e[5],
                                                      .waterplane_centroid = {e[6], e[7], e[8]},
                                                      .xx = e[9],
                                                      .xy = e[10],
                                                      .xz = e[11],
                                                      .yy = e[12],
                                                      .yz = e[13],
                                                      .zz = e[14]};
    }
    free(planes);
    free(expected);
    return mesh;
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct shared_mesh *)a)->name, ((const struct shared_mesh *)b)->name);
}

struct shared_mesh *shared_meshes(size_t *count) {
    const char *folder = shared_folder();
    DIR *directory = folder ? opendir(folder) : NULL;
    if (!directory) {
        fail_msg("no folder of shared meshes");
        return NULL;
    }
    struct shared_mesh *meshes = NULL;
    *count = 0;
    for (struct dirent *entry; (entry = readdir(directory));) {
        char *end = strstr(entry->d_name, planes_suffix);
        if (!end || strcmp(end, planes_suffix) != 0) {
            continue;
        }
        *end = '\0';
        meshes = realloc(meshes, (*count + 1) * sizeof *meshes);
        assert_non_null(meshes);
        meshes[(*count)++] = read_mesh(folder, entry->d_name);
    }
    closedir(directory);
    if (*count > 0) {
        qsort(meshes, *count, sizeof *meshes, by_name);
    }
    return meshes;
}

void shared_mesh_free(struct shared_mesh *mesh) {
    free(mesh->path);
    free(mesh->name);
    free(mesh->planes);
    free(mesh->expected);
}
