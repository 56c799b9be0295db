// Mending a mesh as far as that is safe, and writing it to a file.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli.h"
#include "mending.h"

int mending_make(const struct mesh_data *data, struct mending *mending) {
    const struct buoy_mesh_input input = cli_mesh_input(data, 0);
    struct buoy_error error;
    *mending = (struct mending){0};
    if (buoy_soup_copy(&input, &mending->mended, &error) != BUOY_OK) {
        return cli_bad("%s: %s", data->name, error.message);
    }
    struct buoy_soup *soup = &mending->mended;
    if (buoy_soup_weld(soup) != BUOY_OK ||
        buoy_soup_fix_winding(soup, &mending->flipped_triangles) != BUOY_OK) {
        mending_free(mending);
        return cli_out_of_memory();
    }
    mending->welded_vertices = data->vertex_count - soup->vertex_count;
    mending->dropped_triangles = buoy_soup_drop_degenerate(soup);
    if (soup->triangle_count == 0) {
        mending_free(mending);
        return cli_bad("%s: every triangle uses a vertex twice: nothing would be left", data->name);
    }
    return 0;
}

void mending_free(struct mending *mending) {
    buoy_soup_free(&mending->mended);
}

int mending_check_name(const char *path) {
    const char *dot = strrchr(path, '.');
    if (dot == NULL || strcasecmp(dot, ".obj") != 0) {
        return cli_bad("%s: repaired meshes are written as OBJ: name the file something.obj", path);
    }
    return 0;
}

static void print_obj(const struct buoy_soup *soup, FILE *file) {
    fputs("# repaired by buoybench\n", file);
    for (size_t i = 0; i < soup->vertex_count; i++) {
        const float *p = soup->positions + 3 * i;
        fprintf(file, "v %.9g %.9g %.9g\n", (double)p[0], (double)p[1], (double)p[2]);
    }
    for (size_t i = 0; i < soup->triangle_count; i++) {
        const uint32_t *corner = soup->indices + 3 * i;
        fprintf(file, "f %lu %lu %lu\n", corner[0] + 1ul, corner[1] + 1ul, corner[2] + 1ul);
    }
}

// Writes a new file to the disk. On failure it is gone again and errno says why.
static bool write_new_file(const struct buoy_soup *soup, const char *path) {
    const int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (file == NULL) {
        return false;
    }
    print_obj(soup, file);
    bool written = fflush(file) == 0 && !ferror(file) && fsync(descriptor) == 0;
    int cause = errno;
    if (fclose(file) != 0 && written) {
        written = false;
        cause = errno;
    }
    if (!written) {
        unlink(path);
        errno = cause;
    }
    return written;
}

int mending_write(const struct mending *mending, const char *path) {
    // In the same folder, because renaming is atomic only within one file system.
    const size_t size = strlen(path) + 32;
    char *temporary = malloc(size);
    if (temporary == NULL) {
        return cli_out_of_memory();
    }
    snprintf(temporary, size, "%s.%ld.tmp", path, (long)getpid());
    int status = 0;
    if (!write_new_file(&mending->mended, temporary)) {
        status = cli_bad("%s: cannot write: %s", path, strerror(errno));
    } else if (rename(temporary, path) != 0) {
        status = cli_bad("%s: cannot write: %s", path, strerror(errno));
        unlink(temporary);
    }
    free(temporary);
    return status;
}
