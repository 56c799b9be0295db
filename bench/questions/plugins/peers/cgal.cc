// CGAL: clips the mesh with exact predicates, then sums up what is left. Slow, and hard to upset.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/clip.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/version.h>

#include "peer.h"

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Mesh = CGAL::Surface_mesh<Point>;
using Vertex = Mesh::Vertex_index;

struct Hull {
    Mesh mesh;
    double centre[3];
};

buoy_volume answer(const Hull &hull, const float n[3], double d) {
    Mesh cut = hull.mesh; // clip() works in place
    const Kernel::Plane_3 water(n[0], n[1], n[2], -d);
    CGAL::Polygon_mesh_processing::clip(cut, water, CGAL::parameters::clip_volume(true));
    Sum sum(hull.centre);
    for (const auto face : cut.faces()) {
        const auto edge = cut.halfedge(face);
        const Point &p = cut.point(cut.source(edge)), &q = cut.point(cut.target(edge)),
                    &r = cut.point(cut.target(cut.next(edge)));
        sum.add(&p.x(), &q.x(), &r.x()); // points are arrays
    }
    return sum.answer();
}

buoy_plugin_status make(void *, const buoy_plugin_hull *given, buoy_plugin_prepared *prepared) {
    if (given->triangle_count > 2000) {
        return decline(prepared, "over 2000 triangles take too long");
    }
    const double *c = given->info->centre;
    Mesh mesh;
    for (const float *x = given->positions; mesh.num_vertices() < given->vertex_count; x += 3) {
        mesh.add_vertex({x[0], x[1], x[2]});
    }
    for (const uint32_t *v = given->indices; mesh.num_faces() < given->triangle_count; v += 3) {
        if (mesh.add_face(Vertex(v[0]), Vertex(v[1]), Vertex(v[2])) == Mesh::null_face()) {
            return decline(prepared, "only manifold meshes");
        }
    }
    prepared->hull = new Hull{mesh, {c[0], c[1], c[2]}};
    return BUOY_PLUGIN_READY;
}

const buoy_plugin_kernel kernels[] = {
    volume_kernel<Hull, answer>("cgal", "double", {1e-10, 1e-9, 0}, make)};

} // namespace

BUOY_PLUGIN_DEFINE("CGAL " CGAL_VERSION_STR, kernels)
