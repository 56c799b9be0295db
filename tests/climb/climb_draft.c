// Drafts: the volume below the plane that buoy_draft() finds against the requested volume, as
// buoyancy_hydrostatics.h promises it.
#include <float.h>
#include <math.h>

#include "climbers.h"
#include "exact.h"
#include "meshes.h"
#include "queries/section.h"

// A question's numbers behind the mesh: the normal and a number whose fraction is the share asked
// for.
enum {
    SHARE = 3,
    NUMBERS = 4
};

static void start(const struct climb_family *family, struct rng *rng,
                  struct climb_question *question) {
    (void)family;
    climb_start_mesh(rng, question);
    climb_start_plane(rng, question);
    double share = rng_between(rng, 0.0, 1.0);
    if (rng_below(rng, 3) == 0) {
        share = ldexp(share, -(int)rng_below(rng, 44));
    }
    question->x[question->count - NUMBERS + SHARE] = rng_below(rng, 2) ? share : 1.0 - share;
}

// What is promised, and what two things may be coarser by: sums in double, and d itself.
static double promised(const struct buoy_mesh *mesh, const struct buoy_plane *plane, double share,
                       double d) {
    struct buoy_mesh_info info;
    buoy_mesh_get_info(mesh, &info, NULL);
    const double length = sqrt((double)plane->normal[0] * plane->normal[0] +
                               (double)plane->normal[1] * plane->normal[1] +
                               (double)plane->normal[2] * plane->normal[2]);
    const double sums =
        buoy_displaced_below(
            mesh,
            &(struct buoy_plane64){
                {(double)plane->normal[0], (double)plane->normal[1], (double)plane->normal[2]}, d})
            .error /
        info.volume;
    const double doubles =
        0.5 * info.area * fabs(d) * DBL_EPSILON / (length * info.volume); // half the surface
    const double least = fmax(fmin(1e-6, 1e-3 * share), 1e-10);
    return fmax(fmin(fmax(least, 4.0 * sums), 1e-6) + sums, doubles + sums);
}

static double exact_volume(const struct buoy_mesh *mesh, const struct buoy_plane *plane, double d) {
    const struct buoy_plane64 there = {
        {(double)plane->normal[0], (double)plane->normal[1], (double)plane->normal[2]}, d};
    struct buoy_exact *exact = buoy_exact_create(mesh);
    struct buoy_volume below;
    buoy_exact_volume64(exact, &there, &below);
    buoy_exact_destroy(exact);
    return below.volume;
}

static struct climb_ratio judge_share(const struct buoy_mesh *mesh, const struct buoy_plane *plane,
                                      double share) {
    const float normal[3] = {plane->normal[0], plane->normal[1], plane->normal[2]};
    struct climb_ratio ratio = {.ratio = -1.0, .what = "nothing"};
    struct buoy_mesh_info info;
    struct buoy_draft_info found;
    double d;
    buoy_mesh_get_info(mesh, &info, NULL);
    const enum buoy_status status =
        buoy_draft(mesh, (const double[3]){normal[0], normal[1], normal[2]}, share * info.volume,
                   &d, &found, NULL);
    if (status == BUOY_ERROR_PRECISION && info.conditioning > 1e4) {
        return ratio; // an honest answer
    }
    if (status != BUOY_OK) {
        return (struct climb_ratio){.ratio = (double)INFINITY, .what = buoy_status_text(status)};
    }
    const double error = exact_volume(mesh, plane, d) / info.volume - share;
    return climb_note(ratio, "buoy_draft", "volume", fabs(error), promised(mesh, plane, share, d));
}

static struct climb_ratio judge(const struct climb_family *family,
                                const struct climb_question *question) {
    (void)family;
    struct climb_ratio ratio = {.ratio = -1.0, .what = "nothing"};
    const double *rest;
    struct buoy_mesh *mesh = climb_mesh(question, &rest);
    struct buoy_plane plane;
    if (mesh && climb_plane(rest, &plane)) {
        ratio = judge_share(mesh, &plane, fabs(rest[SHARE]) - floor(fabs(rest[SHARE])));
        if (ratio.ratio > 1.0 && climb_is_inside_out(question)) {
            ratio = (struct climb_ratio){.ratio = -1.0, .what = "nothing"};
        }
    }
    buoy_mesh_destroy(mesh);
    return ratio;
}

static void print(const struct climb_family *family, const struct climb_question *question,
                  FILE *file) {
    (void)family;
    struct buoy_plane plane;
    climb_plane(&question->x[question->count - NUMBERS], &plane);
    fprintf(file, "# share %a\n", question->x[question->count - NUMBERS + SHARE]);
    climb_print_mesh(question, &plane, file);
}

const struct climb_family climb_draft = {
    .name = "draft", .start = start, .judge = judge, .print = print};
