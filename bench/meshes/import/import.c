// From a mesh file to plain arrays: opens the file, has its format's reader read it once, and hands
// over the result.
#include <string.h>
#include <strings.h>

#include "files.h"
#include "readers.h"

const char *import_name(const char *path) {
    return files_name(path);
}

static mesh_reader *find_reader(const char *path) {
    static const struct {
        const char *extension;
        mesh_reader *read;
    } formats[] = {
        {".obj", read_obj}, {".stl", read_stl},   {".ply", read_ply},
        {".off", read_off}, {".gltf", read_gltf}, {".glb", read_gltf},
    };
    const char *dot = strrchr(files_name(path), '.');
    for (size_t i = 0; dot && i < sizeof formats / sizeof formats[0]; ++i) {
        if (strcasecmp(dot, formats[i].extension) == 0) {
            return formats[i].read;
        }
    }
    return NULL;
}

// Whether the file begins as UTF-16 does: with a byte order mark, or with two characters of which
// only one byte is used.
static bool is_utf16(struct source *source) {
    unsigned char b[4] = {0};
    if (source->size < sizeof b || !source_copy(source, 0, b, sizeof b)) {
        return false;
    }
    const bool mark = (b[0] == 0xFF && b[1] == 0xFE) || (b[0] == 0xFE && b[1] == 0xFF);
    return mark || (b[0] && !b[1] && b[2] && !b[3]) || (!b[0] && b[1] && !b[2] && b[3]);
}

static void read_source(struct source *source, struct mesh_data *data) {
    struct faces faces = {.status = BUOY_OK};
    mesh_reader *reader = find_reader(source->path);
    if (!reader) {
        source_fail(source, 0, BUOY_ERROR_ARGUMENT,
                    "unknown extension; .obj, .stl, .ply, .off, .gltf and .glb are read");
        return;
    }
    if (reader(source, &faces) && source->status == BUOY_OK) { // the reader got the whole file
        faces.line = NULL;
        faces_finish(&faces, data);
    }
    if (faces.status != BUOY_OK) {
        source_fail(source, faces.failed_line, faces.status, "%s", faces.cause);
    }
    if (source->status != BUOY_OK && is_utf16(source)) {
        source->status = BUOY_OK;
        source_fail(source, 0, BUOY_ERROR_ARGUMENT, "is UTF-16 text; save it as UTF-8");
    }
    faces_free(&faces);
}

enum buoy_status import_file(const char *path, struct mesh_data *data, struct buoy_error *error) {
    struct source source;
    if (source_open(&source, path, error)) {
        read_source(&source, data);
    }
    source_close(&source);
    return source.status;
}
