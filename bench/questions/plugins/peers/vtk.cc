// VTK: clips the closed surface with vtkClipClosedSurface, then sums up what is left. Its caps are
// not always complete, see README.md.
#include <vtkCellArray.h>
#include <vtkClipClosedSurface.h>
#include <vtkNew.h>
#include <vtkPlane.h>
#include <vtkPlaneCollection.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkVersionMacros.h>

#include "peer.h"

namespace {

struct Hull {
    vtkNew<vtkPlane> plane;
    vtkNew<vtkClipClosedSurface> clip;
    double centre[3];
};

buoy_volume answer(const Hull &hull, const float n[3], double d) {
    const double square = double(n[0]) * n[0] + double(n[1]) * n[1] + double(n[2]) * n[2];
    hull.plane->SetOrigin(n[0] * d / square, n[1] * d / square, n[2] * d / square);
    hull.plane->SetNormal(-n[0], -n[1], -n[2]); // it keeps what is in front
    hull.clip->Update();
    vtkPolyData *cut = hull.clip->GetOutput();
    cut->GetPolys()->InitTraversal();
    Sum sum(hull.centre);
    const vtkIdType *corners;
    for (vtkIdType count; cut->GetPolys()->GetNextCell(count, corners);) {
        for (vtkIdType i = 2; i < count; ++i) {
            double p[3][3];
            cut->GetPoint(corners[0], p[0]);
            cut->GetPoint(corners[i - 1], p[1]);
            cut->GetPoint(corners[i], p[2]);
            sum.add(p[0], p[1], p[2]);
        }
    }
    return sum.answer();
}

buoy_plugin_status make(void *, const buoy_plugin_hull *given, buoy_plugin_prepared *prepared) {
    if (given->triangle_count > 2000) {
        return decline(prepared, "over 2000 triangles take too long");
    }
    vtkNew<vtkPolyData> mesh;
    vtkNew<vtkPoints> points;
    vtkNew<vtkCellArray> faces;
    vtkNew<vtkPlaneCollection> planes;
    points->SetDataTypeToDouble();
    for (size_t i = 0; i < given->vertex_count; ++i) {
        points->InsertNextPoint(given->positions + 3 * i);
    }
    for (size_t t = 0; t < given->triangle_count; ++t) {
        const uint32_t *v = given->indices + 3 * t;
        faces->InsertNextCell({vtkIdType(v[0]), vtkIdType(v[1]), vtkIdType(v[2])});
    }
    mesh->SetPoints(points);
    mesh->SetPolys(faces);
    Hull *hull = new Hull;
    planes->AddItem(hull->plane);
    hull->clip->SetInputData(mesh);
    hull->clip->SetClippingPlanes(planes);
    hull->clip->SetTolerance(1e-9); // points closer than that, relative to the mesh, are merged
    std::copy_n(given->info->centre, 3, hull->centre);
    prepared->hull = hull;
    return BUOY_PLUGIN_READY;
}

const buoy_plugin_kernel kernels[] = {
    volume_kernel<Hull, answer>("vtk", "double", {2e-2, 2e-2, 0}, make)};

} // namespace

BUOY_PLUGIN_DEFINE("VTK " VTK_VERSION, kernels)
