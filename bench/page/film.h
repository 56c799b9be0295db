// A simulation as a film: what its pictures show.
#ifndef BENCH_FILM_H
#define BENCH_FILM_H

#include "hulls_of_scene.h"
#include "recording.h"

// A simulation that has ended.
struct film {
    const struct scene *scene;
    const struct scene_hulls *hulls; // drawn
    const struct recording *recording;
    const char *name; // of the scene or body

    // Set by film_prepare().
    size_t shown;           // of the bodies, the first so many
    bool follows;           // the camera goes with the bodies
    double low[3], high[3]; // of what is to be seen; about the bodies' middle if it follows
    double surface_high;    // of the water
    double level;           // height of the still water; of waves and patches 0
    bool flat;              // the water is a plane
};

// Looks over the simulation.
void film_prepare(struct film *film);

// Where the camera's origin is at a moment: 0, or on the level below the middle of the bodies.
void film_origin(const struct film *film, size_t moment, double origin[3]);

// The water at a moment.
struct buoy_water film_water(const struct film *film, size_t moment);

// The water's height at count points; false if it has none.
bool film_heights(const struct film *film, size_t moment, const double *x, const double *y,
                  size_t count, float *heights);

// The matrix of a body's rotation, and the place of its frame, at a moment.
void film_pose(const struct film *film, size_t moment, size_t body, double turn[9],
               double place[3]);

// Signed height of a body's centre of mass above the still water, and its tilt: the angle, degrees,
// by which its z axis is off the vertical.
double film_heave(const struct film *film, size_t moment, size_t body);
double film_tilt(const struct film *film, size_t moment, size_t body);

#endif
