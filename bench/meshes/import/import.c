// Reading a mesh file: into memory, reduced to its geometry, through assimp, into plain arrays.
#include "import.h"

#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <assimp/version.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static import_reducer *find_reducer(const char *path) {
    static const struct {
        const char *extension;
        import_reducer *reduce;
    } formats[] = {
        {".obj", reduce_obj}, {".stl", reduce_stl},   {".ply", reduce_ply},
        {".off", reduce_off}, {".gltf", reduce_gltf}, {".glb", reduce_gltf},
    };
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    for (size_t i = 0; dot && i < sizeof formats / sizeof formats[0]; ++i) {
        if (strcasecmp(dot, formats[i].extension) == 0) {
            return formats[i].reduce;
        }
    }
    return NULL;
}

// Reads an open file of known size; a 0 follows it.
static enum buoy_status read_bytes(struct import_file *file, int descriptor,
                                   struct buoy_error *error) {
    file->bytes = malloc(file->size + 1);
    if (!file->bytes) {
        return import_fail(file, 0, error, BUOY_ERROR_MEMORY, "out of memory");
    }
    size_t done = 0;
    while (done < file->size) {
        const ssize_t got = read(descriptor, file->bytes + done, file->size - done);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return import_fail(file, 0, error, BUOY_ERROR_ARGUMENT, "%s",
                               got < 0 ? strerror(errno) : "the file shrank while it was read");
        }
        done += (size_t)got;
    }
    file->bytes[file->size] = '\0';
    return BUOY_OK;
}

static enum buoy_status read_descriptor(struct import_file *file, int descriptor,
                                        struct buoy_error *error) {
    struct stat info;
    if (fstat(descriptor, &info) != 0) {
        return import_fail(file, 0, error, BUOY_ERROR_ARGUMENT, "%s", strerror(errno));
    }
    if (!S_ISREG(info.st_mode)) {
        return import_fail(file, 0, error, BUOY_ERROR_ARGUMENT,
                           S_ISDIR(info.st_mode) ? "is a directory" : "is not a regular file");
    }
    if (info.st_size == 0) {
        return import_fail(file, 0, error, BUOY_ERROR_ARGUMENT, "the file is empty");
    }
    if ((uintmax_t)info.st_size > IMPORT_MAX_BYTES) {
        return import_fail(file, 0, error, BUOY_ERROR_TOO_LARGE, "%ju bytes, more than %zu",
                           (uintmax_t)info.st_size, IMPORT_MAX_BYTES);
    }
    file->size = (size_t)info.st_size;
    return read_bytes(file, descriptor, error);
}

// Not blocking, so that a pipe without a writer is refused and not waited for.
static enum buoy_status read_file(struct import_file *file, struct buoy_error *error) {
    const int descriptor = open(file->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) {
        return import_fail(file, 0, error, BUOY_ERROR_ARGUMENT, "%s", strerror(errno));
    }
    const enum buoy_status status = read_descriptor(file, descriptor, error);
    close(descriptor);
    return status;
}

static enum buoy_status reduce(const struct import_file *file, struct import_reduced *reduced,
                               struct buoy_error *error) {
    import_reducer *reducer = find_reducer(file->path);
    if (!reducer) {
        return import_fail(file, 0, error, BUOY_ERROR_ARGUMENT,
                           "unknown extension; .obj, .stl, .ply, .off, .gltf and .glb are read");
    }
    const enum buoy_status status = reducer(file, reduced, error);
    if (status != BUOY_OK) {
        return status;
    }
    if (reduced->no_memory) {
        return import_fail(file, 0, error, BUOY_ERROR_MEMORY, "out of memory");
    }
    if (reduced->triangles == 0) {
        return import_fail(file, 0, error, BUOY_ERROR_ARGUMENT, "no triangles");
    }
    return BUOY_OK;
}

// No post-processing: assimp's steps would join vertices that are merely near, and its
// triangulation leaves holes where a polygon crosses itself.
static enum buoy_status parse(const struct import_file *file, const struct import_reduced *reduced,
                              struct mesh_data *data, struct buoy_error *error) {
    const struct aiScene *scene = aiImportFileFromMemory(reduced->bytes, (unsigned)reduced->size, 0,
                                                         reduced->format); // well below 2^32 bytes
    if (!scene || !scene->mRootNode) {
        const enum buoy_status status =
            import_fail(file, 0, error, BUOY_ERROR_ARGUMENT, "assimp: %s", aiGetErrorString());
        aiReleaseImport(scene);
        return status;
    }
    const enum buoy_status status = import_scene(file, reduced, scene, data, error);
    aiReleaseImport(scene);
    if (status != BUOY_OK) {
        mesh_data_free(data);
    }
    return status;
}

enum buoy_status import_file(const char *path, struct mesh_data *data, struct buoy_error *error) {
    struct import_file file = {.path = path};
    struct import_reduced reduced = {.size = 0};
    enum buoy_status status = read_file(&file, error);
    if (status == BUOY_OK) {
        status = reduce(&file, &reduced, error);
    }
    free(file.bytes); // before assimp needs memory
    if (status == BUOY_OK) {
        status = parse(&file, &reduced, data, error);
    }
    free(reduced.bytes);
    if (status == BUOY_OK) {
        data->ignored_elements = reduced.ignored_elements;
    }
    return status;
}

const char *mesh_importer_version(void) {
    static char text[40];
    snprintf(text, sizeof text, "%u.%u.%u", aiGetVersionMajor(), aiGetVersionMinor(),
             aiGetVersionPatch());
    return text;
}
