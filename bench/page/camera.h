// Parallel projection of the world to a panel of a picture.
#ifndef BENCH_CAMERA_H
#define BENCH_CAMERA_H

struct camera {
    double right[3], up[3], toward[3]; // unit vectors; the last points to the viewer
    double centre[3];                  // of the world, at the middle of the panel
    double scale;                      // pixels per metre
    double width, height;              // of the panel, pixels
};

// Looks along +y turned left by `azimuth`, from `elevation` above the horizon; degrees.
struct camera camera_make(double azimuth, double elevation, double width, double height);

// Sets centre and scale so that points, x,y,z of each, just fit into the panel.
void camera_fit(struct camera *camera, const double *points, int count);

// Where a point is in the panel, from its upper left corner; returns how near it is to the viewer.
double camera_see(const struct camera *camera, const double x[3], double at[2]);

#endif
