// The convex hull of a mesh's vertices, by qhull's reentrant library.
#include "internal.h"

#include <math.h>

#ifdef BUOY_HAVE_QHULL

#include <libqhull_r/qhull_ra.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"

// Copies the hull's facets, all of them triangles, with the vertices that they have.
static enum buoy_status copy_facets(qhT *qh, const struct mesh_data *data, struct mesh_data *hull,
                                    struct buoy_error *error) {
    uint32_t *number = calloc(data->vertex_count, sizeof *number); // of a vertex in the hull, + 1
    if (!number || !mesh_reserve(hull, (size_t)qh->num_vertices, (size_t)qh->num_facets)) {
        free(number);
        return mesh_fail(error, BUOY_ERROR_MEMORY, "out of memory");
    }
    facetT *facet;
    FORALLfacets {
        uint32_t corner[3] = {0, 0, 0};
        size_t count = 0;
        vertexT *vertex, **vertexp;
        FOREACHvertex_(facet->vertices) {
            const size_t point = (size_t)qh_pointid(qh, vertex->point);
            if (number[point] == 0) {
                memcpy(hull->positions + 3 * hull->vertex_count, data->positions + 3 * point,
                       3 * sizeof *hull->positions);
                number[point] = (uint32_t)++hull->vertex_count;
            }
            if (count < 3) {
                corner[count++] = number[point] - 1;
            }
        }
        const bool swap = facet->toporient == qh_ORIENTclock;
        mesh_add_triangle(hull, corner[0], corner[swap ? 2 : 1], corner[swap ? 1 : 2]);
    }
    free(number);
    return BUOY_OK;
}

// Runs qhull on points, of which it keeps the address.
static enum buoy_status run(qhT *qh, const struct mesh_data *data, double *points,
                            struct mesh_data *hull, struct buoy_error *error) {
    // qhull prints what goes wrong; it is of no use to the reader, and must not break a line.
    FILE *nowhere = fopen(files_nowhere, "w");
    char command[] = "qhull Qt"; // facets are split into triangles
    enum buoy_status status = BUOY_ERROR_ZERO_VOLUME;
    const int failed = qh_new_qhull(qh, 3, (int)data->vertex_count, points, false, command, nowhere,
                                    nowhere ? nowhere : stderr);
    if (failed == 0) {
        status = copy_facets(qh, data, hull, error);
    } else {
        mesh_fail(error, status, "the vertices are flat or nearly so: qhull finds no convex hull");
    }
    qh_freeqhull(qh, !qh_ALL);
    int left, bytes;
    qh_memfreeshort(qh, &left, &bytes);
    if (nowhere) {
        fclose(nowhere);
    }
    return status;
}

enum buoy_status mesh_data_hull(const struct mesh_data *data, struct mesh_data *hull,
                                struct buoy_error *error) {
    memset(hull, 0, sizeof *hull);
    double *points = malloc(3 * data->vertex_count * sizeof *points);
    qhT *qh = calloc(1, sizeof *qh);
    enum buoy_status status = BUOY_ERROR_MEMORY;
    if (points && qh) {
        for (size_t i = 0; i < 3 * data->vertex_count; ++i) {
            points[i] = data->positions[i] - data->positions[i % 3];
        }
        qh_zero(qh, stderr);
        status = run(qh, data, points, hull, error);
    } else {
        mesh_fail(error, status, "out of memory");
    }
    free(points);
    free(qh);
    return status;
}

#else

enum buoy_status mesh_data_hull(const struct mesh_data *data, struct mesh_data *hull,
                                struct buoy_error *error) {
    (void)data;
    *hull = (struct mesh_data){.closed_form_volume = (double)NAN};
    return mesh_fail(error, BUOY_ERROR_NOT_RUNNABLE,
                     "--hull: this program was built without qhull (Debian: libqhull-dev)");
}

#endif
