// Mends a mesh as far as it is safe, and writes it to a file.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli.h"
#include "files.h"
#include "mending.h"
#include "output.h"
#include "soup/soup.h"

int mending_make(const struct mesh_data *data, struct mending *mending) {
    const struct buoy_mesh_input input = cli_mesh_input(data, BUOY_MESH_REPAIR);
    struct buoy_error error;
    *mending = (struct mending){0};
    if (buoy_soup_copy(&input, &mending->mended, &error) != BUOY_OK) {
        return cli_bad("%s: %s", data->name, error.message);
    }
    struct buoy_soup *soup = &mending->mended;
    struct buoy_topology topology;
    const enum buoy_status status =
        buoy_soup_repair(soup, input.flags, input.weld_tolerance, &mending->repairs, &topology);
    buoy_topology_free(&topology);
    if (status != BUOY_OK) {
        mending_free(mending);
        return status == BUOY_ERROR_TOO_LARGE
                   ? cli_bad("%s: %s: %s", data->name, BUOY_TANGLED, buoy_cures[BUOY_CAUSE_TANGLED])
                   : cli_out_of_memory();
    }
    mending->dropped_triangles = buoy_soup_drop_degenerate(soup);
    if (soup->triangle_count == 0) {
        mending_free(mending);
        return cli_bad("%s: every triangle uses a vertex twice; the repair would leave none",
                       data->name);
    }
    mending->positions = malloc(3 * soup->vertex_count * sizeof *mending->positions);
    if (!mending->positions) {
        mending_free(mending);
        return cli_out_of_memory();
    }
    for (size_t i = 0; i < 3 * soup->vertex_count; ++i) {
        mending->positions[i] = buoy_soup_given(soup, i / 3, i % 3);
    }
    return 0;
}

void mending_free(struct mending *mending) {
    buoy_soup_free(&mending->mended);
    free(mending->positions);
}

int mending_check_name(const char *path) {
    const char *dot = strrchr(path, '.');
    if (!dot || strcasecmp(dot, ".obj") != 0) {
        return cli_bad("%s: repaired meshes are written as OBJ; the file's name must end in .obj",
                       path);
    }
    return 0;
}

// The fewest digits that read back as the same number.
static void print_number(double x, FILE *file) {
    char text[32];
    int digits = 6;
    do {
        snprintf(text, sizeof text, " %.*g", digits, x);
    } while (strtod(text, NULL) != x && digits++ < 17);
    fputs(text, file);
}

static void print_obj(const struct mending *mending, FILE *file) {
    const struct buoy_soup *soup = &mending->mended;
    fputs("# repaired by buoybench\n", file);
    for (size_t i = 0; i < soup->vertex_count; ++i) {
        fputc('v', file);
        for (size_t k = 0; k < 3; ++k) {
            print_number(mending->positions[3 * i + k], file);
        }
        fputc('\n', file);
    }
    for (size_t i = 0; i < soup->triangle_count; ++i) {
        const uint32_t *corner = soup->indices + 3 * i;
        fprintf(file, "f %lu %lu %lu\n", corner[0] + 1ul, corner[1] + 1ul, corner[2] + 1ul);
    }
}

int mending_write(const struct mending *mending, const char *path) {
    struct output output;
    char *folder, *name;
    if (!files_split(path, &folder, &name)) {
        return cli_out_of_memory();
    }
    int status = output_begin(&output);
    if (status == 0) {
        print_obj(mending, output.stream);
        status = output_end_file(&output, folder, name);
    }
    free(folder);
    free(name);
    return status;
}
